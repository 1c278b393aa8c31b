import type { ServerId, UserId } from '@tally/contract';
import type { Tokens } from '@tally/discord/rest';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { AppError, type Ctx, hours, minutes, requireUser, say, UpstreamError } from '@tally/kernel';
import {
  deleteGrant,
  findGrant,
  findLook,
  findServer,
  type GrantRow,
  listServers,
  renewGrant,
  replaceServers,
  saveGrant,
  saveLook,
  type UserServerRow,
} from './store.ts';

/** A server that a person is in, according to Discord. */
export type UserServer = UserServerRow;

/** Without these scopes, we could not identify the person or the servers that they manage. */
const NEEDED_SCOPES = ['identify', 'guilds'];
/** We renew a token this long before it expires, so it does not expire during a call. */
const RENEW_BEFORE_MS = minutes(5);
/** While Discord is down, we use its last answer for this long. */
const USED_WHILE_DOWN_MS = hours(1);

export const redirectUri = (ctx: Ctx): string => `${ctx.config.webUrl}/login/callback`;

/** Exchanges the code from Discord's login page for tokens, and loads the person. */
export async function askWhoItIs(ctx: Ctx, code: string) {
  try {
    const tokens = withRefresh(await ctx.discord.login.exchangeCode({ code, redirectUri: redirectUri(ctx) }));
    if (!NEEDED_SCOPES.every((scope) => tokens.scopes.includes(scope))) throw new AppError('loginFailed');
    return { tokens, user: await ctx.discord.login.me(tokens.accessToken) };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'down' || error.kind === 'limited') throw error;
    // Discord refuses our own keys, so no one can log in until the operator fixes them.
    if (error.upstreamCode === 'invalid_client') {
      ctx.log.error({ status: error.status }, say('en-US', 'doctor.wrongClientSecret'));
      throw new AppError('unavailable');
    }
    // The code was already used, has expired, is invalid, or belongs to another application.
    ctx.log.info({ kind: error.kind, status: error.status }, 'Discord did not accept a login.');
    throw new AppError('loginFailed');
  }
}

type RenewableTokens = Tokens & { readonly refreshToken: string };

/** Refuses a login without a refresh token: its permission would end in a week, and we could not revoke it. */
function withRefresh(tokens: Tokens): RenewableTokens {
  if (tokens.refreshToken === null) throw new AppError('loginFailed');
  return { ...tokens, refreshToken: tokens.refreshToken };
}

/** Ties each token to its person, so a copy in another person's row cannot be decrypted. */
const purpose = (word: 'access' | 'refresh', userId: string): string => `discord-${word}:${userId}`;

function seal(ctx: Ctx, userId: string, tokens: RenewableTokens): Omit<GrantRow, 'userId' | 'serversReadAt'> {
  return {
    accessToken: ctx.secrets.encrypt(purpose('access', userId), tokens.accessToken),
    refreshToken: ctx.secrets.encrypt(purpose('refresh', userId), tokens.refreshToken),
    scope: tokens.scopes.join(' '),
    expiresAt: new Date(ctx.clock.now().getTime() + tokens.expiresInSeconds * 1000),
  };
}

export async function keepGrant(ctx: Ctx, userId: string, tokens: RenewableTokens): Promise<void> {
  await saveGrant(ctx.db, { userId, ...seal(ctx, userId, tokens) });
}

/** A token that cannot be decrypted stays stored, because its key may return. The next login replaces it. */
function open(ctx: Ctx, userId: UserId, word: 'access' | 'refresh', sealed: string): string {
  try {
    return ctx.secrets.decrypt(purpose(word, userId), sealed);
  } catch (error) {
    if (error instanceof UnreadableSecretError) throw new AppError('sessionExpired');
    throw error;
  }
}

/** Calls Discord on a person's behalf. Renews the token once if it has expired or is refused. */
async function asPerson<T>(ctx: Ctx, userId: UserId, call: (accessToken: string) => Promise<T>): Promise<T> {
  const grant = await findGrant(ctx.db, userId);
  if (!grant) throw new AppError('sessionExpired');
  const isFresh = grant.expiresAt.getTime() - RENEW_BEFORE_MS > ctx.clock.now().getTime();
  if (!isFresh) return await call(await renew(ctx, grant));
  const accessToken = open(ctx, userId, 'access', grant.accessToken);
  try {
    return await call(accessToken);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
    return await call(await renew(ctx, grant));
  }
}

/** Renews once for all concurrent callers, because Discord accepts each refresh token only once. */
async function renew(ctx: Ctx, before: GrantRow): Promise<string> {
  const userId = before.userId as UserId;
  return await ctx.cache.get(`account/renew/${userId}`, 0, async () => {
    const grant = await findGrant(ctx.db, userId);
    if (!grant) throw new AppError('sessionExpired');
    if (grant.accessToken !== before.accessToken) return open(ctx, userId, 'access', grant.accessToken);
    try {
      const refreshToken = open(ctx, userId, 'refresh', grant.refreshToken);
      const tokens = await ctx.discord.login.refresh(refreshToken);
      // If the response has no new refresh token, the old one stays valid.
      const renewed = { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
      await renewGrant(ctx.db, userId, seal(ctx, userId, renewed));
      return tokens.accessToken;
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind === 'down' || error.kind === 'limited') throw error;
      return await afterRefusedRenewal(ctx, grant);
    }
  });
}

