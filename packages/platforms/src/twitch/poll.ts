import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import { LiveList, readLiveList } from '../live-list.ts';
import { type Name, withNames } from '../names.ts';
import type { TwitchClient } from './client.ts';
import { nameOf, snapshotOf, streamerIn, TwitchStream, TwitchUsers } from './twitch.external.ts';

/** The most ids in one call: https://dev.twitch.tv/docs/api/reference#get-streams */
export const MOST_IDS = 100;

/**
 * The response contains only live channels, so an id that is missing from a good response is offline. A failed call
 * reveals nothing about any channel.
 */
export async function askWhoIsLive(
  client: TwitchClient,
  doors: Pick<PlatformDoors, 'clock' | 'log'>,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const channelIds = questions.map(({ channelId }) => channelId);
  try {
    // Without `first` the response ends after 20, and all later channels would look offline.
    const query = { user_id: channelIds, first: String(MOST_IDS) };
    const { data } = await client.get('/streams', query, LiveList);
    const list = readLiveList({ world: 'Twitch', log: doors.log }, data, { schema: TwitchStream, idOf: streamerIn });
    const live = new Map(
      list.read.map((stream) => [
        stream.user_id,
        { snapshot: snapshotOf(stream), name: nameOf(stream.user_login, stream.user_name) },
      ]),
    );
    const answers = channelIds.map((channelId): Answer => live.get(channelId) ?? list.absent(channelId));
    return await withNames(doors, questions, { answers, lookUp: (asked) => lookUpNames(client, asked) });
  } catch (error) {
    // The sweep decides how long to wait.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    doors.log.warn({ error }, 'Twitch did not say who is live');
    const reason = error.message;
    return channelIds.map((channelId) => ({ snapshot: { state: 'unknown', channelId, reason } }));
  }
}

/** Closed and banned accounts are missing, so their names stay unchanged. */
async function lookUpNames(client: TwitchClient, asked: readonly Question[]): Promise<ReadonlyMap<string, Name>> {
  const { data } = await client.get('/users', { id: asked.map(({ channelId }) => channelId) }, TwitchUsers);
  return new Map(
    data.map((user) => [user.id, { ...nameOf(user.login, user.display_name), avatarUrl: user.profile_image_url }]),
  );
}
