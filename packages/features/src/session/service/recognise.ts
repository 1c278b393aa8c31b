import { SESSION_IDLE_DAYS, UserId } from '@tally/contract';
import { AppError, type Caller, type Ctx, days, type LoggedIn, minutes, seconds } from '@tally/kernel';
import { flagsOfBadges, localeOf } from '../../account/index.ts';
import { findOpenSession, type Limits, touchSession } from '../store.ts';

/** A page makes twenty calls, which share one check. An ended session is dropped immediately, see `end.ts`. */
const BELIEVED_MS = seconds(5);
/** Records use at most this often, because a write per request costs too much. */
const TOUCH_EVERY_MS = minutes(1);

export function limitsAt(now: Date): Limits {
  return { now, idleSince: new Date(now.getTime() - days(SESSION_IDLE_DAYS)) };
}

/** The cache key uses the hash, so the cache contains no token either. */
export const cacheKey = (tokenHash: string): string => `session/${tokenHash}`;

/** Makes the next call of every caller read their rights again, because some have changed. */
export const recogniseAgain = async (ctx: Ctx): Promise<void> => await ctx.cache.forgetPrefix(cacheKey(''));

interface Checked {
  readonly caller: LoggedIn;
  /** When the session would expire if it were not used again. */
  readonly overAt: number;
}

/** Returns the caller behind a token. Throws if the token is unknown or has expired. */
export async function recognise(ctx: Ctx, token: string): Promise<Caller> {
  const tokenHash = ctx.secrets.hashToken(token);
  const checked = await ctx.cache.get(cacheKey(tokenHash), BELIEVED_MS, () => check(ctx, tokenHash));
  if (ctx.clock.now().getTime() >= checked.overAt) throw new AppError('sessionExpired');
  return checked.caller;
}

/** Throws for an unknown token, so guesses cannot displace cached sessions. */
async function check(ctx: Ctx, tokenHash: string): Promise<Checked> {
  const now = ctx.clock.now();
  const found = await findOpenSession(ctx.db, tokenHash, limitsAt(now));
  if (!found) throw new AppError('sessionExpired');
  if (found.isBlacklisted) throw new AppError('blacklisted');
  const notSince = new Date(now.getTime() - TOUCH_EVERY_MS);
  if (found.lastSeenAt < notSince) await touchSession(ctx.db, found.id, { now, notSince });
  const caller = {
    kind: 'user',
    userId: UserId.parse(found.userId),
    sessionId: found.id,
    flags: flagsOfBadges(found.badges),
    locale: localeOf(found),
  } as const;
  const overAt = Math.min(found.expiresAt.getTime(), now.getTime() + days(SESSION_IDLE_DAYS));
  return { caller, overAt };
}
