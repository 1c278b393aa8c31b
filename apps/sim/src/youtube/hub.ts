/**
 * pubsubhubbub.appspot.com verifies the callback, then pushes until the lease ends.
 * https://pubsubhubbub.github.io/PubSubHubbub/pubsubhubbub-core-0.4.html#rfc.section.5
 */
import { type Answer, answerNothing, answerText, type Call, type Route } from './call.ts';
import type { Subscription, YoutubeWorld } from './world.ts';

const DEFAULT_LEASE = 432_000;
const LONGEST_LEASE = 828_000;
const SECRET_BYTES = 200;
/** The second form is older. Both name the same feed. */
const topicForm = /^https?:\/\/[^/]+\/(?:.*\/)?(?:xml\/)?feeds\/videos\.xml\?channel_id=(UC[\w-]{22})$/;

interface Wish {
  readonly mode: 'subscribe' | 'unsubscribe';
  readonly topic: string;
  readonly callback: string;
  readonly secret: string | null;
  readonly leaseSeconds: number;
}

export const hubRoutes = (world: YoutubeWorld): Route[] =>
  ['/hub', '/hub/subscribe'].map((path) => ({ method: 'POST', path, run: (call) => take(world, call) }));

async function take(world: YoutubeWorld, call: Call): Promise<Answer> {
  const form = new URLSearchParams(call.body);
  const wish = readWish(form);
  if (typeof wish === 'string') return answerText(400, wish);
  if (form.get('hub.verify') === 'sync') {
    return (await verify(world, wish)) ? answerNothing(204) : answerText(409, 'Error trying to confirm subscription');
  }
  // The callback is verified after the response.
  world.doors.later(0, () => void verify(world, wish));
  return answerText(202, '');
}

/** Returns a message if the request is invalid. */
function readWish(form: URLSearchParams): Wish | string {
  const [mode, topic, callback] = ['mode', 'topic', 'callback'].map((name) => form.get(`hub.${name}`) ?? '');
  const verify = form.get('hub.verify') ?? 'async';
  const secret = form.get('hub.secret');
  const lease = form.get('hub.lease_seconds') || String(DEFAULT_LEASE);
  if (mode !== 'subscribe' && mode !== 'unsubscribe') return `Invalid value for hub.mode: ${mode}`;
  if (!callback || !/^https?:\/\/[^#]+$/.test(callback) || !URL.canParse(callback)) {
    return 'Invalid parameter: hub.callback; must be valid URI with no fragment and optional port';
  }
  if (!topic || !/^https?:\/\/[^#]+$/.test(topic)) {
    return 'Invalid parameter: hub.topic; must be valid URI with no fragment';
  }
  if (verify !== 'async' && verify !== 'sync') return `Invalid values for hub.verify: ${verify}`;
  if (!/^\d{1,9}$/.test(lease)) return `Invalid value for hub.lease_seconds: ${lease}`;
  if (secret !== null && Buffer.byteLength(secret) >= SECRET_BYTES) {
    return `Invalid parameter: hub.secret; must be less than ${SECRET_BYTES} bytes`;
  }
  return { mode, topic, callback, secret, leaseSeconds: Math.min(Number(lease) || DEFAULT_LEASE, LONGEST_LEASE) };
}

/** Returns true if the callback repeated the challenge. The former state stays until then. */
async function verify(world: YoutubeWorld, wish: Wish): Promise<boolean> {
  const challenge = Buffer.from(world.doors.bytes(16)).toString('hex');
  const url = new URL(wish.callback);
  url.searchParams.set('hub.mode', wish.mode);
  url.searchParams.set('hub.topic', wish.topic);
  url.searchParams.set('hub.challenge', challenge);
  if (wish.mode === 'subscribe') url.searchParams.set('hub.lease_seconds', String(wish.leaseSeconds));
  const isMeant = await world.doors.fetch(url.href, { method: 'GET', headers: { 'user-agent': USER_AGENT } }).then(
    ({ status, body }) => status >= 200 && status < 300 && body === challenge,
    () => false,
  );
  const key = `${wish.topic} ${wish.callback}`;
  if (wish.mode === 'unsubscribe') {
    if (isMeant) world.subscriptions.delete(key);
  } else if (isMeant || !world.subscriptions.has(key)) {
    world.subscriptions.set(key, subscriptionOf(world, wish, isMeant));
  }
  world.doors.changed('youtube');
  return isMeant;
}

const subscriptionOf = (world: YoutubeWorld, wish: Wish, isMeant: boolean): Subscription => ({
  topic: wish.topic,
  channelId: topicForm.exec(wish.topic)?.[1] ?? '',
  callback: wish.callback,
  secret: wish.secret,
  leaseSeconds: wish.leaseSeconds,
  until: new Date(world.doors.now().getTime() + wish.leaseSeconds * 1_000),
  state: isMeant ? 'verified' : 'refused',
});

export const USER_AGENT = 'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)';

export const isRunning = (world: YoutubeWorld, { state, until }: Subscription): boolean =>
  state === 'verified' && until > world.doors.now();
