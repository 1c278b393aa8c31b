import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { claimRoles } from '@tally/pipeline/roles';
import { readTerms } from '../match/terms.ts';
import type { GiveawayRow } from '../tables.ts';

/** Goes by itself after so many days; without a number it stays. */
export async function giveWinnerRole(ctx: Ctx, tx: Db, row: GiveawayRow, userIds: readonly UserId[]): Promise<void> {
  const { winnerRoleId: roleId, winnerRoleDays } = readTerms(row);
  if (!roleId) return;
  const { serverId, id: reason } = row;
  const lasting = winnerRoleDays
    ? { wish: 'held' as const, until: new Date(ctx.clock.now().getTime() + days(winnerRoleDays)) }
    : { wish: 'given' as const };
  await claimRoles(
    ctx,
    tx,
    userIds.map((userId) => ({ serverId, userId, roleId, kind: 'giveaways/winner', reason, ...lasting })),
  );
}
