import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { ServerMessages } from '../server/list.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('message-editor.server'))('title') };
}

export async function ServerMessagesPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['message-editor', 'notifications', 'servers']}>
      <ServerGate serverId={serverId}>
        <ServerMessages serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