/** Uses the token that another process may have just renewed. If there is none, the person revoked the permission. */
async function afterRefusedRenewal(ctx: Ctx, before: GrantRow): Promise<string> {
  const userId = before.userId as UserId;
  const now = await findGrant(ctx.db, userId);
  if (now && now.refreshToken !== before.refreshToken) {
    return open(ctx, userId, 'access', now.accessToken);
  }
  await deleteGrant(ctx.db, userId);
  throw new AppError('sessionExpired');
}

/** Lists all servers that the person is in. With a `maxAgeMs` of 0, it always asks Discord. */
export async function readServersOfUser(
  ctx: Ctx,
  userId: UserId,
  { maxAgeMs }: { maxAgeMs: number },
): Promise<readonly UserServer[]> {
  const grant = await findGrant(ctx.db, userId);
  if (!grant) throw new AppError('sessionExpired');
  await refreshIfOlder(ctx, userId, grant.serversReadAt, maxAgeMs);
  return await listServers(ctx.db, userId);
}

/** Returns one of the person's servers, or null. While the list is fresh, this is a single indexed query. */
export async function readServerOfUser(
  ctx: Ctx,
  userId: UserId,
  serverId: ServerId,
  { maxAgeMs }: { maxAgeMs: number },
): Promise<UserServer | null> {
  const found = await findServer(ctx.db, userId, serverId);
  if (!found) throw new AppError('sessionExpired');
  const isRefreshed = await refreshIfOlder(ctx, userId, found.readAt, maxAgeMs);
  return (isRefreshed ? await findServer(ctx.db, userId, serverId) : found)?.server ?? null;
}

async function refreshIfOlder(ctx: Ctx, userId: UserId, readAt: Date | null, maxAgeMs: number): Promise<boolean> {
  const ageOf = (at: Date | null) => (at ? ctx.clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  const isFresh = (at: Date | null) => maxAgeMs > 0 && ageOf(at) <= maxAgeMs;
  if (isFresh(readAt)) return false;
  const age = ageOf(readAt);
  try {
    // Concurrent callers share one call, and a slightly later one gets its result, too.
    await ctx.cache.get(`account/servers/${userId}/${maxAgeMs}`, 0, async () => {
      const grant = await findGrant(ctx.db, userId);
      if (!isFresh(grant?.serversReadAt ?? null)) await refreshServers(ctx, userId);
    });
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError) || age > USED_WHILE_DOWN_MS) throw error;
    ctx.log.warn({ err: error, userId }, "Discord did not list a person's servers; its last answer is used.");
    return false;
  }
}

async function refreshServers(ctx: Ctx, userId: UserId): Promise<void> {
  const readAt = ctx.clock.now();
  const told = await asPerson(ctx, userId, (accessToken) => ctx.discord.login.servers({ accessToken }));
  const servers = told.map(({ id, name, icon, banner, isOwner, permissions }) => ({
    serverId: id,
    name,
    icon,
    banner,
    isOwner,
    permissions,
  }));
  await ctx.db.transaction(async (tx) => await replaceServers(tx, { userId, servers, readAt }));
}

/** Adds the person to our own server, as they allowed at login. */
export async function joinServer(ctx: Ctx, userId: UserId, serverId: ServerId): Promise<void> {
  await asPerson(ctx, userId, (accessToken) => ctx.discord.members.add({ serverId, userId, accessToken }));
}

/** Deletes our copy of the grant. Discord remembers the permission, so the next login asks for no consent. */
export async function dropGrant(ctx: Ctx, userId: UserId): Promise<void> {
  await deleteGrant(ctx.db, userId);
}

/** Also revokes the grant at Discord, so this program may no longer act for the person. */
export async function revokeGrant(ctx: Ctx, userId: UserId): Promise<void> {
  const grant = await findGrant(ctx.db, userId);
  if (!grant) return;
  await deleteGrant(ctx.db, userId);
  try {
    await ctx.discord.login.revoke(ctx.secrets.decrypt(purpose('refresh', userId), grant.refreshToken));
  } catch (error) {
    if (!(error instanceof UpstreamError || error instanceof UnreadableSecretError)) throw error;
    ctx.log.warn({ err: error, userId }, 'A permission could not be revoked at Discord.');
  }
}

const LOOK_MS = hours(1);

/** Lets the caller read this server's dashboard until the returned time. */
export async function startLook(ctx: Ctx, serverId: ServerId): Promise<Date> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + LOOK_MS);
  await saveLook(ctx.db, { userId: requireUser(ctx).userId, serverId, until }, now);
  return until;
}

/** Returns until when the caller, as a staff member, may read this server's dashboard. */
export const lookUntil = async (ctx: Ctx, serverId: ServerId): Promise<Date | null> =>
  await findLook(ctx.db, { userId: requireUser(ctx).userId, serverId, now: ctx.clock.now() });
