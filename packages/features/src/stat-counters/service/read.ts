import type { ServerId, StatCounter } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, type Feature, versionOf } from '@tally/kernel';
import { type ReadStanding } from '../../settings/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { listCounters, listCountersOf } from '../store.ts';

export async function readCounters(ctx: Ctx, serverId: ServerId, db: Db = ctx.db): Promise<StatCounter[]> {
  const rows = await listCounters(db, serverId);
  const streamers = await listStreamersById(
    db,
    rows.flatMap(({ streamerId }) => streamerId ?? []),
  );
  const byId = new Map(streamers.map((row) => [row.id, row]));
  return rows.map(({ channelId, kind, streamerId, shown, pausedBy, renamedAt }) => {
    const streamer = streamerId === null ? undefined : byId.get(streamerId);
    const counter = {
      channelId,
      type: kind,
      platform: streamer?.platform ?? null,
      streamerUserName: streamer?.name ?? null,
    };
    // The name changes with the number, so it is not part of the version.
    const state = { name: shown, pauseReason: pausedBy, renamedAt: renamedAt.at(-1) ?? null };
    return { ...counter, version: versionOf(counter), ...state };
  });
}

/** The audit log identifies counters by name, because their channels are deleted with them. */
export const readStanding =
  (ctx: Ctx, serverId: ServerId): ReadStanding =>
  async (db) =>
    (await readCounters(ctx, serverId, db)).map(({ channelId, type, platform, streamerUserName, name }) => ({
      what: 'statCounters',
      key: channelId,
      subject: { kind: 'name', value: name, platform },
      settings: { channelId, type, platform, streamerUserName },
    }));

/** Adds the counters' fields to a streamer's settings on the wire. */
export const streamerFacts: NonNullable<Feature['streamerFacts']> = async (ctx, streamerIds) => {
  const rows = Map.groupBy(await listCountersOf(ctx.db, streamerIds), (row) => row.streamerId ?? '');
  return new Map(
    [...rows].map(([id, list]) => {
      const of = (kind: string) => list.find((row) => row.kind === kind)?.channelId ?? null;
      return [id, { statsChannelIds: { isLive: of('liveUpdates'), followers: of('followers') } }];
    }),
  );
};
