import type { UserId } from '@tally/contract';
import type { Tokens } from '@tally/discord/rest';
import { UnreadableSecretError } from '@tally/infra/crypto';
import { AppError, type Ctx, hours, minutes, UpstreamError } from '@tally/kernel';
import { type LinkedAccount, listLinkedAccounts } from '../../connections/index.ts';
import { userHolds, userPlanOf } from '../../premium/index.ts';
import { longestSubscription } from '../../role-sync/index.ts';
import { changeConnection, deleteConnection, findConnection, saveConnection } from '../store/connections.ts';
import type { Connection } from '../tables.ts';
import { declareRecords, pageOf, type RecordKey } from './records.ts';

const SCOPES = ['identify', 'role_connections.write'];
const RENEW_BEFORE_MS = minutes(5);
/** No event reports new followers or months, so we send these facts daily. */
const TOLD_EVERY_MS = hours(24);
const PLATFORM_NAME = 'Tally';

async function requirePlan(ctx: Ctx, userId: UserId): Promise<void> {
  if (!(await userHolds(ctx, userId, 'LinkedRoles')))
    throw new AppError('premiumRequired', { flag: 'Linked Roles', tier: 'Premium' });
}

/** Returns Discord's consent page. It needs no state, because we later check which account consented. */
export async function startLinking(ctx: Ctx, userId: UserId): Promise<string> {
  await requirePlan(ctx, userId);
  const url = new URL(ctx.config.discord.authorizeUrl);
  url.search = new URLSearchParams({
    client_id: ctx.config.discord.clientId,
    redirect_uri: pageOf(ctx),
    response_type: 'code',
    scope: SCOPES.join(' '),
    prompt: 'consent',
  }).toString();
  return url.href;
}

export async function link(ctx: Ctx, userId: UserId, code: string): Promise<void> {
  await requirePlan(ctx, userId);
  const tokens = await exchange(ctx, code);
  const who = await ctx.discord.login.me(tokens.accessToken);
  // We do not revoke the other account's token, because that would also end its login here: docs/decisions/0012.
  if (who.id !== userId) throw new AppError('wrongDiscordAccount');
  const tellAt = ctx.clock.now();
  await saveConnection(ctx.db, { userId, ...seal(ctx, userId, tokens), told: null, tellAt });
  await declareRecords(ctx);
  await pushFacts(ctx, userId);
}

async function exchange(ctx: Ctx, code: string): Promise<Tokens> {
  try {
    const tokens = await ctx.discord.login.exchangeCode({ code, redirectUri: pageOf(ctx) });
    if (!SCOPES.every((scope) => tokens.scopes.includes(scope))) throw new AppError('loginFailed');
    return tokens;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'down' || error.kind === 'limited') throw error;
    // The code was used, has expired, is invalid, or was issued for another URL.
    throw new AppError('loginFailed');
  }
}

/** Removes the facts at Discord. Revoking the permission would also end the login: docs/decisions/0012. */
export async function unlink(ctx: Ctx, userId: UserId): Promise<void> {
  const gone = await deleteConnection(ctx.db, userId);
  if (!gone) return;
  try {
    const accessToken = open(ctx, userId, 'access', gone.accessToken);
    await ctx.discord.login.setRoleConnection({ accessToken, platformName: '', platformUsername: '', metadata: {} });
  } catch (error) {
    if (!(error instanceof UpstreamError || error instanceof UnreadableSecretError)) throw error;
    // If the permission has ended, Discord has already deleted the facts.
    ctx.log.info({ err: error }, 'A role connection could not be removed at Discord.');
  }
}

const purpose = (word: 'access' | 'refresh', userId: UserId): string => `role-connection-${word}:${userId}`;
const open = (ctx: Ctx, userId: UserId, word: 'access' | 'refresh', sealed: string): string =>
  ctx.secrets.decrypt(purpose(word, userId), sealed);

