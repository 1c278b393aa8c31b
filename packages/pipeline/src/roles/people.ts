import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { carryOutSoon } from './carry-out.ts';
import { deleteChangesOf, deleteServerRows, listOfUser } from './store/changes.ts';
import { deleteClaimsOf } from './store/claims.ts';
import { callMember, forgetHoldingsOf, listServersOf } from './store/holdings.ts';

/** Deletes the claims of a server that the bot has left. Members keep their roles. */
export async function forgetRolesOfServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction((tx) => deleteServerRows(tx, serverId));
}

/** Handles a person's request for deletion. Roles that we gave are removed, and the last rows are deleted later. */
export async function forgetRolesOfUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteClaimsOf(tx, userId);
    await forgetHoldingsOf(tx, userId);
    await deleteChangesOf(tx, userId);
    for (const serverId of await listServersOf(tx, userId)) {
      await callMember(tx, { serverId, userId }, ctx.clock.now());
      await carryOutSoon(ctx, serverId, { tx });
    }
  });
}

export async function exportRolesOfUser(db: Db, userId: UserId): Promise<Record<string, unknown>> {
  const { claims, holdings, changes } = await listOfUser(db, userId);
  return claims.length + holdings.length + changes.length === 0 ? {} : { claims, holdings, changes };
}
