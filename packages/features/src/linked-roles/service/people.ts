import type { ServerId, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { AccountChange } from '../../connections/index.ts';
import { findConnection } from '../store/connections.ts';
import { forgetServerRows, forgetUserRows, listOfUser } from '../store/seen.ts';
import { unlink } from './connection.ts';
import { pushFactsSoon } from './queue.ts';
import { forgetRules } from './rules.ts';

export async function accountChanged(ctx: Ctx, { account }: AccountChange): Promise<void> {
  await ctx.db.transaction((tx) => pushFactsSoon(ctx, account.userId, tx));
}

export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction((tx) => forgetServerRows(tx, serverId));
  await forgetRules(ctx, serverId);
}

export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await unlink(ctx, userId);
  await forgetUserRows(ctx.db, userId);
}

/** Exports our data without the tokens. */
export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const seen = await listOfUser(ctx.db, userId);
  const connection = await findConnection(ctx.db, userId);
  return {
    ...(seen.length > 0 ? { linkedRoles: { seen } } : {}),
    ...(connection ? { roleConnection: { told: connection.told, expiresAt: connection.expiresAt } } : {}),
  };
}
