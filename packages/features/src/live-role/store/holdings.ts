import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Db, turnsOn } from '@tally/infra/db';
import { and, asc, count, eq, inArray, isNotNull, lte, sql } from '@tally/infra/sql';
import { claims, type Holding, holdings, links, news, turns } from '../tables.ts';

export type HoldingKey = Pick<Holding, 'serverId' | 'userId' | 'roleId'>;

const at = ({ serverId, userId, roleId }: HoldingKey) =>
  and(eq(holdings.serverId, serverId), eq(holdings.userId, userId), eq(holdings.roleId, roleId));

/** What waits longest first. */
export async function listDue(db: Db, serverId: ServerId, now: Date, limit: number): Promise<Holding[]> {
  return db
    .select()
    .from(holdings)
    .where(and(eq(holdings.serverId, serverId), lte(holdings.settleAt, now)))
    .orderBy(asc(holdings.settleAt), asc(holdings.userId), asc(holdings.roleId))
    .limit(limit);
}

/** When there is work again. Null: not as far as we know. */
export async function findNextDue(db: Db, serverId: ServerId): Promise<Date | null> {
  const [next] = await db
    .select({ at: holdings.settleAt })
    .from(holdings)
    .where(and(eq(holdings.serverId, serverId), isNotNull(holdings.settleAt)))
    .orderBy(asc(holdings.settleAt))
    .limit(1);
  return next?.at ?? null;
}

export async function listHoldings(db: Db, serverId: ServerId): Promise<Holding[]> {
  return db.select().from(holdings).where(eq(holdings.serverId, serverId));
}

export const changeHolding = async (tx: Db, key: HoldingKey, change: Partial<Holding>): Promise<void> => {
  await tx.update(holdings).set(change).where(at(key));
};

/** It is as `isWanted` said. If that has changed meanwhile, the row stays due. */
export async function settleHolding(tx: Db, holding: Holding, found: { hasIt: boolean; isOurs: boolean }) {
  const same = sql`${holdings.isWanted} = ${holding.isWanted}`;
  await tx
    .update(holdings)
    .set({
      ...found,
      tries: 0,
      settleAt: sql`case when ${same} then null else ${holdings.settleAt} end`,
    })
    .where(at(holding));
  // Nothing left to remember: not wanted, and not there.
  if (!found.hasIt) await tx.delete(holdings).where(and(at(holding), eq(holdings.isWanted, false)));
}

/** Looked at again, because something that they depend on is different now. */
export async function callHoldings(tx: Db, serverId: ServerId, roleIds: readonly RoleId[], now: Date): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .update(holdings)
    .set({ settleAt: now })
    .where(and(eq(holdings.serverId, serverId), inArray(holdings.roleId, [...roleIds])));
}

/** Nothing can be done about this role now: the next reconciliation looks whether somebody has mended it. */
export async function parkRole(tx: Db, serverId: ServerId, roleId: RoleId): Promise<void> {
  await tx
    .update(holdings)
    .set({ settleAt: null })
    .where(and(eq(holdings.serverId, serverId), eq(holdings.roleId, roleId)));
}

export async function noteChecked(tx: Db, serverId: ServerId, userIds: readonly UserId[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(holdings)
    .set({ checkedAt: now })
    .where(and(eq(holdings.serverId, serverId), inArray(holdings.userId, [...userIds])));
}

export const { takeTurn, keepTurn, endTurn } = turnsOn(turns);

/** Every server in which somebody has, or should have, a role of this kind. */
export async function listBusyServers(db: Db): Promise<ServerId[]> {
  const rows = await db.selectDistinct({ serverId: holdings.serverId }).from(holdings);
  return rows.map((row) => row.serverId);
}

export async function countHolders(db: Db, serverId: ServerId): Promise<{ roleId: RoleId; members: number }[]> {
  return db
    .select({ roleId: holdings.roleId, members: count() })
    .from(holdings)
    .where(and(eq(holdings.serverId, serverId), eq(holdings.hasIt, true), eq(holdings.isWanted, true)))
    .groupBy(holdings.roleId);
}

/** Who has the live role of each of these streamers because of them. */
export async function listHoldersOf(
  db: Db,
  streamerIds: readonly string[],
): Promise<{ streamerId: string; userId: UserId }[]> {
  if (streamerIds.length === 0) return [];
  return db
    .select({ streamerId: claims.source, userId: claims.userId })
    .from(claims)
    .innerJoin(
      holdings,
      and(
        eq(holdings.serverId, claims.serverId),
        eq(holdings.userId, claims.userId),
        eq(holdings.roleId, claims.roleId),
        eq(holdings.hasIt, true),
      ),
    )
    .where(sql`${claims.source} = any(${sql.param([...streamerIds])}::text[])`);
}

export async function forgetServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [claims, holdings, turns, news]) await tx.delete(table).where(eq(table.serverId, serverId));
}

export async function forgetUserRows(tx: Db, userId: UserId): Promise<void> {
  for (const table of [claims, holdings, news, links]) await tx.delete(table).where(eq(table.userId, userId));
}

export async function listOfUser(db: Db, userId: UserId): Promise<Pick<Holding, 'serverId' | 'roleId' | 'reason'>[]> {
  const { serverId, roleId, reason } = holdings;
  return db.select({ serverId, roleId, reason }).from(holdings).where(eq(holdings.userId, userId));
}
