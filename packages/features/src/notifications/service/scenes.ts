import type { Channel, Ctx, StreamSession, Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { asSession, findSession, listChannels } from '@tally/pipeline/detection';
import { listStreamersById } from '../store.ts';
import type { StreamerRow } from '../tables.ts';

/** What the facts of a delivery say to us. We wrote them ourselves. */
export interface About {
  /** Of a live message: whether it shows the stream or its end. */
  readonly phase?: 'live' | 'end';
  readonly vodUrl?: string;
  readonly video?: { readonly id: string; readonly kind: Video['kind'] };
  readonly test?: 'live' | 'video';
}

export const aboutOf = (delivery: Pick<Delivery, 'about'>): About => delivery.about;

/** Who and what a batch of messages is about, in a fixed number of questions. */
export interface Cast {
  streamer(id: string): StreamerRow | null;
  session(id: string | null): StreamSession | null;
  channel(streamer: StreamerRow): Channel | null;
}

export async function loadCast(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Cast> {
  const sessionIds = [...new Set(deliveries.flatMap((each) => each.sessionId ?? []))];
  const [streamers, sessions] = await Promise.all([
    listStreamersById(ctx.db, [...new Set(deliveries.map((each) => each.subject))]),
    Promise.all(sessionIds.map((id) => findSession(ctx.db, id))),
  ]);
  const channels = await loadChannels(ctx, streamers);
  const byId = new Map(streamers.map((streamer) => [streamer.id, streamer]));
  const sessionById = new Map(sessions.flatMap((row) => (row ? [[row.id, asSession(row)] as const] : [])));
  return {
    streamer: (id) => byId.get(id) ?? null,
    session: (id) => (id === null ? null : (sessionById.get(id) ?? null)),
    channel: ({ platform, channelId }) => channels.get(`${platform} ${channelId}`) ?? null,
  };
}

async function loadChannels(ctx: Ctx, streamers: readonly StreamerRow[]): Promise<ReadonlyMap<string, Channel>> {
  const byPlatform = Map.groupBy(streamers, (streamer) => streamer.platform);
  const lists = await Promise.all(
    [...byPlatform].map(([platform, rows]) =>
      listChannels(ctx.db, platform, [...new Set(rows.map((row) => row.channelId))]),
    ),
  );
  return new Map(lists.flat().map((channel) => [`${channel.platform} ${channel.id}`, channel]));
}
