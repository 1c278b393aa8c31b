import { SESSION_IDLE_DAYS, UserId } from '@tally/contract';
import { AppError, type Caller, type Ctx, days, type LoggedIn, minutes, seconds } from '@tally/kernel';
import { flagsOfBadges, localeOf } from '../../account/index.ts';
import { findOpenSession, type Limits, touchSession } from '../store.ts';

/** A page makes twenty calls, and they share one check. An ended session is dropped immediately, see `end.ts`. */
const BELIEVED_MS = seconds(5);
/** Usage is recorded at most this often, because a write per request is not worth its cost. */
const TOUCH_EVERY_MS = minutes(1);

export function limitsAt(now: Date): Limits {
  return { now, idleSince: new Date(now.getTime() - days(SESSION_IDLE_DAYS)) };
}

/** Cached under the hash, so the cache holds no token either. */
export const cacheKey = (tokenHash: string): string => `session/${tokenHash}`;

/** Reads every caller's rights again, because some have changed. */
export const recogniseAgain = async (ctx: Ctx): Promise<void> => await ctx.cache.forgetPrefix(cacheKey(''));

interface Checked {
  readonly caller: LoggedIn;
  /** When the session would expire without further use. */
  readonly overAt: number;
}

/** The caller behind a token. Throws if it is unknown or has expired. */
export async function recognise(ctx: Ctx, token: string): Promise<Caller> {
  const tokenHash = ctx.secrets.hashToken(token);
  const checked = await ctx.cache.get(cacheKey(tokenHash), BELIEVED_MS, () => check(ctx, tokenHash));
  if (ctx.clock.now().getTime() >= checked.overAt) throw new AppError('sessionExpired');
  return checked.caller;
}

/** Throws for an unknown token, so guesses cannot displace anything in the cache. */
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
