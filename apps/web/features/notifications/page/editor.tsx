import { StreamerName } from '@tally/contract/notifications/streamer-settings';
import { addressFrom, plainName } from '@tally/contract/platforms/namesakes';
import { namesakeInQuery, Platform } from '@tally/contract/platforms/platform';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { config } from '../../../lib/config.ts';
import type { Ask } from '../../../lib/start/ask-ahead.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { countQuery } from '../../../shell/server/followed.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { placeholderWords } from '../../message-editor/words.ts';
import { type StreamerAddress, streamerJournalQuery, streamerQuery } from '../api.ts';
import { StreamerEditor } from '../editor/screen.tsx';

interface Props {
  params: Promise<{ id: string; platform: string; streamer: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

async function addressOf({ params, searchParams }: Props) {
  const { platform: platformWord, streamer } = await params;
  const platform = Platform.safeParse(platformWord);
  const name = StreamerName.safeParse(decode(streamer));
  if (!platform.success || !name.success) notFound();
  const { data: word = {} } = z.object(namesakeInQuery).safeParse(await searchParams);
  return { platform: platform.data, name: addressFrom({ platform: platform.data, name: name.data }, word) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return notFound();
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: plainName((await addressOf(props)).name) };
}

export async function EditorPage(props: Props) {
  const [serverId, address, words] = await Promise.all([
    serverIdOf(props.params),
    addressOf(props),
    placeholderWords(),
  ]);
  return (
    <ClientPage
      homes={['notifications', 'live-role', 'role-sync', 'servers', 'message-editor', 'leaderboards', 'stat-counters']}
      ahead={(ask) => askFirst(ask, { serverId, ...address })}
    >
      <ServerGate serverId={serverId}>
        <StreamerEditor serverId={serverId} {...address} words={words} siteName={config().SITE_NAME} />
      </ServerGate>
    </ClientPage>
  );
}

const askFirst = (ask: Ask, address: StreamerAddress) =>
  Promise.all([
    ask(serverQuery(address.serverId)),
    ask(discordDataQuery(address.serverId, ['channels', 'roles'])),
    ask(streamerQuery(address)),
    ask(streamerJournalQuery(address)),
    ask(countQuery(address)),
  ]);
