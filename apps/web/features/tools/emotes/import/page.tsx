import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../../shell/client-page.tsx';
import { serverIdOf } from '../../../../shell/page-of.ts';
import { ServerGate } from '../../../../shell/server/gate.tsx';
import { ImportScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('emotes.import'))('title') };
}

export async function ImportPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['emotes', 'servers', 'streamers']}>
      <ServerGate serverId={serverId}>
        <ImportScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
