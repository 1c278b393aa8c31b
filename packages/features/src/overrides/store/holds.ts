import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, lte, sql } from '@tally/infra/sql';
import type { Hold } from '../match/verdict.ts';
import { holds } from '../tables.ts';

const ROWS_AT_ONCE = 1000;

const isOneOf = (serverIds: readonly ServerId[]) => sql`${holds.serverId} = any(${sql.param([...serverIds])}::text[])`;

/** Lists servers' stored decisions about a stream, expired or not. */
export async function listHolds(
  db: Db,
  sessionId: string,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, Hold>> {
  if (serverIds.length === 0) return new Map();
  // A stream that has just started has no decisions. This check avoids sending thousands of ids.
  const [some] = await db
    .select({ sessionId: holds.sessionId })
    .from(holds)
    .where(eq(holds.sessionId, sessionId))
    .limit(1);
  if (!some) return new Map();
  const rows = await db
    .select()
    .from(holds)
    .where(and(eq(holds.sessionId, sessionId), isOneOf(serverIds)));
  return new Map(rows.map(({ serverId, decision, until }) => [serverId, { decision, until }]));
}

/** A newer decision replaces an expired one. */
export async function saveHolds(
  tx: Db,
  sessionId: string,
  made: readonly { readonly serverId: ServerId; readonly hold: Hold }[],
): Promise<void> {
  for (let at = 0; at < made.length; at += ROWS_AT_ONCE) {
    const rows = made.slice(at, at + ROWS_AT_ONCE).map(({ serverId, hold }) => ({ serverId, sessionId, ...hold }));
    await tx
      .insert(holds)
      .values(rows)
      .onConflictDoUpdate({
        target: [holds.serverId, holds.sessionId],
        set: { decision: sql`excluded.decision`, until: sql`excluded.until` },
      });
  }
}

/** Lists streams with an expired decision, the earliest first. */
export async function listEndedHolds(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ readonly serverId: ServerId; readonly sessionId: string }[]> {
  return db
    .select({ serverId: holds.serverId, sessionId: holds.sessionId })
    .from(holds)
    .where(lte(holds.until, now))
    .orderBy(asc(holds.until))
    .limit(limit);
}

/** Deletes expired decisions unless they were renewed since. */
export async function deleteEndedHolds(
  db: Db,
  sessionId: string,
  serverIds: readonly ServerId[],
  now: Date,
): Promise<void> {
  await db.delete(holds).where(and(eq(holds.sessionId, sessionId), isOneOf(serverIds), lte(holds.until, now)));
}

export async function forgetHolds(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(holds).where(eq(holds.serverId, serverId));
}
