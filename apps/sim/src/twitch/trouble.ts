import { type Answer, Refusal } from './call.ts';
import { limitHeaders } from './limits.ts';
import { isFuture, type TwitchWorld } from './world.ts';

/** Returns the refusal during an active fault. Pictures always work. */
export function findTrouble(world: TwitchWorld, path: string): Answer | null {
  const { outageUntil, limitedUntil } = world.faults;
  if (path.startsWith('/cdn/')) return null;
  if (isFuture(world, outageUntil)) {
    return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' };
  }
  if (!limitedUntil || !isFuture(world, limitedUntil)) return null;
  return new Refusal(429, 'Too Many Requests', limitHeaders(0, limitedUntil.getTime())).toAnswer();
}
