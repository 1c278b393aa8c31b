import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { forgetMember } from '../store/claims.ts';
import { forgetServerRows, forgetUserRows, listBusyServers, listHoldersOf, listOfUser } from '../store/holdings.ts';
import { forgetRules } from '../store/rules.ts';
import { forgetLink } from './linked.ts';
import { concernedServers, forgetScene, sceneOf } from './rules.ts';

const BELIEVED_MS = minutes(1);

/** Whether there is anything of ours in a server: a rule, or a role that somebody has. */
export async function isOurs(ctx: Ctx, serverId: ServerId): Promise<boolean> {
  if ((await concernedServers(ctx)).has(serverId)) return true;
  const busy = await ctx.cache.get('live-role/busy', BELIEVED_MS, async () => new Set(await listBusyServers(ctx.db)));
  return busy.has(serverId);
}

/** Their roles went with them. */
export async function forgetLeft(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => await forgetMember(tx, { serverId, userId }));
  (await sceneOf(ctx, serverId)).shown.delete(userId);
}

export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetRules(tx, serverId);
    await forgetServerRows(tx, serverId);
  });
  await forgetScene(ctx, serverId);
}

export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await forgetLink(ctx, userId);
  await ctx.db.transaction(async (tx) => await forgetUserRows(tx, userId));
}

export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const liveRoles = await listOfUser(ctx.db, userId);
  return liveRoles.length === 0 ? {} : { liveRoles };
}

/** For the pages of streamers: who has the live role because of each. */
export async function liveRoleHolders(db: Db, streamerIds: readonly string[]): Promise<Map<string, UserId[]>> {
  const rows = await listHoldersOf(db, streamerIds);
  return new Map(
    [...Map.groupBy(rows, (row) => row.streamerId)].map(([id, list]) => [id, list.map((row) => row.userId)]),
  );
}
