import type { TeamId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, requireUser } from '@tally/kernel';
import { lockTeam } from '../store/teams.ts';
import type { TeamRow } from '../tables.ts';

/** Locks the caller's team. They may have lost it since the access check. */
export async function lockOwnTeam(ctx: Ctx, tx: Db, teamId: TeamId): Promise<TeamRow> {
  const team = await lockTeam(tx, teamId);
  if (team?.leaderId !== requireUser(ctx).userId) throw new AppError('notAllowed');
  return team;
}
