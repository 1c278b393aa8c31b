import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import type { KickClient } from './client.ts';
import { KickLivestreams, snapshotOf } from './kick.external.ts';

/** https://docs.kick.com/apis/livestreams: at most this many ids in one question. */
export const MOST_IDS = 100;

/**
 * Only channels that are live are in the answer, so an id that is absent from a good answer is offline. Anything but a
 * good answer says nothing about anybody.
 */
export async function askWhoIsLive(
  client: KickClient,
  { log }: PlatformDoors,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const channelIds = questions.map(({ channelId }) => channelId);
  try {
    const { data } = await client.get('/public/v1/users/livestreams', { user_id: channelIds }, KickLivestreams);
    const live = new Map(data.map((stream) => [String(stream.broadcaster_user.id), snapshotOf(stream)]));
    return channelIds.map((channelId) => ({ snapshot: live.get(channelId) ?? { state: 'offline', channelId } }));
  } catch (error) {
    // How long to wait is for the sweep to decide.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    log.warn({ error }, 'Kick did not say who is live');
    const reason = error.message;
    return channelIds.map((channelId) => ({ snapshot: { state: 'unknown', channelId, reason } }));
  }
}
