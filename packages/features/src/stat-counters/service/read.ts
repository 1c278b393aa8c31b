import type { ServerId, StatCounter } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listStreamersById, type StreamerFacts } from '../../notifications/index.ts';
import { listCounters, listCountersOf } from '../store.ts';

export async function readCounters(ctx: Ctx, serverId: ServerId): Promise<StatCounter[]> {
  const rows = await listCounters(ctx.db, serverId);
  const streamers = await listStreamersById(
    ctx.db,
    rows.flatMap(({ streamerId }) => streamerId ?? []),
  );
  const byId = new Map(streamers.map((row) => [row.id, row]));
  return rows.map(({ channelId, kind, streamerId, shown, pausedBy }) => {
    const streamer = streamerId === null ? undefined : byId.get(streamerId);
    return {
      channelId,
      type: kind,
      platform: streamer?.platform ?? null,
      streamerUserName: streamer?.name ?? null,
      name: shown,
      pauseReason: pausedBy,
    };
  });
}

/** What stands on the wire beside a streamer's settings. */
export async function streamerFacts(
  ctx: Ctx,
  streamerIds: readonly string[],
): Promise<ReadonlyMap<string, StreamerFacts>> {
  const rows = Map.groupBy(await listCountersOf(ctx.db, streamerIds), (row) => row.streamerId ?? '');
  return new Map(
    [...rows].map(([id, list]) => {
      const of = (kind: string) => list.find((row) => row.kind === kind)?.channelId ?? null;
      return [id, { statsChannelIds: { isLive: of('liveUpdates'), followers: of('followers') } }];
    }),
  );
}
