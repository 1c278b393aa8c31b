import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { CreateScreen } from '../create/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways'))('createTitle') };
}

export async function CreateGiveawayPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['giveaways', 'message-editor', 'servers', 'streamers']}>
      <ServerGate serverId={serverId}>
        <CreateScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
