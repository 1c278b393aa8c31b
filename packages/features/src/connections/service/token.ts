import type { PlatformToLink, UserId } from '@tally/contract';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';
import { changeAccount, claimRenewal, findAccount } from '../store/accounts.ts';
import type { AccountRow } from '../tables.ts';
import { loseGrant } from './lose.ts';
import { openToken, sealTokens } from './seal.ts';

/** A token must not expire during a call. */
const RENEW_BEFORE_MS = minutes(5);
/** Longer than a platform may take to answer: after a crash the claim expires. */
const CLAIM_MS = seconds(30);
const LOOK_AGAIN_MS = 150;
const LOOKS = 200;

export interface AccessToken {
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

/**
 * A token that is valid for the next minutes. Null if the person has no account there, proved it without logging in, or
 * revoked their permission (then they were notified). Throws an UpstreamError while the platform is down.
 */
export async function getAccessToken(ctx: Ctx, userId: UserId, platform: PlatformToLink): Promise<AccessToken | null> {
  const row = await findAccount(ctx.db, { userId, platform });
  if (!row?.accessToken) return null;
  if (!isFresh(ctx, row)) return await renew(ctx, row);
  try {
    return tokenOf(ctx, row);
  } catch (error) {
    return await unreadable(ctx, row, error);
  }
}

/** A missing key may come back. If a key is lost, so are its secrets, and the person is notified. */
async function unreadable(ctx: Ctx, row: AccountRow, error: unknown): Promise<null> {
  if (!(error instanceof UnreadableSecretError)) throw error;
  if (error.isLost) return await expired(ctx, row);
  ctx.log.debug({ err: error, platform: row.platform }, 'a stored permission cannot be decrypted');
  return null;
}

/**
 * Calls the platform on a person's behalf. A refused token is renewed once. Returns null as above; throws on any other
 * problem.
 */
export async function withAccessToken<T>(
  ctx: Ctx,
  { userId, platform }: { userId: UserId; platform: PlatformToLink },
  call: (token: AccessToken) => Promise<T>,
): Promise<T | null> {
  const token = await getAccessToken(ctx, userId, platform);
  if (!token) return null;
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
    const row = await findAccount(ctx.db, { userId, platform });
    if (!row?.accessToken) return null;
    const now = tokenOf(ctx, row);
    // Another caller has renewed it in the meantime.
    const renewed = now && now.accessToken !== token.accessToken ? now : await renew(ctx, row);
    return renewed ? await call(renewed) : null;
  }
}

const isFresh = (ctx: Ctx, row: AccountRow): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() - RENEW_BEFORE_MS > ctx.clock.now().getTime();

const tokenOf = (ctx: Ctx, row: AccountRow): AccessToken | null =>
  row.accessToken === null ? null : { accessToken: openToken(ctx, row, 'access', row.accessToken), scopes: row.scopes };

/**
 * Asks the platform whether it still accepts a token. A refused token is renewed; if that fails, the person is
 * notified.
 */
export async function validate(ctx: Ctx, row: AccountRow): Promise<void> {
  const validation = ctx.platforms.with('validation').get(row.platform);
  if (!validation) return;
  try {
    const token = tokenOf(ctx, row);
    if (!token) return;
    const isValid = await validation.isValid(token.accessToken);
    await changeAccount(ctx.db, row, { validatedAt: ctx.clock.now() });
    if (!isValid) await renew(ctx, row);
  } catch (error) {
    await unreadable(ctx, row, error);
    // A token that waits for a key must not stay at the front of the queue forever.
    await changeAccount(ctx.db, row, { validatedAt: ctx.clock.now() });
  }
}

/** One renewal at a time: callers in one process share the answer, and processes claim the row. */
export async function renew(ctx: Ctx, before: AccountRow): Promise<AccessToken | null> {
  const { userId, platform } = before;
  return await ctx.cache.get(`connections/renew/${platform}/${userId}`, 0, async () => {
    // The token has expired and cannot be renewed.
    if (before.refreshToken === null) return await expired(ctx, before);
    for (let look = 0; look < LOOKS; look += 1) {
      const now = ctx.clock.now();
      const claimed = await claimRenewal(ctx.db, before, now, new Date(now.getTime() + CLAIM_MS));
      if (claimed) return await renewClaimed(ctx, claimed, before);
      const current = await findAccount(ctx.db, before);
      if (!current?.refreshToken) return null;
      if (current.accessToken !== before.accessToken) return tokenOf(ctx, current);
      await ctx.timers.pause(LOOK_AGAIN_MS);
    }
    throw new UpstreamError({ world: platform, kind: 'down', message: 'the renewal of a token takes too long' });
  });
}

async function expired(ctx: Ctx, row: AccountRow): Promise<null> {
  await loseGrant(ctx, row);
  return null;
}

async function renewClaimed(ctx: Ctx, row: AccountRow, before: AccountRow): Promise<AccessToken | null> {
  const free = { renewingUntil: null };
  // Another process renewed it between our read and our claim.
  if (row.accessToken !== before.accessToken) {
    await changeAccount(ctx.db, row, free);
    return tokenOf(ctx, row);
  }
  const login = ctx.platforms.with('login').get(row.platform);
  if (!login || row.refreshToken === null) {
    await changeAccount(ctx.db, row, free);
    throw new UpstreamError({ world: row.platform, kind: 'denied', message: 'there are no keys for logging in' });
  }
  try {
    const refreshToken = openToken(ctx, row, 'refresh', row.refreshToken);
    const tokens = await login.renew(refreshToken);
    if (!tokens) return await expired(ctx, row);
    // If the answer has no refresh token or no scopes, the old ones stay valid.
    const renewed = {
      ...tokens,
      refreshToken: tokens.refreshToken ?? refreshToken,
      scopes: tokens.scopes.length > 0 ? tokens.scopes : row.scopes,
    };
    const now = ctx.clock.now();
    await changeAccount(ctx.db, row, { ...sealTokens(ctx, row, renewed), ...free, checkedAt: now, validatedAt: now });
    return { accessToken: renewed.accessToken, scopes: renewed.scopes };
  } catch (error) {
    await changeAccount(ctx.db, row, free);
    return await unreadable(ctx, row, error);
  }
}
