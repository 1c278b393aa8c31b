import { type Answer, Refusal } from './call.ts';
import { isFuture, type KickWorld } from './world.ts';

/** The refusal that a call meets while something is broken on purpose. Pictures always come. */
export function findTrouble(world: KickWorld, path: string): Answer | null {
  const { outageUntil, limitedUntil, blockedUntil } = world.faults;
  if (path.startsWith('/files/') || path.startsWith('/clips/')) return null;
  if (isFuture(world, outageUntil)) {
    // The edge answers, not the API: plain text, no envelope.
    return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' };
  }
  if (path.startsWith('/site/') || path.startsWith('/web/')) return isFuture(world, blockedUntil) ? blockPage : null;
  if (!limitedUntil || !isFuture(world, limitedUntil)) return null;
  const seconds = Math.ceil((limitedUntil.getTime() - world.doors.now().getTime()) / 1_000);
  return new Refusal(429, 'Too many requests', {}, { 'retry-after': String(seconds) }).toAnswer();
}

const blockPage: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=utf-8', server: 'cloudflare' },
  body: '<!doctype html><title>Just a moment…</title><p>Checking that you are not a robot.</p>',
};
