import { type FoundChannel, minutes, type PlatformDoors, type StreamCalls } from '@tally/kernel';
import type { KickClient } from './client.ts';
import { channelUrl, KickTopStreams } from './kick.external.ts';

const FRESH_MS = minutes(5);
const MOST = 10;
/** https://docs.kick.com/apis/livestreams: the most streams in one answer. */
const MOST_STREAMS = '100';

/**
 * Kick's public API has no channel search, but it lists the most watched streams. One answer serves all searches for a
 * few minutes.
 */
export function createSearch(
  client: KickClient,
  { clock }: Pick<PlatformDoors, 'clock'>,
): StreamCalls['searchChannels'] {
  let top: { readonly list: Promise<readonly FoundChannel[]>; readonly until: number } | null = null;
  const ask = async (): Promise<readonly FoundChannel[]> => {
    const { data } = await client.get(
      '/public/v1/livestreams',
      { sort: 'viewer_count', limit: MOST_STREAMS },
      KickTopStreams,
    );
    return data.map(({ broadcaster_user_id, slug, profile_picture }) => ({
      platform: 'kick',
      id: String(broadcaster_user_id),
      name: slug,
      displayName: slug,
      avatarUrl: profile_picture ?? null,
      followers: null,
      url: channelUrl(slug),
      isLive: true,
    }));
  };
  return async (words) => {
    const now = clock.now().getTime();
    if (!top || top.until <= now) {
      const list = ask();
      top = { list, until: now + FRESH_MS };
      list.catch(() => {
        top = null;
      });
    }
    const typed = plain(words);
    const found = (await top.list).filter(({ name }) => plain(name).includes(typed));
    const rank = ({ name }: FoundChannel): number => (plain(name).startsWith(typed) ? 0 : 1);
    return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST);
  };
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
