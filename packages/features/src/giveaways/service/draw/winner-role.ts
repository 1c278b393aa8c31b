import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { claimRoles, dropClaims } from '@tally/pipeline/roles';
import { readTerms } from '../../match/terms.ts';
import type { DrawnRow, GiveawayRow } from '../../tables.ts';

const KIND = 'giveaways/winner';

/** Gives winners the role, for the chosen number of days or, without a number, permanently. */
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
    userIds.map((userId) => ({ serverId, userId, roleId, kind: KIND, reason, ...lasting })),
  );
}

/** Takes the role from replaced winners. If the prize must be claimed, only those who claimed it have the role. */
export async function removeWinnerRole(
  ctx: Ctx,
  tx: Db,
  row: GiveawayRow,
  replaced: readonly DrawnRow[],
): Promise<void> {
  const { winnerRoleId: roleId, winnerRoleDays, claimMinutes } = readTerms(row);
  if (!roleId) return;
  const { serverId, id: reason } = row;
  const userIds = replaced.flatMap(({ userId, claimedAt }) => (userId && (claimedAt || !claimMinutes) ? [userId] : []));
  if (winnerRoleDays) await dropClaims(ctx, tx, { kinds: [KIND], serverId, userIds, reasons: [reason] });
  else {
    const orders = userIds.map((userId) => ({ serverId, userId, roleId, kind: KIND, reason, wish: 'taken' as const }));
    await claimRoles(ctx, tx, orders);
  }
}
