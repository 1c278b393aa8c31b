import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { snapshotOf, TwitchStreams } from './twitch.external.ts';

/** https://dev.twitch.tv/docs/api/reference#get-streams: at most this many ids in one question. */
export const MOST_IDS = 100;

/**
 * Only channels that are live are in the answer, so an id that is absent from a good answer is offline. Anything but a
 * good answer says nothing about anybody.
 */
export async function askWhoIsLive(
  client: TwitchClient,
  { log }: PlatformDoors,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const channelIds = questions.map(({ channelId }) => channelId);
  try {
    // Without `first` the answer stops at 20, and everybody after that would look offline.
    const query = { user_id: channelIds, first: String(MOST_IDS) };
    const { data } = await client.get('/streams', query, TwitchStreams);
    const live = new Map(data.map((stream) => [stream.user_id, snapshotOf(stream)]));
    return channelIds.map((channelId) => ({ snapshot: live.get(channelId) ?? { state: 'offline', channelId } }));
  } catch (error) {
    // How long to wait is for the sweep to decide.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    log.warn({ error }, 'Twitch did not say who is live');
    const reason = error.message;
    return channelIds.map((channelId) => ({ snapshot: { state: 'unknown', channelId, reason } }));
  }
}
