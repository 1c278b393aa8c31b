import type { ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, count, eq, gt, inArray, isNull, sql } from '@tally/infra/sql';
import { type StreamerRow, streamers } from '../tables.ts';
import { callOut } from './call-out.ts';

const serversOf = (rows: readonly Pick<StreamerRow, 'serverId'>[]) => rows.map(({ serverId }) => serverId);

/** Pauses the first list, even if its streamers had another reason, and resumes the second. */
export async function setPlanPauses(
  tx: Db,
  about: { paused: readonly string[]; resumed: readonly string[]; now: Date },
): Promise<void> {
  const { paused, resumed, now } = about;
  const set = async (ids: readonly string[], pauseReason: 'planLimit' | null) => {
    if (ids.length === 0) return;
    const rows = await tx
      .update(streamers)
      .set({ pauseReason, changedAt: now })
      .where(anyOf(streamers.id, ids))
      .returning({ serverId: streamers.serverId });
    await callOut(tx, serversOf(rows));
  };
  await set(paused, 'planLimit');
  await set(resumed, null);
}

/** Returns whether this call changed the reason. Does nothing if the reason is no longer `from`. */
export async function changePause(
  tx: Db,
  about: { streamerId: string; from: PauseReason; to: PauseReason; now: Date },
): Promise<boolean> {
  const { streamerId, from, to, now } = about;
  const isFrom = from === null ? isNull(streamers.pauseReason) : eq(streamers.pauseReason, from);
  const rows = await tx
    .update(streamers)
    .set({ pauseReason: to, changedAt: now })
    .where(and(eq(streamers.id, streamerId), isFrom))
    .returning({ serverId: streamers.serverId });
  await callOut(tx, serversOf(rows));
  return rows.length > 0;
}

const waitsFor = sql<UserId>`${streamers.settings}->>'startsAfter'`;
const waits = sql`${streamers.settings} ? 'startsAfter'`;

/** Lists a server's streamers that start when this bot leaves, oldest first. */
export async function listWaitingFor(db: Db, serverId: ServerId, botId: UserId): Promise<StreamerRow[]> {
  return await db
    .select()
    .from(streamers)
    .where(and(waits, eq(waitsFor, botId), eq(streamers.serverId, serverId)))
    .orderBy(asc(streamers.addedAt), asc(streamers.id));
}

/** Lists which servers wait for which bots, and with how many streamers. Covers one server or all. */
export async function listWaits(db: Db, serverId?: ServerId) {
  return await db
    .select({ serverId: streamers.serverId, botId: waitsFor, waiting: count() })
    .from(streamers)
    .where(and(waits, serverId === undefined ? undefined : eq(streamers.serverId, serverId)))
    .groupBy(streamers.serverId, waitsFor)
    .orderBy(asc(streamers.serverId));
}

type PauseReason = StreamerRow['pauseReason'];

/** Lists servers that have something to fix, in the order of their ids. */
export async function pagePausedServers(
  db: Db,
  { after, limit }: { after: ServerId | null; limit: number },
): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: streamers.serverId })
    .from(streamers)
    .where(
      and(
        inArray(streamers.pauseReason, ['permissions', 'channelGone']),
        after === null ? undefined : gt(streamers.serverId, after),
      ),
    )
    .orderBy(asc(streamers.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}
