import type { TeamId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, type SQL, sql } from '@tally/infra/sql';
import { members, teams } from '../tables.ts';

/** The channel on which the database notifies every process of changed rights. */
export const TEAMS_CHANNEL = 'tally_teams';

const holds = (bits: bigint): SQL => sql`${members.bitfield} & ${bits}::bigint = ${bits}::bigint`;

/** Returns whether a person is in this leader's team and has all of these bits. */
export async function isMemberWith(
  db: Db,
  { userId, leaderId, bits }: { userId: UserId; leaderId: UserId; bits: bigint },
): Promise<boolean> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(and(eq(members.userId, userId), eq(teams.leaderId, leaderId), holds(bits)));
  return rows.length > 0;
}

export interface LeaderRow {
  readonly leaderId: UserId;
  readonly teamId: TeamId;
  readonly teamName: string;
}

/** Lists the leaders in whose teams a person has all of these bits, in the order of joining. */
export async function listLeadersOf(db: Db, userId: UserId, bits: bigint): Promise<LeaderRow[]> {
  return await db
    .select({ leaderId: teams.leaderId, teamId: teams.id, teamName: teams.name })
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(and(eq(members.userId, userId), holds(bits)))
    .orderBy(asc(members.joinedAt), asc(teams.id));
}

/** Notifies when the transaction commits. Without a person, the notification is about the whole team. */
export async function callOutRights(tx: Db, leaderId: UserId, userId: UserId | null): Promise<void> {
  await tx.execute(sql`select pg_notify(${TEAMS_CHANNEL}, ${userId ? `${leaderId} ${userId}` : leaderId})`);
}

export function readRightsCall(call: string): { readonly leaderId: string; readonly userId: string | null } {
  const [leaderId = '', userId] = call.split(' ');
  return { leaderId, userId: userId ?? null };
}

/** Lists the members of this leader's team with all of these bits, in the order of joining. */
export async function listMembersWith(db: Db, leaderId: UserId, bits: bigint): Promise<UserId[]> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(teams, eq(teams.id, members.teamId))
    .where(and(eq(teams.leaderId, leaderId), holds(bits)))
    .orderBy(asc(members.joinedAt), asc(members.userId));
  return rows.map(({ userId }) => userId);
}
