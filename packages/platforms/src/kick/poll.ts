import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import { LiveList, readLiveList } from '../live-list.ts';
import { type Name, withNames } from '../names.ts';
import type { KickClient } from './client.ts';
import { KickChannels, KickLivestream, KickUsers, nameOf, snapshotOf, streamerIn } from './kick.external.ts';

/** The most ids in one call: https://docs.kick.com/apis/livestreams */
export const MOST_IDS = 100;
/** https://docs.kick.com/apis/channels */
export const MOST_CHANNELS = 50;

/**
 * The response contains only live channels, so an id that is missing from a good response is offline. A failed call
 * reveals nothing about any channel.
 */
export async function askWhoIsLive(
  client: KickClient,
  doors: Pick<PlatformDoors, 'clock' | 'log'>,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const channelIds = questions.map(({ channelId }) => channelId);
  try {
    const { data } = await client.get('/public/v1/users/livestreams', { user_id: channelIds }, LiveList);
    const list = readLiveList({ world: 'Kick', log: doors.log }, data, { schema: KickLivestream, idOf: streamerIn });
    const live = new Map(
      list.read.map((stream) => {
        const { id, username, profile_picture: picture } = stream.broadcaster_user;
        return [String(id), { snapshot: snapshotOf(stream), name: nameOf(stream.channel.slug, username, picture) }];
      }),
    );
    const answers = channelIds.map((channelId): Answer => live.get(channelId) ?? list.absent(channelId));
    return await withNames(doors, questions, { answers, lookUp: (asked) => lookUpNames(client, asked) });
  } catch (error) {
    // The sweep decides how long to wait.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    doors.log.warn({ error }, 'Kick did not say who is live');
    const reason = error.message;
    return channelIds.map((channelId) => ({ snapshot: { state: 'unknown', channelId, reason } }));
  }
}

/** Channels have only the name in the URL. The user object has its spelling, which we load when the name changed. */
async function lookUpNames(client: KickClient, asked: readonly Question[]): Promise<ReadonlyMap<string, Name>> {
  const slugs = new Map<string, string>();
  for (let start = 0; start < asked.length; start += MOST_CHANNELS) {
    const ids = asked.slice(start, start + MOST_CHANNELS).map(({ channelId }) => channelId);
    const { data } = await client.get('/public/v1/channels', { broadcaster_user_id: ids }, KickChannels);
    for (const { broadcaster_user_id: id, slug } of data) slugs.set(String(id), slug);
  }
  const known = new Map(asked.map(({ channelId, name }) => [channelId, name]));
  const changed = [...slugs].filter(([id, slug]) => known.get(id) !== slug);
  if (changed.length === 0) return new Map();
  const { data: users } = await client.get('/public/v1/users', { id: changed.map(([id]) => id) }, KickUsers);
  const found = new Map(users.map((user) => [String(user.user_id), user]));
  return new Map(
    changed.map(([id, slug]) => {
      const user = found.get(id);
      return [id, nameOf(slug, user?.name, user?.profile_picture)];
    }),
  );
}
