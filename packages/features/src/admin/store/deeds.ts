import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, lt, sql } from '@tally/infra/sql';
import { type DeedRow, deeds } from '../tables.ts';

export async function insertDeed(db: Db, row: Omit<DeedRow, 'id'>): Promise<void> {
  await db.insert(deeds).values(row);
}

export async function listDeeds(
  db: Db,
  about: { userId: UserId | undefined; call: string | undefined; before: bigint | undefined; limit: number },
): Promise<DeedRow[]> {
  const { userId, call, before, limit } = about;
  return await db
    .select()
    .from(deeds)
    .where(
      and(
        userId === undefined ? undefined : eq(deeds.userId, userId),
        call === undefined ? undefined : eq(deeds.call, call),
        before === undefined ? undefined : lt(deeds.id, before),
      ),
    )
    .orderBy(desc(deeds.id))
    .limit(limit);
}

/** A path names a person by different words: `userId`, or the `subject` of a ban. */
const names = (userId: UserId) => sql`exists (select from jsonb_each_text(${deeds.about}) where value = ${userId})`;

/** What was done about a person: who did it is not theirs to know. */
export async function listDeedsAbout(db: Db, userId: UserId): Promise<Pick<DeedRow, 'call' | 'reason' | 'at'>[]> {
  const { call, reason, at, id } = deeds;
  return await db.select({ call, reason, at }).from(deeds).where(names(userId)).orderBy(id);
}

/** The deeds stay; who did them, and to whom, does not. */
export async function forgetInDeeds(tx: Db, userId: UserId): Promise<void> {
  await tx.update(deeds).set({ userId: null }).where(eq(deeds.userId, userId));
  await tx
    .update(deeds)
    .set({
      about: sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(${deeds.about}) where value <> ${userId}), '{}')`,
      reason: null,
    })
    .where(names(userId));
}
