import { bit, type TeamFlag, type TeamId, teamFlags, type UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { isMemberWith, listLeadersOf, listMembersWith } from '../store/rights.ts';

export interface RightOf {
  readonly userId: UserId;
  /** The owner of the managed things. Team rights always concern the leader's own things. */
  readonly leaderId: UserId;
  readonly flag: TeamFlag;
}

/** Returns whether a person may do this with the leader's things. Always true for the leader. */
export async function mayManage(ctx: Ctx, { userId, leaderId, flag }: RightOf): Promise<boolean> {
  return userId === leaderId || (await isMemberWith(ctx.db, { userId, leaderId, bits: bit(teamFlags[flag]) }));
}

export interface LedBy {
  readonly leaderId: UserId;
  /** Null if the leader has not logged in since their account was created again. */
  readonly leaderName: string | null;
  readonly teamId: TeamId;
  readonly teamName: string;
}

/** Lists all other people for whom the person may do this. */
export async function listLeadersFor(
  ctx: Ctx,
  { userId, flag }: { readonly userId: UserId; readonly flag: TeamFlag },
): Promise<LedBy[]> {
  const rows = await listLeadersOf(ctx.db, userId, bit(teamFlags[flag]));
  const names = await listNames(
    ctx,
    rows.map(({ leaderId }) => leaderId),
  );
  return rows.map((row) => ({ ...row, leaderName: names.get(row.leaderId) ?? null }));
}

/** Lists all others who may do this with the leader's things. */
export const listHolders = async (
  ctx: Ctx,
  { leaderId, flag }: { readonly leaderId: UserId; readonly flag: TeamFlag },
): Promise<UserId[]> => await listMembersWith(ctx.db, leaderId, bit(teamFlags[flag]));