const seal = (ctx: Ctx, userId: UserId, tokens: Tokens) => ({
  accessToken: ctx.secrets.encrypt(purpose('access', userId), tokens.accessToken),
  refreshToken:
    tokens.refreshToken === null ? null : ctx.secrets.encrypt(purpose('refresh', userId), tokens.refreshToken),
  expiresAt: new Date(ctx.clock.now().getTime() + tokens.expiresInSeconds * 1000),
});

/** Sends a person's facts to Discord if they have changed. Deletes the connection if its permission has ended. */
export async function pushFacts(ctx: Ctx, userId: UserId): Promise<void> {
  const row = await findConnection(ctx.db, userId);
  if (!row) return;
  const facts = await readFacts(ctx, userId);
  const told = JSON.stringify(facts);
  const tellAt = new Date(ctx.clock.now().getTime() + TOLD_EVERY_MS);
  try {
    const { accessToken, renewed } = await freshToken(ctx, row);
    if (row.told !== told)
      await ctx.discord.login.setRoleConnection({ accessToken, platformName: PLATFORM_NAME, ...facts });
    await changeConnection(ctx.db, row, { ...renewed, told, tellAt });
  } catch (error) {
    if (!isOver(error)) throw error;
    ctx.log.info({ userId, err: error }, 'A permission for linked roles has ended.');
    await deleteConnection(ctx.db, userId);
  }
}

/** A missing key may return, but if it is lost for good, so is the permission. */
const isOver = (error: unknown): boolean =>
  error instanceof UnreadableSecretError
    ? error.isLost
    : error instanceof UpstreamError && error.kind !== 'down' && error.kind !== 'limited';

async function freshToken(ctx: Ctx, row: Connection): Promise<{ accessToken: string; renewed: Partial<Connection> }> {
  const { userId } = row;
  const isFresh = row.expiresAt.getTime() - RENEW_BEFORE_MS > ctx.clock.now().getTime();
  if (isFresh || row.refreshToken === null)
    return { accessToken: open(ctx, userId, 'access', row.accessToken), renewed: {} };
  const refreshToken = open(ctx, userId, 'refresh', row.refreshToken);
  const tokens = await ctx.discord.login.refresh(refreshToken);
  const renewed = seal(ctx, userId, { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken });
  // Stores the new tokens immediately, because the old refresh token works only once.
  await changeConnection(ctx.db, row, renewed);
  Object.assign(row, renewed);
  return { accessToken: tokens.accessToken, renewed };
}

async function readFacts(ctx: Ctx, userId: UserId) {
  const accounts = await listLinkedAccounts(ctx, [userId], ['kick', 'twitch']);
  // If the person's plan has ended, Discord gets empty facts, but the connection stays.
  const holds = await userHolds(ctx, userId, 'LinkedRoles');
  const [first] = accounts;
  const metadata: Record<RecordKey, string> = {
    kick_linked: flag(holds && accounts.some(({ platform }) => platform === 'kick')),
    twitch_linked: flag(holds && accounts.some(({ platform }) => platform === 'twitch')),
    followers: String(holds ? await countFollowers(ctx, accounts) : 0),
    subscriber_months: String(holds ? await longestSubscription(ctx, userId) : 0),
    premium: flag(holds && (await userPlanOf(ctx, userId)).enabled),
  };
  return {
    platformUsername: Array.from(first?.displayName ?? '')
      .slice(0, 100)
      .join(''),
    metadata,
  };
}

const flag = (is: boolean): string => (is ? '1' : '0');

/** Returns the followers of the person's largest channel. If a platform fails, we retry tomorrow. */
async function countFollowers(ctx: Ctx, accounts: readonly LinkedAccount[]): Promise<number> {
  let most = 0;
  for (const { platform, accountId, username } of accounts) {
    try {
      const counted = await ctx.platforms
        .with('followers')
        .get(platform)
        ?.countFollowers({ id: accountId, name: username });
      const channelOf = () => ctx.platforms.with('stream').get(platform)?.findChannel(username);
      most = Math.max(most, counted ?? (await channelOf())?.followers ?? 0);
    } catch (error) {
      if (!(error instanceof UpstreamError) && !(error instanceof AppError)) throw error;
      ctx.log.info({ platform }, 'A platform did not return a number of followers.');
    }
  }
  return most;
}
