import { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import { errorLogs } from './tables.ts';

export type ErrorLogRow = typeof errorLogs.$inferSelect;
export type NewErrorLog = Omit<ErrorLogRow, 'id' | 'count' | 'firstAt' | 'lastAt' | 'solvedAt'>;

/**
 * Counts a repeated problem, or reopens it if it was solved or has not occurred since `freshSince`. Returns whether it
 * counts as new.
 */
export async function countError(
  db: Db,
  { error, now, freshSince }: { error: NewErrorLog; now: Date; freshSince: Date },
): Promise<boolean> {
  const wasOver = sql`(${errorLogs.lastAt} < ${freshSince.toISOString()}::timestamptz or ${errorLogs.solvedAt} is not null)`;
  const [saved] = await db
    .insert(errorLogs)
    .values({ ...error, count: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [errorLogs.serverId, errorLogs.fingerprint],
      set: {
        count: sql`case when ${wasOver} then 1 else ${errorLogs.count} + 1 end`,
        firstAt: sql`case when ${wasOver} then excluded.first_at else ${errorLogs.firstAt} end`,
        lastAt: now,
        solvedAt: null,
        action: error.action,
        missingPermissions: error.missingPermissions,
      },
    })
    .returning({ count: errorLogs.count });
  return saved?.count === 1;
}

export async function listErrors(
  db: Db,
  { serverId, since, most }: { serverId: ServerId; since: Date; most: number },
): Promise<readonly ErrorLogRow[]> {
  return await db
    .select()
    .from(errorLogs)
    .where(and(eq(errorLogs.serverId, serverId), gt(errorLogs.lastAt, since)))
    .orderBy(isNotNull(errorLogs.solvedAt), desc(errorLogs.lastAt), desc(errorLogs.id))
    .limit(most);
}

export async function findNewest(db: Db, serverId: ServerId, since: Date): Promise<Date | null> {
  const [newest] = await db
    .select({ lastAt: errorLogs.lastAt })
    .from(errorLogs)
    .where(and(isOpenIn(serverId), gt(errorLogs.lastAt, since)))
    .orderBy(desc(errorLogs.lastAt))
    .limit(1);
  return newest?.lastAt ?? null;
}

/** Counts unsolved problems with a suggested action, by server. */
export async function countOpen(
  db: Db,
  serverIds: readonly ServerId[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ serverId: errorLogs.serverId, errors: count() })
    .from(errorLogs)
    .where(
      and(
        inArray(errorLogs.serverId, [...serverIds]),
        isNull(errorLogs.solvedAt),
        isNotNull(errorLogs.action),
        gt(errorLogs.lastAt, since),
      ),
    )
    .groupBy(errorLogs.serverId);
  return new Map(rows.map(({ serverId, errors }) => [serverId, errors]));
}

const isOpenIn = (serverId: ServerId) => and(eq(errorLogs.serverId, serverId), isNull(errorLogs.solvedAt));

export async function listOpen(db: Db, serverId: ServerId): Promise<readonly ErrorLogRow[]> {
  return await db.select().from(errorLogs).where(isOpenIn(serverId));
}

/** Leaves a problem open if it recurred after it was checked. */
export async function markSolved(
  tx: Db,
  rows: readonly Pick<ErrorLogRow, 'id' | 'lastAt'>[],
  now: Date,
): Promise<void> {
  for (const { id, lastAt } of rows) {
    await tx
      .update(errorLogs)
      .set({ solvedAt: now })
      .where(and(eq(errorLogs.id, id), eq(errorLogs.lastAt, lastAt), isNull(errorLogs.solvedAt)));
  }
}

export async function setMissing(db: Db, id: bigint, missingPermissions: readonly string[]): Promise<void> {
  await db.update(errorLogs).set({ missingPermissions }).where(eq(errorLogs.id, id));
}

export async function listServersWithOpen(db: Db): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: errorLogs.serverId })
    .from(errorLogs)
    .where(isNull(errorLogs.solvedAt));
  return rows.map(({ serverId }) => ServerId.parse(serverId));
}

export async function deleteErrors(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(errorLogs).where(eq(errorLogs.serverId, serverId));
}

export async function deleteErrorsBefore(db: Db, moment: Date): Promise<number> {
  const gone = await db.delete(errorLogs).where(lt(errorLogs.lastAt, moment)).returning({ id: errorLogs.id });
  return gone.length;
}
