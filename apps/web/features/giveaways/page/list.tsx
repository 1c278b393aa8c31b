import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { GiveawaysScreen } from '../list/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways'))('title') };
}

export async function GiveawaysPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['giveaways', 'servers']}>
      <ServerGate serverId={serverId}>
        <GiveawaysScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
