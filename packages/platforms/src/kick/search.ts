import { type FoundChannel, minutes, type PlatformDoors, type StreamCalls } from '@tally/kernel';
import { readLiveList } from '../live-list.ts';
import type { KickClient } from './client.ts';
import { channelUrl, KickLivestream, KickLivestreams, streamerIn } from './kick.external.ts';

const FRESH_MS = minutes(5);
const MOST = 10;
/** The most streams on one page: https://docs.kick.com/apis/livestreams */
const PAGE = '1000';
/** Kick has never had this many live channels at once. The limit also ends a looping cursor. */
const MOST_PAGES = 20;

/**
 * Kick's public API has no channel search, but it lists all live channels. One list serves all searches for a few
 * minutes.
 */
export function createSearch(
  client: KickClient,
  { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>,
): StreamCalls['searchChannels'] {
  let live: { readonly list: Promise<readonly FoundChannel[]>; readonly until: number } | null = null;
  return async (words) => {
    const now = clock.now().getTime();
    if (!live || live.until <= now) {
      const list = listLive(client, log);
      live = { list, until: now + FRESH_MS };
      list.catch(() => {
        live = null;
      });
    }
    const typed = plain(words);
    const found = (await live.list).filter(({ name, displayName }) =>
      [name, displayName].some((text) => plain(text).includes(typed)),
    );
    const rank = ({ name }: FoundChannel): number => (plain(name).startsWith(typed) ? 0 : 1);
    return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST);
  };
}

/** Lists channels by number of viewers. Kick's own order is by start, so every page has to be read. */
async function listLive(client: KickClient, log: PlatformDoors['log']): Promise<readonly FoundChannel[]> {
  const about = { schema: KickLivestream, idOf: streamerIn };
  const streams = new Map<number, ReturnType<typeof KickLivestream.parse>>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page += 1) {
    const query = { limit: PAGE, ...(cursor && { cursor }) };
    const { data, pagination } = await client.get('/public/v2/livestreams', query, KickLivestreams);
    for (const stream of readLiveList({ world: 'Kick', log }, data, about).read)
      streams.set(stream.broadcaster_user.id, stream);
    cursor = pagination?.next_cursor ?? null;
  }
  return [...streams.values()]
    .toSorted((one, other) => (other.viewer_count ?? 0) - (one.viewer_count ?? 0))
    .map(({ broadcaster_user: { id, username, profile_picture }, channel: { slug } }) => ({
      platform: 'kick',
      id: String(id),
      name: slug,
      displayName: username ?? slug,
      avatarUrl: profile_picture,
      followers: null,
      url: channelUrl(slug),
      isLive: true,
    }));
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
