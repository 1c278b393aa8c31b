import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../shell/client-page.tsx';
import { serverIdOf } from '../../shell/page-of.ts';
import { ServerGate } from '../../shell/server/gate.tsx';
import { StarboardScreen } from './screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('starboard'))('title') };
}

export async function StarboardPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['starboard', 'message-editor', 'servers']}>
      <ServerGate serverId={serverId}>
        <StarboardScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
