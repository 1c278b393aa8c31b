import type { Channel, PlatformDoors, StreamSession, Video } from '@tally/kernel';
import { SITE } from './address.ts';
import type { RumbleClient } from './client.ts';

/** A stream's recording is the same video, once the player reports its end and length. */
export async function findRecording(
  client: RumbleClient,
  { log }: Pick<PlatformDoors, 'log'>,
  session: StreamSession,
  channel: Channel,
): Promise<Video | null> {
  const { streamId } = session;
  const path = URL.parse(session.url)?.pathname ?? '';
  if (streamId === null || !/^\/v[\w.%-]+$/.test(path)) return null;
  const embedId = await client.embedIdOf(path);
  const played = embedId.isGood ? await client.player(embedId.data) : embedId;
  if (!played.isGood) {
    // The caller retries on null, but a deleted video never comes back, so the reason is logged.
    log.info({ streamId, reason: played.reason }, 'A recording on Rumble could not be read');
    return null;
  }
  const { state, title, thumbnailUrl, durationSeconds, publishedAt } = played.data;
  if (state !== 'ended' || !durationSeconds) return null;
  return {
    platform: 'rumble',
    channelId: channel.id,
    id: streamId,
    kind: 'vod',
    title: title ?? session.details.title,
    description: null,
    url: `${SITE}${path}`,
    thumbnailUrl,
    publishedAt: publishedAt ?? session.startedAt,
    durationSeconds,
    category: session.details.category,
    views: null,
    streamId,
    clipper: null,
  };
}
