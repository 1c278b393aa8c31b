import type { TeamId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, count, desc, eq, inArray, or, type SQL, sql } from '@tally/infra/sql';
import { type InviteRow, invites } from '../tables.ts';

/** True if the invitation has uses left and is still valid. */
const isOpen = (now: Date): SQL => sql`(${invites.revokedAt} is null
  and (${invites.expiresAt} is null or ${invites.expiresAt} > ${now.toISOString()}::timestamptz)
  and (${invites.maxUses} is null or ${invites.uses} < ${invites.maxUses}))`;

export async function insertInvite(tx: Db, row: typeof invites.$inferInsert): Promise<void> {
  await tx.insert(invites).values(row);
}

/** Also finds ended invitations, because a member still sees the team. */
export async function findByHash(db: Db, codeHash: string): Promise<InviteRow | null> {
  const [row] = await db.select().from(invites).where(eq(invites.codeHash, codeHash));
  return row ?? null;
}

export async function isStillOpen(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: invites.id })
    .from(invites)
    .where(and(eq(invites.id, id), isOpen(now)));
  return rows.length > 0;
}

/** Takes one use of the invitation. Null if no use is left, or if the invitation has ended. */
export async function claimUse(tx: Db, id: string, now: Date): Promise<Pick<InviteRow, 'bitfield'> | null> {
  const [row] = await tx
    .update(invites)
    .set({ uses: sql`${invites.uses} + 1` })
    .where(and(eq(invites.id, id), isOpen(now)))
    .returning({ bitfield: invites.bitfield });
  return row ?? null;
}

export async function listOpen(db: Db, teamId: TeamId, now: Date): Promise<InviteRow[]> {
  return await db
    .select()
    .from(invites)
    .where(and(eq(invites.teamId, teamId), isOpen(now)))
    .orderBy(desc(invites.createdAt), desc(invites.id));
}

export async function countOpen(db: Db, teamId: TeamId, now: Date): Promise<number> {
  const [found] = await db
    .select({ total: count() })
    .from(invites)
    .where(and(eq(invites.teamId, teamId), isOpen(now)));
  return found?.total ?? 0;
}

export async function listInvites(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<(InviteRow & { readonly isOpen: boolean })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ row: invites, isOpen: sql<boolean>`${isOpen(now)}` })
    .from(invites)
    .where(inArray(invites.id, [...ids]));
  return rows.map(({ row, isOpen }) => ({ ...row, isOpen }));
}

/** Revokes an invitation by id or code. Returns false if this team has no such open invitation. */
export async function revokeInvite(
  tx: Db,
  teamId: TeamId,
  { id, codeHash, now }: { id: string; codeHash?: string; now: Date },
): Promise<boolean> {
  const isMeant = codeHash === undefined ? eq(invites.id, id) : or(eq(invites.id, id), eq(invites.codeHash, codeHash));
  const { rowCount } = await tx
    .update(invites)
    .set({ revokedAt: now })
    .where(and(eq(invites.teamId, teamId), isMeant, isOpen(now)));
  return (rowCount ?? 0) > 0;
}

/** The previous leader granted these rights, so they end. */
export async function clearBitsOfInvites(tx: Db, teamId: TeamId): Promise<void> {
  await tx.update(invites).set({ bitfield: 0n }).where(eq(invites.teamId, teamId));
}

/** Deletes ended invitations that no current member has used. */
export async function deleteSpent(tx: Db, teamId: TeamId, now: Date): Promise<void> {
  await tx.delete(invites).where(
    sql`${invites.teamId} = ${teamId} and not ${isOpen(now)}
      and not exists (select 1 from team_members as mate where mate.invite_id = ${invites.id})`,
  );
}
