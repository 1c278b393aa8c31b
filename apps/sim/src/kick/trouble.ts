import { type Answer, Refusal } from './call.ts';
import { channelIdOf } from './realtime/send.ts';
import { isFuture, type KickWorld } from './world.ts';

/** Returns the refusal during an active fault. Pictures always work. */
export function findTrouble(world: KickWorld, path: string): Answer | null {
  const { outageUntil, limitedUntil, blockedUntil } = world.faults;
  if (/^\/(?:files|clips|stream)\//.test(path)) return null;
  if (isFuture(world, outageUntil)) {
    // The edge responds instead of the API, with plain text and no envelope.
    return { status: 503, headers: { 'content-type': 'text/plain' }, body: 'upstream connect error' };
  }
  if (path.startsWith('/site/') || path.startsWith('/web/'))
    return isFuture(world, blockedUntil) ? blockPage : isHiddenHere(world, path) ? hiddenHere : null;
  if (!limitedUntil || !isFuture(world, limitedUntil)) return null;
  const seconds = Math.ceil((limitedUntil.getTime() - world.doors.now().getTime()) / 1_000);
  return new Refusal(429, 'Too many requests', {}, { 'retry-after': String(seconds) }).toAnswer();
}

const blockPage: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=utf-8', server: 'cloudflare' },
  body: '<!doctype html><title>Just a moment…</title><p>Checking that you are not a robot.</p>',
};

/** Matches calls of the site about one channel: the channel itself, its clips and recordings. */
function isHiddenHere({ people, hiddenHere: hidden }: KickWorld, path: string): boolean {
  const [, slug] = /^\/site\/(?:api\/v\d\/channels|emotes)\/([\w-]+)/.exec(path) ?? [];
  const [, page] = /^\/web\/api\/v1\/stream\/([\w-]+)/.exec(path) ?? [];
  const [, channel] = /^\/web\/api\/v1\/channels\/(\d+)/.exec(path) ?? [];
  const [, id] = /^\/site\/api\/v\d\/(?:clips|video)\/([\w-]+)/.exec(path) ?? [];
  return [...people.values()].some(
    (person) =>
      hidden.has(person.userId) &&
      (person.slug === slug?.toLowerCase() ||
        String(channelIdOf(person)) === channel ||
        person.clips.some((clip) => clip.id === id) ||
        person.past.some((stream) => stream.id === id || stream.pageId === page)),
  );
}

const hiddenHere: Answer = {
  status: 423,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'This content is not available in your country.' }),
};
