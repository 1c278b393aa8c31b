import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, gte, isNotNull, lt, or, sql } from '@tally/infra/sql';
import { type DeedRow, deeds } from '../tables.ts';

/** Returns null if this read was already recorded within the hour. */
export async function insertDeed(
  tx: Db,
  row: Pick<DeedRow, 'userId' | 'call' | 'about' | 'reason' | 'at' | 'hour'>,
): Promise<bigint | null> {
  const [made] = await tx.insert(deeds).values(row).onConflictDoNothing().returning({ id: deeds.id });
  return made?.id ?? null;
}

export async function describeDeed(
  tx: Db,
  id: bigint,
  subject: Partial<Pick<DeedRow, 'title' | 'href' | 'personId' | 'serverId' | 'changes'>>,
): Promise<void> {
  await tx.update(deeds).set(subject).where(eq(deeds.id, id));
}

export async function deleteDeed(tx: Db, id: bigint): Promise<void> {
  await tx.delete(deeds).where(eq(deeds.id, id));
}

export async function listDeeds(
  db: Db,
  about: {
    userId?: UserId | undefined;
    personId?: UserId | undefined;
    serverId?: ServerId | undefined;
    call?: string | undefined;
    from?: Date | undefined;
    until?: Date | undefined;
    before: bigint | undefined;
    limit: number;
  },
): Promise<DeedRow[]> {
  const { userId, personId, serverId, call, from, until, before, limit } = about;
  return await db
    .select()
    .from(deeds)
    .where(
      and(
        userId === undefined ? undefined : eq(deeds.userId, userId),
        personId === undefined ? undefined : eq(deeds.personId, personId),
        serverId === undefined ? undefined : eq(deeds.serverId, serverId),
        call === undefined ? undefined : eq(deeds.call, call),
        from === undefined ? undefined : gte(deeds.at, from),
        until === undefined ? undefined : lt(deeds.at, until),
        before === undefined ? undefined : lt(deeds.id, before),
      ),
    )
    .orderBy(desc(deeds.id))
    .limit(limit);
}

export async function listStaff(db: Db): Promise<UserId[]> {
  const rows = await db.selectDistinct({ userId: deeds.userId }).from(deeds).where(isNotNull(deeds.userId));
  return rows.flatMap(({ userId }) => userId ?? []);
}

export async function listCalls(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ call: deeds.call }).from(deeds).orderBy(asc(deeds.call));
  return rows.map(({ call }) => call);
}

export async function deleteDeedsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(deeds).where(lt(deeds.at, before));
}

/** Calls name a person in different parameters: as `userId`, or as the `id` of a ban. */
const names = (userId: UserId) =>
  or(eq(deeds.personId, userId), sql`exists (select from jsonb_each_text(${deeds.about}) where value = ${userId})`);

/**
 * Lists staff actions that concern a person, and when staff read their data. Does not reveal which staff member it was.
 */
export async function listDeedsAbout(db: Db, userId: UserId): Promise<Pick<DeedRow, 'call' | 'reason' | 'at'>[]> {
  const { call, reason, at, id } = deeds;
  return await db.select({ call, reason, at }).from(deeds).where(names(userId)).orderBy(id);
}

/** Keeps the lines, but removes who acted and everything that identifies the person they are about. */
export async function forgetInDeeds(tx: Db, userId: UserId): Promise<void> {
  await tx.update(deeds).set({ userId: null }).where(eq(deeds.userId, userId));
  await tx
    .update(deeds)
    .set({
      about: sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(${deeds.about}) where value <> ${userId}), '{}')`,
      personId: null,
      title: null,
      href: null,
      changes: [],
      reason: null,
      // Once their ids are removed, reads about several people in one hour would violate the unique index.
      hour: null,
    })
    .where(names(userId));
}
