import { ServerId, type SyncPlatform, syncPlatforms, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, type Feature, hours } from '@tally/kernel';
import { listHolders } from '@tally/pipeline/roles';
import { type AccountChange, listLinkedAccounts } from '../../connections/index.ts';
import { readServersOfUser } from '../../grants/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { rolesIn } from '../match.ts';
import { deleteFactsOf, listFactsOf } from '../store/facts.ts';
import { callKnown, callMembers, forgetServerRows, forgetUserRows, listOfUser } from '../store/members.ts';
import { STANDING } from './claims.ts';
import { concernedServers } from './concerned.ts';
import { isSynced } from './lists.ts';
import { sweepSoon } from './sync.ts';

const SERVERS_AGE_MS = hours(1);

/** Checks a person in all their servers that give such roles. */
export async function accountChanged(ctx: Ctx, { kind, account }: AccountChange): Promise<void> {
  const { userId } = account;
  const places = kind === 'unlinked' ? [] : await placesOf(ctx, userId);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await callMembers(tx, places, now);
    await callKnown(tx, { userId }, now);
    // Facts about an account are deleted when it is unlinked.
    if (kind === 'unlinked' && isTold(account)) await deleteFactsOf(tx, account);
    await sweepSoon(ctx, tx);
  });
}

/** If a person does not let us see their servers, we check them once they ask for roles in a server. */
async function placesOf(ctx: Ctx, userId: UserId) {
  const concerned = await concernedServers(ctx);
  if (concerned.size === 0) return [];
  try {
    const servers = await readServersOfUser(ctx, userId, { maxAgeMs: SERVERS_AGE_MS });
    return servers.flatMap(({ serverId }) =>
      concerned.has(ServerId.parse(serverId)) ? [{ serverId: ServerId.parse(serverId), userId }] : [],
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'sessionExpired') return [];
    throw error;
  }
}

/** Checks a member who joined, because they may have linked their accounts long ago. */
export async function memberJoined(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<void> {
  if (!(await concernedServers(ctx)).has(serverId)) return;
  if ((await listLinkedAccounts(ctx, [userId], syncPlatforms)).length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await callMembers(tx, [{ serverId, userId }], ctx.clock.now());
    await sweepSoon(ctx, tx);
  });
}

/** Checks every known member when role settings change. */
export async function streamersChanged(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  await ctx.cache.forgetPrefix('role-sync/');
  if ((await callKnown(tx, { serverId }, ctx.clock.now())) > 0) await sweepSoon(ctx, tx);
}

/** Counts, for creators' pages, how many members have each role because of us. */
export const streamerFacts: NonNullable<Feature['streamerFacts']> = async (ctx, streamerIds) => {
  const rows = await listStreamersById(ctx.db, streamerIds);
  const roleIds = [...new Set(rows.flatMap(({ settings }) => rolesIn(settings)))];
  const held = await listHolders(ctx.db, { kinds: [STANDING], roleIds });
  return new Map(
    rows.map(({ id, serverId, settings }) => [
      id,
      {
        usersWhoHaveRole: [...new Set(rolesIn(settings))].flatMap((roleId) => {
          const userIds = held
            .filter((each) => each.serverId === serverId && each.roleId === roleId)
            .map(({ userId }) => userId);
          return userIds.length > 0 ? [{ roleId, userIds }] : [];
        }),
      },
    ]),
  );
};

export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction((tx) => forgetServerRows(tx, serverId));
}

type Told = { readonly platform: SyncPlatform; readonly accountId: string };

const isTold = <A extends { platform: string; accountId: string }>(account: A): account is A & Told =>
  isSynced(account.platform);

const accountsOf = async (ctx: Ctx, userId: UserId): Promise<readonly Told[]> =>
  (await listLinkedAccounts(ctx, [userId], syncPlatforms)).filter(isTold);

/** If the accounts were deleted first, unlinking them has already deleted the facts. */
export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  const accounts = await accountsOf(ctx, userId);
  await ctx.db.transaction(async (tx) => {
    await forgetUserRows(tx, userId);
    for (const account of accounts) await deleteFactsOf(tx, account);
  });
}

export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const members = await listOfUser(ctx.db, userId);
  const facts = (await Promise.all((await accountsOf(ctx, userId)).map((each) => listFactsOf(ctx.db, each)))).flat();
  return {
    ...(members.length > 0 ? { roleSync: { members } } : {}),
    ...(facts.length > 0 ? { standings: facts } : {}),
  };
}
