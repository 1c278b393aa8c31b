import type { PlatformToLink } from '@tally/contract';
import { AppError, type Ctx, type LoggedIn } from '@tally/kernel';
import { entrust } from '@tally/pipeline/detection';
import { consumeAttempt } from '../store/proofs.ts';
import type { AttemptRow } from '../tables.ts';
import { keepAccount } from './keep.ts';
import { asking, loginOf, nameOf, redirectUriOf } from './platform.ts';
import { openVerifier } from './seal.ts';

/** Links the account when the person returns from the platform's login page. */
export async function linkByLogin(
  ctx: Ctx,
  caller: LoggedIn,
  platform: PlatformToLink,
  { code, state }: { code: string; state: string | undefined },
): Promise<void> {
  const login = loginOf(ctx, platform);
  const attempt = await readAttempt(ctx, caller, platform, state);
  const verifier = openVerifier(ctx, attempt, attempt.verifier);
  const redirectUri = redirectUriOf(ctx, platform);
  const { tokens, account } = await asking(ctx, platform, async () => {
    const tokens = await login.exchange({ code, redirectUri, verifier });
    if (!tokens) throw new AppError('linkRefused', { platform: nameOf(ctx, platform) });
    return { tokens, account: await login.whoIs(tokens.accessToken) };
  });
  if (!account) throw new AppError('linkWithoutChannel', { platform: nameOf(ctx, platform) });
  // If linking fails, we keep the tokens. At Google, revoking them would also end the permission of the account's
  // owner.
  await keepAccount(ctx, { userId: caller.userId, platform, account, way: 'login', tokens });
}

/** Each attempt can be read once, even by the wrong caller. */
async function readAttempt(
  ctx: Ctx,
  caller: LoggedIn,
  platform: PlatformToLink,
  state: string | undefined,
): Promise<AttemptRow> {
  const attempt = state === undefined ? null : await consumeAttempt(ctx.db, ctx.secrets.hashToken(state));
  const isTheirs =
    attempt?.userId === caller.userId && attempt.sessionId === caller.sessionId && attempt.platform === platform;
  if (!attempt || !isTheirs || attempt.expiresAt <= ctx.clock.now()) throw new AppError('linkNotBegun');
  return attempt;
}

/**
 * Only a channel's owner has its API URL, because it allows broadcasting. We store the URL so that detection can call
 * it, and never show it again.
 */
export async function linkByAddress(
  ctx: Ctx,
  caller: LoggedIn,
  platform: PlatformToLink,
  address: string,
): Promise<void> {
  const supporters = ctx.platforms.with('supporters').get(platform);
  if (!supporters) throw new AppError('linkingOff', { platform: nameOf(ctx, platform) });
  const channel = await asking(ctx, platform, () => supporters.readSecret(address));
  if (!channel) throw new AppError('apiAddressRefused');
  await keepAccount(
    ctx,
    { userId: caller.userId, platform, account: channel, way: 'address', tokens: null },
    async (tx) => await entrust(ctx, tx, channel, address),
  );
}
