import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { serverQuery } from '../../../shell/server/api.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { giveawaysQuery } from '../api.ts';
import { GiveawaysScreen } from '../list/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('giveaways'))('title') };
}

export async function GiveawaysPage({ params }: { params: Promise<{ id: string }> }) {
  const [serverId, t] = await Promise.all([serverIdOf(params), getTranslations('giveaways')]);
  return (
    <ClientPage
      homes={['giveaways', 'servers']}
      title={t('title')}
      description={t('text')}
      ahead={(ask) => Promise.all([ask(serverQuery(serverId)), ask(giveawaysQuery(serverId))])}
    >
      <ServerGate serverId={serverId}>
        <GiveawaysScreen serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}
