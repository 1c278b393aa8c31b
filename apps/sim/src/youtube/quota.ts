/**
 * Units per project and day. Since June 2026: 10,000 for all calls, and separate buckets for searches (100 calls) and
 * `videos.batchGetStats`. https://developers.google.com/youtube/v3/determine_quota_cost
 */
import { Refusal } from './call.ts';
import { type Bucket, isFuture, type YoutubeWorld } from './world.ts';

const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

const EXCEEDED =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';

export const quotaExceeded = (): Refusal =>
  new Refusal(403, EXCEEDED, { reason: 'quotaExceeded', domain: 'youtube.quota' });

/** A new day begins at midnight in California. */
export function usedToday(world: YoutubeWorld): YoutubeWorld['used'] {
  const day = pacific.format(world.doors.now());
  if (world.used.day !== day) world.used = { day, units: 0, searches: 0, stats: 0 };
  return world.used;
}

/** Every call costs one unit, even a refused one. */
export function spend(world: YoutubeWorld, bucket: Bucket): void {
  const used = usedToday(world);
  const isSpent = world.limits.isLimited && used[bucket] >= world.limits.perDay[bucket];
  if (isSpent || isFuture(world, world.troubleUntil.get('quota') ?? null)) throw quotaExceeded();
  used[bucket] += 1;
}
