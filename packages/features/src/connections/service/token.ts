import type { PlatformToLink, UserId } from '@tally/contract';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';
import { changeAccount, claimRenewal, findAccount } from '../store/accounts.ts';
import type { AccountRow } from '../tables.ts';
import { loseGrant } from './lose.ts';
import { openToken, sealTokens } from './seal.ts';

/** We renew a token this long before it expires, so it does not expire during a call. */
const RENEW_BEFORE_MS = minutes(5);
/** Longer than any platform takes to answer. After a crash, the claim expires and another process renews the token. */
const CLAIM_MS = seconds(30);
const LOOK_AGAIN_MS = 150;
const LOOKS = 200;

export interface AccessToken {
  readonly accessToken: string;
  readonly scopes: readonly string[];
}

/**
 * Returns a token that is valid for some minutes. Null if the person has no account there, linked it without a login,
 * or revoked the permission and was notified. Throws an UpstreamError while the platform is down.
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

/** A missing key may return. If it is lost for good, so are the tokens, and we notify the person. */
async function unreadable(ctx: Ctx, row: AccountRow, error: unknown): Promise<null> {
  if (!(error instanceof UnreadableSecretError)) throw error;
  if (error.isLost) return await expired(ctx, row);
  ctx.log.debug({ err: error, platform: row.platform }, 'a stored permission cannot be decrypted');
  return null;
}

/**
 * Calls the platform on a person's behalf, and renews a refused token once. Returns null as `getAccessToken` does, and
 * throws on other problems.
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
    // Another caller may have renewed the token since.
    const renewed = now && now.accessToken !== token.accessToken ? now : await renew(ctx, row);
    return renewed ? await call(renewed) : null;
  }
}

const isFresh = (ctx: Ctx, row: AccountRow): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() - RENEW_BEFORE_MS > ctx.clock.now().getTime();

const tokenOf = (ctx: Ctx, row: AccountRow): AccessToken | null =>
  row.accessToken === null ? null : { accessToken: openToken(ctx, row, 'access', row.accessToken), scopes: row.scopes };

/**
 * Asks the platform whether it still accepts a token, and renews a refused one. If that fails, the person is notified.
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
    // Moves a token whose key is missing to the end of the queue, so it does not block others.
    await changeAccount(ctx.db, row, { validatedAt: ctx.clock.now() });
  }
}

/** Runs one renewal of a token at a time: callers in one process share it, and processes claim the row. */
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
  // Another process renewed the token between our read and our claim.
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
    // If the response contains no refresh token or scopes, the old ones stay valid.
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
