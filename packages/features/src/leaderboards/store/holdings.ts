import type { ServerId, UserId } from '@tally/contract';
import { type Db, turnsOn } from '@tally/infra/db';
import { and, eq } from '@tally/infra/sql';
import { boards, type Holding, holdings, turns } from '../tables.ts';

const at = ({ serverId, userId, roleId }: Pick<Holding, 'serverId' | 'userId' | 'roleId'>) =>
  and(eq(holdings.serverId, serverId), eq(holdings.userId, userId), eq(holdings.roleId, roleId));

export async function listHoldings(db: Db, serverId: ServerId): Promise<Holding[]> {
  return db.select().from(holdings).where(eq(holdings.serverId, serverId));
}

/** What is known to be ours stays ours. */
export async function addHolding(db: Db, holding: Holding): Promise<void> {
  await db.insert(holdings).values(holding).onConflictDoNothing();
}

export async function removeHolding(db: Db, holding: Holding): Promise<void> {
  await db.delete(holdings).where(at(holding));
}

export async function forgetMember(db: Db, serverId: ServerId, userId: UserId): Promise<void> {
  await db.delete(holdings).where(and(eq(holdings.serverId, serverId), eq(holdings.userId, userId)));
}

export async function listHoldingsOf(db: Db, userId: UserId): Promise<Holding[]> {
  return db.select().from(holdings).where(eq(holdings.userId, userId));
}

export async function forgetUserRows(db: Db, userId: UserId): Promise<void> {
  await db.delete(holdings).where(eq(holdings.userId, userId));
}

/** Servers with roles for places, or with members who still have one. */
export async function listRoleServers(db: Db): Promise<ServerId[]> {
  const wanted = await db.selectDistinct({ serverId: boards.serverId }).from(boards).where(eq(boards.hasRoles, true));
  const held = await db.selectDistinct({ serverId: holdings.serverId }).from(holdings);
  return [...new Set([...wanted, ...held].map((row) => row.serverId))];
}

export const { takeTurn, keepTurn, endTurn } = turnsOn(turns);

export async function forgetServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [holdings, turns]) await tx.delete(table).where(eq(table.serverId, serverId));
}
