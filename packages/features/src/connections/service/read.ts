import type { LinkedAccount as OnWire, PlatformToLink, User, UserId } from '@tally/contract';
import type { Ctx, LoginDepth } from '@tally/kernel';
import { listAccountsById, listAccountsOf } from '../store/accounts.ts';
import type { AccountRow } from '../tables.ts';
import { type LinkedAccount, toLinkedAccount } from './change.ts';

/** Loads the accounts of these people in one query. People without an account are left out. */
export async function listLinkedAccounts(
  ctx: Pick<Ctx, 'db'>,
  userIds: readonly UserId[],
  platforms?: readonly PlatformToLink[],
): Promise<readonly LinkedAccount[]> {
  return (await listAccountsOf(ctx.db, userIds, platforms)).map(toLinkedAccount);
}

/** Finds the people who own these accounts. */
export async function listOwners(
  ctx: Pick<Ctx, 'db'>,
  platform: PlatformToLink,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, LinkedAccount>> {
  const rows = await listAccountsById(ctx.db, platform, accountIds);
  return new Map(rows.map((row) => [row.accountId, toLinkedAccount(row)]));
}

export async function findOwner(
  ctx: Pick<Ctx, 'db'>,
  platform: PlatformToLink,
  accountId: string,
): Promise<LinkedAccount | null> {
  return (await listOwners(ctx, platform, [accountId])).get(accountId) ?? null;
}

/** Returns the scopes that a person granted. They are empty if the person linked the account without a login. */
export async function listGrants(
  ctx: Pick<Ctx, 'db'>,
  userId: UserId,
  platform: PlatformToLink,
): Promise<readonly string[]> {
  return (await listAccountsOf(ctx.db, [userId], [platform]))[0]?.scopes ?? [];
}

/** Returns the channels whose owners allow downloads of their clips. */
export async function listSharing(
  ctx: Pick<Ctx, 'db' | 'platforms'>,
  platform: PlatformToLink,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await listAccountsById(ctx.db, platform, accountIds);
  return new Set(rows.filter((row) => sharesClips(ctx, row)).map(({ accountId }) => accountId));
}

/** Returns null if the platform has no permission for clips, and false if the person revoked theirs. */
function sharesClips(ctx: Pick<Ctx, 'platforms'>, { platform, scopes, goneAt }: AccountRow): boolean | null {
  const wanted = ctx.platforms.with('login').get(platform)?.clipScopes;
  return wanted ? goneAt === null && allow(scopes, wanted) : null;
}

const allow = (scopes: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((scope) => scopes.includes(scope));

/** Returns the accounts as their owner sees them, without tokens and secret URLs. */
export async function userParts(ctx: Ctx, userId: UserId): Promise<Partial<User>> {
  const rows = await listAccountsOf(ctx.db, [userId]);
  return Object.fromEntries(rows.map((row) => [`${row.platform}Account`, toWire(ctx, row)]));
}

function toWire(ctx: Ctx, row: AccountRow): OnWire {
  const { platform, accountId, username, displayName, goneAt, linkedAt } = row;
  const facts = { isGone: goneAt !== null, depth: depthOf(ctx, row), sharesClips: sharesClips(ctx, row) };
  return { platform, accountId, username, displayName, ...facts, linkedAt };
}

/** A person who linked an account without a login has granted no scopes. */
function depthOf(ctx: Ctx, { platform, scopes }: AccountRow): Exclude<LoginDepth, 'chat' | 'clips'> | null {
  const wanted = ctx.platforms.with('login').get(platform)?.creatorScopes;
  if (!wanted) return null;
  return allow(scopes, wanted) ? 'creator' : 'viewer';
}
