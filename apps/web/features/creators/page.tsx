import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { CreatorsScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('creators'))('title') };
}

export async function CreatorsPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['creators', 'servers', 'streamers']}>
      <ServerGate serverId={serverId}>
        <CreatorsScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
