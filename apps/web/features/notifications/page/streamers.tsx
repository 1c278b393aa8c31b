import { Platform } from '@tally/contract/platforms/platform';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { allCounts, countQuery, type ListAddress } from '../../../shell/server/followed.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { placeholderWords } from '../../message-editor/words.ts';
import { journalQuery, streamersQuery } from '../api.ts';
import { Streamers } from '../list/streamers.tsx';

interface Props {
  params: Promise<{ id: string; platform: string }>;
}

const platformOf = async (params: Props['params']): Promise<Platform> => {
  const read = Platform.safeParse((await params).platform);
  return read.success ? read.data : notFound();
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, platform] = await Promise.all([getTranslations('notifications'), platformOf(params)]);
  return { title: t('platformTitle', { platform: platformNames[platform] }) };
}

export async function StreamersPage({ params }: Props) {
  const [t, serverId, platform, words] = await Promise.all([
    getTranslations('notifications'),
    serverIdOf(params),
    platformOf(params),
    placeholderWords(),
  ]);
  return (
    <ClientPage
      homes={['notifications', 'servers', 'message-editor', 'streamers']}
      title={t('platformTitle', { platform: platformNames[platform] })}
      ahead={(ask) => askFirst(ask, { serverId, platform })}
    >
      <ServerGate serverId={serverId}>
        <Streamers key={platform} serverId={serverId} platform={platform} words={words} />
      </ServerGate>
    </ClientPage>
  );
}

const askFirst = (ask: Ask, address: ListAddress) =>
  Promise.all([
    ask(serverQuery(address.serverId)),
    ask(discordDataQuery(address.serverId, ['channels', 'roles'])),
    ask(journalQuery(address.serverId)),
    ...allCounts(address.serverId).map((query) => ask(query)),
    askUnlessLong(ask, address),
  ]);

/** The browser fetches longer lists, because they would make the page itself too large. */
const MOST_AHEAD = 100;

async function askUnlessLong(ask: Ask, address: ListAddress): Promise<void> {
  const count = await ask(countQuery(address));
  if (count && count.currentTotal <= MOST_AHEAD) await ask(streamersQuery(address));
}
