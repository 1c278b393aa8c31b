import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import type { MemberKey } from '@tally/pipeline/roles';
import { baselines, logs, rules, seen } from '../tables.ts';

const isOf = ({ serverId, userId }: MemberKey) => and(eq(seen.serverId, serverId), eq(seen.userId, userId));

/** Serializes the events of a member. */
export async function lockMember(tx: Db, { serverId, userId }: MemberKey): Promise<void> {
  await lockOn(tx, `linked ${serverId} ${userId}`);
}

export async function findSeen(db: Db, place: MemberKey): Promise<readonly RoleId[]> {
  const [row] = await db.select({ roleIds: seen.roleIds }).from(seen).where(isOf(place));
  return row?.roleIds ?? [];
}

/** Stores a member's roles, or deletes the row if they have none of these roles. */
export async function saveSeen(tx: Db, place: MemberKey, roleIds: readonly RoleId[]): Promise<void> {
  if (roleIds.length === 0) await tx.delete(seen).where(isOf(place));
  else
    await tx
      .insert(seen)
      .values({ ...place, roleIds: [...roleIds] })
      .onConflictDoUpdate({ target: [seen.serverId, seen.userId], set: { roleIds: [...roleIds] } });
}

/** Stores the current roles of a page of members. */
export async function saveManySeen(
  tx: Db,
  serverId: ServerId,
  rows: readonly { readonly userId: UserId; readonly roleIds: readonly RoleId[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(seen)
    .values(rows.map(({ userId, roleIds }) => ({ serverId, userId, roleIds: [...roleIds] })))
    .onConflictDoUpdate({ target: [seen.serverId, seen.userId], set: { roleIds: sql`excluded.role_ids` } });
}

export async function forgetMember(db: Db, place: MemberKey): Promise<void> {
  await db.delete(seen).where(isOf(place));
}

export async function forgetServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [rules, logs, seen, baselines]) await tx.delete(table).where(eq(table.serverId, serverId));
}

export async function forgetUserRows(db: Db, userId: UserId): Promise<void> {
  await db.delete(seen).where(eq(seen.userId, userId));
}

export async function listOfUser(db: Db, userId: UserId) {
  return await db.select({ serverId: seen.serverId, roleIds: seen.roleIds }).from(seen).where(eq(seen.userId, userId));
}
