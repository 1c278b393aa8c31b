import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, gt, lt, sql } from '@tally/infra/sql';
import { errorLogs } from './tables.ts';

export type ErrorLogRow = typeof errorLogs.$inferSelect;
export type NewErrorLog = Omit<ErrorLogRow, 'id' | 'count' | 'firstAt' | 'lastAt'>;

/**
 * The same trouble again counts up; one that had been quiet since `freshSince` begins anew. Answers whether it
 * began now.
 */
export async function countError(
  db: Db,
  { error, now, freshSince }: { error: NewErrorLog; now: Date; freshSince: Date },
): Promise<boolean> {
  const wasQuiet = sql`${errorLogs.lastAt} < ${freshSince.toISOString()}::timestamptz`;
  const [saved] = await db
    .insert(errorLogs)
    .values({ ...error, count: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [errorLogs.serverId, errorLogs.fingerprint],
      set: {
        count: sql`case when ${wasQuiet} then 1 else ${errorLogs.count} + 1 end`,
        firstAt: sql`case when ${wasQuiet} then excluded.first_at else ${errorLogs.firstAt} end`,
        lastAt: now,
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
    .orderBy(desc(errorLogs.lastAt), desc(errorLogs.id))
    .limit(most);
}

export async function findNewest(db: Db, serverId: ServerId, since: Date): Promise<Date | null> {
  const [newest] = await listErrors(db, { serverId, since, most: 1 });
  return newest?.lastAt ?? null;
}

export async function deleteErrors(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(errorLogs).where(eq(errorLogs.serverId, serverId));
}

export async function deleteErrorsBefore(db: Db, moment: Date): Promise<number> {
  const gone = await db.delete(errorLogs).where(lt(errorLogs.lastAt, moment)).returning({ id: errorLogs.id });
  return gone.length;
}
