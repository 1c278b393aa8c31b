import { type PlatformDoors, type Snapshot, UpstreamError } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { snapshotOf, TwitchStreams } from './twitch.external.ts';

/** https://dev.twitch.tv/docs/api/reference#get-streams: at most this many ids in one question. */
export const MOST_IDS = 100;

/**
 * Only channels that are live are in the answer, so an id that is absent from a good answer is offline. Anything but a
 * good answer says nothing about anybody.
 */
export async function pollSnapshots(
  client: TwitchClient,
  { log }: PlatformDoors,
  channelIds: readonly string[],
): Promise<readonly Snapshot[]> {
  try {
    // Without `first` the answer stops at 20, and everybody after that would look offline.
    const query = { user_id: channelIds, first: String(MOST_IDS) };
    const { data } = await client.get('/streams', query, TwitchStreams);
    const live = new Map(data.map((stream) => [stream.user_id, snapshotOf(stream)]));
    return channelIds.map((channelId) => live.get(channelId) ?? { state: 'offline', channelId });
  } catch (error) {
    // How long to wait is for the sweep to decide.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    log.warn({ error }, 'Twitch did not say who is live');
    return channelIds.map((channelId) => ({ state: 'unknown', channelId, reason: error.message }));
  }
}
