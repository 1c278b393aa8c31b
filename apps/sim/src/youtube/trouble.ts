import { type Answer, answerText, Refusal } from './call.ts';
import { isFuture, type Trouble, type YoutubeWorld } from './world.ts';

export const troubles = ['outage', 'limit', 'quota', 'hub', 'feed'] as const satisfies readonly Trouble[];

export const hasTrouble = (world: YoutubeWorld, kind: Trouble): boolean =>
  isFuture(world, world.troubleUntil.get(kind) ?? null);

export const tooMany = (): Answer =>
  new Refusal(429, "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'.", {
    reason: 'rateLimitExceeded',
    word: 'RESOURCE_EXHAUSTED',
    detail: 'RATE_LIMIT_EXCEEDED',
  }).toAnswer();

/** Returns the refusal during an active fault. Pictures always work. */
export function findTrouble(world: YoutubeWorld, path: string): Answer | null {
  if (path.startsWith('/cdn/')) return null;
  if (hasTrouble(world, 'outage')) {
    return new Refusal(503, 'The service is currently unavailable.', {
      reason: 'backendError',
      word: 'UNAVAILABLE',
    }).toAnswer();
  }
  // The hub failed like this for days in September 2026: https://github.com/SeoulSKY/ytnoti/issues/8
  if (hasTrouble(world, 'hub') && path.startsWith('/hub')) {
    return answerText(503, 'Transient error; please try again later', { 'retry-after': '120' });
  }
  // Feeds of healthy channels answered 404: https://github.com/FreeTubeApp/FreeTube/issues/8443
  if (hasTrouble(world, 'feed') && path.includes('/feeds/')) return answerText(404, 'Error 404 (Not Found)!!1');
  return hasTrouble(world, 'limit') && path.startsWith('/api/') ? tooMany() : null;
}
