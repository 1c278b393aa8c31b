import type { ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, gt, inArray, isNull } from '@tally/infra/sql';
import { type StreamerRow, streamers } from '../tables.ts';
import { callOut } from './call-out.ts';

const serversOf = (rows: readonly Pick<StreamerRow, 'serverId'>[]) => rows.map(({ serverId }) => serverId);

/** Pauses the first list, whatever the earlier reason, and resumes the second. */
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

/** Returns whether this call paused it; the caller that did sends the notice. */
export async function pauseByServer(
  tx: Db,
  about: { streamerId: string; reason: NonNullable<StreamerRow['pauseReason']>; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(streamers)
    .set({ pauseReason: about.reason, changedAt: about.now })
    .where(and(eq(streamers.id, about.streamerId), isNull(streamers.pauseReason)))
    .returning({ serverId: streamers.serverId });
  await callOut(tx, serversOf(rows));
  return rows.length > 0;
}

/** Only if the reason is still the one that was checked: the owner may have changed it. */
export async function resume(
  tx: Db,
  about: { streamerId: string; from: NonNullable<StreamerRow['pauseReason']>; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(streamers)
    .set({ pauseReason: null, changedAt: about.now })
    .where(and(eq(streamers.id, about.streamerId), eq(streamers.pauseReason, about.from)))
    .returning({ serverId: streamers.serverId });
  await callOut(tx, serversOf(rows));
  return rows.length > 0;
}

/** Servers with something to fix, in the order of their ids. */
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
