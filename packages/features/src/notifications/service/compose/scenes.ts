import type { RoleId } from '@tally/contract';
import type { Channel, Ctx, Grace, StreamSession, Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { asSessionFor, listStreams } from '@tally/pipeline/detection';
import { type About, loadChannels, loadVideos } from '../../../journal/index.ts';
import { listStreamersById, type StreamerRow } from '../../../streamers/index.ts';

/** Returns the role that the message pings. An override may choose another role, or none. */
export function pinged({ override }: About, usual: RoleId | null): RoleId | null {
  if (override?.pingRoleId === 'nobody') return null;
  return override?.pingRoleId ?? usual;
}

/** The subjects of a batch of messages, loaded with a fixed number of queries. */
export interface Cast {
  streamer(id: string): StreamerRow | null;
  /** The stream as servers with this grace period count it. */
  session(id: string | null, grace: Grace): StreamSession | null;
  channel(streamer: StreamerRow): Channel | null;
  video(streamer: StreamerRow, about: About): Video | null;
}

export async function loadCast(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Cast> {
  const sessionIds = [...new Set(deliveries.flatMap((each) => each.sessionId ?? []))];
  const [streamers, streams] = await Promise.all([
    listStreamersById(ctx.db, [...new Set(deliveries.map((each) => each.subject))]),
    listStreams(ctx.db, sessionIds),
  ]);
  // Usually the channel to load is the one that the stream is on.
  const known = new Map(streams.map(({ channel }) => [`${channel.platform} ${channel.id}`, channel]));
  const others = streamers.filter(({ platform, channelId }) => !known.has(`${platform} ${channelId}`));
  const [more, video] = await Promise.all([loadChannels(ctx, others), loadVideos(ctx, streamers, deliveries)]);
  const channels = new Map([...known, ...more]);
  const byId = new Map(streamers.map((streamer) => [streamer.id, streamer]));
  const strandOf = new Map(streams.map(({ session, strand }) => [session.id, strand]));
  return {
    streamer: (id) => byId.get(id) ?? null,
    session(id, grace) {
      const strand = strandOf.get(id ?? '');
      return strand ? asSessionFor(strand, grace) : null;
    },
    channel: ({ platform, channelId }) => channels.get(`${platform} ${channelId}`) ?? null,
    video,
  };
}
