/** A bucket of points that fills up over a minute: https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits */
import { Refusal } from './call.ts';
import type { Token, TwitchWorld } from './world.ts';

const POINTS = 800;
const MINUTE_MS = 60_000;

/** Returns the headers of every response, or throws if no points are left. The reset time replaces Retry-After. */
export function takePoint(world: TwitchWorld, token: Token): Record<string, string> {
  const now = world.doors.now().getTime();
  const key = token.userId ?? '';
  const last = world.buckets.get(key) ?? { points: POINTS, at: now };
  const filled = Math.min(POINTS, last.points + ((now - last.at) / MINUTE_MS) * POINTS);
  const isEmpty = filled < 1 && world.limits.isLimited;
  const points = isEmpty ? filled : Math.max(0, filled - 1);
  world.buckets.set(key, { points, at: now });
  const headers = limitHeaders(points, now + ((POINTS - points) / POINTS) * MINUTE_MS);
  if (isEmpty) throw new Refusal(429, 'Too Many Requests', headers);
  return headers;
}

export const limitHeaders = (points: number, resetAt: number): Record<string, string> => ({
  'ratelimit-limit': String(POINTS),
  'ratelimit-remaining': String(Math.floor(points)),
  'ratelimit-reset': String(Math.ceil(resetAt / 1_000)),
});
