import type { TeamId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { count, eq } from '@tally/infra/sql';
import { type TeamRow, teams } from '../tables.ts';

/** Returns false if the person already leads a team. */
export async function insertTeam(tx: Db, row: TeamRow): Promise<boolean> {
  const { rowCount } = await tx.insert(teams).values(row).onConflictDoNothing({ target: teams.leaderId });
  return (rowCount ?? 0) > 0;
}

export async function findTeam(db: Db, teamId: TeamId): Promise<TeamRow | null> {
  const [row] = await db.select().from(teams).where(eq(teams.id, teamId));
  return row ?? null;
}

export async function findTeamLedBy(db: Db, leaderId: UserId): Promise<TeamRow | null> {
  const [row] = await db.select().from(teams).where(eq(teams.leaderId, leaderId));
  return row ?? null;
}

/** Locks the team, so concurrent joins, departures and changes must wait. */
export async function lockTeam(tx: Db, teamId: TeamId): Promise<TeamRow | null> {
  const [row] = await tx.select().from(teams).where(eq(teams.id, teamId)).for('no key update');
  return row ?? null;
}

export async function changeTeam(tx: Db, teamId: TeamId, change: Partial<Pick<TeamRow, 'name' | 'leaderId'>>) {
  await tx.update(teams).set(change).where(eq(teams.id, teamId));
}

/** Deletes the team with its members, invitations and history. */
export async function deleteTeam(tx: Db, teamId: TeamId): Promise<void> {
  await tx.delete(teams).where(eq(teams.id, teamId));
}

export async function countTeams(db: Db): Promise<number> {
  const [found] = await db.select({ total: count() }).from(teams);
  return found?.total ?? 0;
}
