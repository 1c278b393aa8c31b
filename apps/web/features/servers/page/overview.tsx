import type { ServerId } from '@tally/contract/wire/ids';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { serverQuery } from '../../../shell/server/api.ts';
import { errorsQuery } from '../../../shell/server/errors.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { liveQuery } from '../../notifications/api.ts';
import { todayQuery } from '../api.ts';
import { askWay } from '../first-answers.ts';
import { Overview } from '../overview.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('overviewTitle') };
}

export async function OverviewPage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['servers', 'error-logs', 'notifications']} ahead={(ask) => askFirst(ask, serverId)}>
      <ServerGate serverId={serverId}>
        <Overview serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

const askFirst = (ask: Ask, serverId: ServerId) =>
  Promise.all([
    ask(serverQuery(serverId)),
    ask(errorsQuery(serverId)),
    askWay(ask, serverId),
    ask(liveQuery(serverId)),
    ask(todayQuery(serverId)),
  ]);
