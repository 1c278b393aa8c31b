import { AppError, type Clock, type RateLimit } from '@tally/kernel';

/**
 * One token bucket per caller: a burst of calls, refilled evenly over a minute. It is in the memory of this process.
 * Several API processes count separately, so the effective limit is at most their sum. That is enough against floods,
 * and costs no round trip.
 */
export interface RateLimiter {
  /** Takes one call, or throws a 429 with the time to wait. */
  take(caller: string): RateLimit;
  /** Throws the same 429 if no calls are left, without taking one. */
  check(caller: string): void;
  /** Takes a call whose cost became known only later. */
  count(caller: string): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Enough for many callers. Beyond it we drop those that have been idle the longest. */
const MAX_BUCKETS = 50_000;

export function createRateLimiter(about: { perMinute: number; clock: Clock; maxBuckets?: number }): RateLimiter {
  const { perMinute, clock, maxBuckets = MAX_BUCKETS } = about;
  const msPerToken = 60_000 / perMinute;
  const buckets = new Map<string, Bucket>();

  const refill = (caller: string): Bucket => {
    const now = clock.now().getTime();
    const bucket = buckets.get(caller) ?? { tokens: perMinute, at: now };
    // If the clock was set back, no tokens are taken away.
    const gained = Math.max(0, now - bucket.at) / msPerToken;
    bucket.tokens = Math.min(perMinute, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
  };

  const refuseIfEmpty = (bucket: Bucket): void => {
    if (bucket.tokens >= 1) return;
    throw new AppError('rateLimited', { seconds: Math.max(1, Math.ceil(((1 - bucket.tokens) * msPerToken) / 1000)) });
  };

  const use = (caller: string): Bucket => {
    const bucket = refill(caller);
    // The bucket is inserted again, which keeps the map ordered by last use.
    buckets.delete(caller);
    buckets.set(caller, bucket);
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value as string);
    return bucket;
  };

  return {
    count(caller) {
      const bucket = use(caller);
      bucket.tokens = Math.max(0, bucket.tokens - 1);
    },
    check(caller) {
      if (buckets.has(caller)) refuseIfEmpty(refill(caller));
    },
    take(caller) {
      const bucket = use(caller);
      refuseIfEmpty(bucket);
      bucket.tokens -= 1;
      const missing = perMinute - bucket.tokens;
      return {
        limit: perMinute,
        remaining: Math.floor(bucket.tokens),
        resetAt: new Date(bucket.at + Math.ceil(missing * msPerToken)),
      };
    },
  };
}

export const rateHeaders = (rate: RateLimit): Record<string, string> => ({
  'x-ratelimit-limit': String(rate.limit),
  'x-ratelimit-remaining': String(rate.remaining),
  'x-ratelimit-reset': String(Math.ceil(rate.resetAt.getTime() / 1000)),
});
