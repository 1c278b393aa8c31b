import { SESSION_IDLE_DAYS, UserId } from '@tally/contract';
import { AppError, type Caller, type Ctx, days, type LoggedIn, minutes, seconds } from '@tally/kernel';
import { flagsOfBadges, localeOf } from '../../account/index.ts';
import { findOpenSession, type Limits, touchSession } from '../store.ts';

/** A page makes twenty calls: one check serves them. A session that ends is forgotten at once, see `end.ts`. */
const BELIEVED_MS = seconds(5);
/** Use is noted this often at most: a write per request would cost more than it tells. */
const TOUCH_EVERY_MS = minutes(1);

export function limitsAt(now: Date): Limits {
  return { now, idleSince: new Date(now.getTime() - days(SESSION_IDLE_DAYS)) };
}

/** Cached under the hash: the cache holds no token either. */
export const cacheKey = (tokenHash: string): string => `session/${tokenHash}`;

interface Checked {
  readonly caller: LoggedIn;
  /** When the session would be over if nobody used it again. */
  readonly overAt: number;
}

/** Who stands behind a token. Nobody, where it is unknown or over. */
export async function recognise(ctx: Ctx, token: string): Promise<Caller> {
  const tokenHash = ctx.secrets.hashToken(token);
  const checked = await ctx.cache.get(cacheKey(tokenHash), BELIEVED_MS, () => check(ctx, tokenHash));
  if (ctx.clock.now().getTime() >= checked.overAt) throw new AppError('sessionExpired');
  return checked.caller;
}

/** Throws for an unknown token, so that guesses push nothing out of the cache. */
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
