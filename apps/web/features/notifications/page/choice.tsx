import type { ServerId } from '@tally/contract/wire/ids';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { journalQuery } from '../api.ts';
import { PlatformChoice } from '../platform-choice.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notifications'))('title') };
}

export async function ChoicePage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={['notifications', 'servers', 'streamers']} ahead={(ask) => askFirst(ask, serverId)}>
      <ServerGate serverId={serverId}>
        <PlatformChoice serverId={serverId} />
      </ServerGate>
    </ClientPage>
  );
}

const askFirst = (ask: Ask, serverId: ServerId) =>
  Promise.all([
    ask(serverQuery(serverId)),
    ask(discordDataQuery(serverId, ['channels', 'roles'])),
    ask(journalQuery(serverId)),
    ...allCounts(serverId).map((query) => ask(query)),
  ]);
