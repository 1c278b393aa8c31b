import type { TeamId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, count, eq, sql } from '@tally/infra/sql';
import { type MemberRow, members, teams } from '../tables.ts';

type Which = Pick<MemberRow, 'teamId' | 'userId'>;
const isOne = ({ teamId, userId }: Which) => and(eq(members.teamId, teamId), eq(members.userId, userId));

/** Prevents two joins of one person from being counted at the same time. Lock the team first. */
export async function lockJoiner(tx: Db, userId: UserId): Promise<void> {
  await lockOn(tx, `team member ${userId}`);
}

export async function insertMember(tx: Db, row: MemberRow): Promise<void> {
  await tx.insert(members).values(row);
}

export async function findMember(db: Db, which: Which): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(isOne(which));
  return row ?? null;
}

export async function deleteMember(tx: Db, which: Which): Promise<void> {
  await tx.delete(members).where(isOne(which));
}

export async function setBits(tx: Db, which: Which, bitfield: bigint): Promise<void> {
  await tx.update(members).set({ bitfield }).where(isOne(which));
}

/** Removes the rights of all members of the team. */
export async function clearBits(tx: Db, teamId: TeamId): Promise<void> {
  await tx.update(members).set({ bitfield: 0n }).where(eq(members.teamId, teamId));
}

/** Lists members in the order of joining. */
export async function listMembers(db: Db, teamId: TeamId): Promise<MemberRow[]> {
  return await db
    .select()
    .from(members)
    .where(eq(members.teamId, teamId))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}

export async function countMembers(db: Db, teamId: TeamId): Promise<number> {
  const [found] = await db.select({ total: count() }).from(members).where(eq(members.teamId, teamId));
  return found?.total ?? 0;
}

export async function countTeamsOf(db: Db, userId: UserId): Promise<number> {
  const [found] = await db.select({ total: count() }).from(members).where(eq(members.userId, userId));
  return found?.total ?? 0;
}

/** Lists a person's teams in the order of joining. */
export async function listTeamsOf(db: Db, userId: UserId) {
  return await db
    .select({
      teamId: teams.id,
      teamName: teams.name,
      leaderId: teams.leaderId,
      bitfield: members.bitfield,
      joinedAt: members.joinedAt,
      total: sql<number>`(select count(*)::int from team_members as mate where mate.team_id = ${teams.id})`,
    })
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.joinedAt), asc(teams.id));
}
