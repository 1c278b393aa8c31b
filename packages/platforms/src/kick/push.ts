import { type PlatformDoors, type Push, type PushReading, type PushTopic, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import type { KickClient } from './client.ts';
import { KickSubscriptions } from './kick.external.ts';
import {
  banOf,
  chatOf,
  followOf,
  giftOf,
  hintOf,
  isGenuine,
  isTimely,
  kicksOf,
  readHeaders,
  type SignedHeaders,
  subscriptionOf,
} from './read-push.ts';

export const subscriptionsPath = '/public/v1/events/subscriptions';

const followed = [
  'livestream.status.updated',
  'livestream.metadata.updated',
  'channel.subscription.gifts',
  'channel.subscription.new',
  'channel.subscription.renewal',
] as const;

/** The app subscribes to these events only if a server keeps a chat log. */
const eventOf = {
  moderation: 'moderation.banned',
  kicks: 'kicks.gifted',
  follows: 'channel.followed',
} as const satisfies Record<PushTopic, string>;
export const pushTopics = Object.keys(eventOf) as readonly PushTopic[];
const topical: readonly string[] = Object.values(eventOf);

/** The limit per kind for the whole app: https://docs.kick.com/events/introduction */
const MOST_OF_A_KIND = 10_000;
/** After this many refusals in a row the channels are not the cause, because so many neighbors cannot all be gone. */
const MOST_REFUSALS = 20;

const Subscribed = z.object({
  data: z.array(z.object({ name: z.string(), error: z.string().nullish(), subscription_id: z.string().nullish() })),
});

export async function readPush(client: KickClient, { clock }: PlatformDoors, push: Push): Promise<PushReading> {
  const headers = readHeaders(push);
  if (!headers) return { kind: 'refused', reason: 'a header is missing' };
  if (!isTimely(headers, clock.now())) return { kind: 'refused', reason: 'too old or from the future' };
  if (!(await isSigned(client, headers, push.body))) return { kind: 'refused', reason: 'the signature does not match' };
  const message = chatOf(headers, push.body);
  if (message) return { kind: 'chat', message };
  const ban = banOf(headers, push.body);
  if (ban) return { kind: 'ban', ban };
  const gift = giftOf(headers, push.body);
  if (gift) return { kind: 'gift', gift };
  const news = subscriptionOf(headers, push.body);
  if (news) return { kind: 'subscription', news };
  const follow = followOf(headers, push.body);
  if (follow) return { kind: 'follow', follow };
  const kicks = kicksOf(headers, push.body);
  if (kicks) return { kind: 'kicks', kicks };
  const hint = hintOf(headers, push.body);
  return hint ? { kind: 'hint', hint } : { kind: 'ignored' };
}

/** Keys rotate, so if the known key does not verify the push, we load the newest one and try once more. */
async function isSigned(client: KickClient, headers: SignedHeaders, body: Uint8Array): Promise<boolean> {
  const known = await client.publicKey(false);
  if (isGenuine(headers, body, known)) return true;
  const newest = await client.publicKey(true);
  return newest !== known && isGenuine(headers, body, newest);
}

export interface Pushes {
  readonly channelIds: readonly string[];
  /** The topics per channel in addition to those that all channels have. */
  readonly topics: ReadonlyMap<string, readonly PushTopic[]>;
}

/** Adds missing subscriptions, because Kick drops those whose deliveries failed for about a day. */
export async function ensurePush(
  client: KickClient,
  { log, metrics }: PlatformDoors,
  { channelIds, topics }: Pushes,
): Promise<void> {
  // One call covers all channels: without a broadcaster, Kick returns every subscription of the app.
  const { data: all } = await client.get(subscriptionsPath, {}, KickSubscriptions);
  await dropUnwanted(client, all, { channelIds, topics });
  const counts = new Map<string, number>(
    [...followed, ...topical].map((event) => [event, all.filter((each) => each.event === event).length]),
  );
  const held = metrics.gauge({
    name: 'kick_event_subscriptions',
    help: "The app's event subscriptions at Kick, out of 10,000 of each kind",
    labels: ['event'],
  });
  for (const [event, count] of counts) held.set({ event }, count);
  const present = new Set(all.map((each) => `${each.broadcaster_user_id} ${each.event}`));
  const hasRoom = (event: string) => (counts.get(event) ?? 0) < MOST_OF_A_KIND;
  let refusals = 0;
  for (const channelId of channelIds) {
    const wanted = [...followed, ...(topics.get(channelId) ?? []).map((topic) => eventOf[topic])];
    // If one kind is at its limit, Kick refuses the whole call.
    const missing = wanted.filter((event) => hasRoom(event) && !present.has(`${channelId} ${event}`));
    if (missing.length === 0) continue;
    const refused = await subscribe(client, channelId, missing);
    if (refused === null) {
      for (const event of missing) counts.set(event, (counts.get(event) ?? 0) + 1);
      refusals = 0;
      continue;
    }
    // The sweep still finds this channel, but some seconds later.
    log.warn({ channelId, refused }, 'Kick refused an event subscription');
    refusals += 1;
    if (refusals === MOST_REFUSALS) return;
  }
}

/** The ids are part of the URL, which must stay short: https://docs.kick.com/events/subscribe-to-events */
const DROPPED_AT_ONCE = 50;

interface Held {
  readonly id: string;
  readonly event: string;
  readonly broadcaster_user_id: number;
}

const channelOf = (held: Held): string => String(held.broadcaster_user_id);

/** Reading a chat also requires its bans. */
function isNeededByChat(all: readonly Held[]): (held: Held) => boolean {
  const heard = new Set(all.filter(({ event }) => event === 'chat.message.sent').map(channelOf));
  return (held) => held.event === eventOf.moderation && heard.has(channelOf(held));
}

/** Drops topics of chat logs that have been turned off. */
async function dropUnwanted(client: KickClient, all: readonly Held[], { channelIds, topics }: Pushes): Promise<void> {
  const asked = new Set(channelIds);
  const isNeeded = isNeededByChat(all);
  const unwanted = all.filter((held) => {
    if (!topical.includes(held.event) || !asked.has(channelOf(held)) || isNeeded(held)) return false;
    return !(topics.get(channelOf(held)) ?? []).some((topic) => eventOf[topic] === held.event);
  });
  await drop(client, unwanted);
}

/** Drops channels without followers, because the app may hold only a limited number of each kind. */
export async function dropPush(client: KickClient, channelIds: readonly string[]): Promise<readonly string[]> {
  const { data: all } = await client.get(subscriptionsPath, {}, KickSubscriptions);
  const unwanted = new Set(channelIds);
  const isNeeded = isNeededByChat(all);
  const asked = new Set<string>([...followed, ...topical]);
  const dropped = all.filter((held) => unwanted.has(channelOf(held)) && asked.has(held.event) && !isNeeded(held));
  await drop(client, dropped);
  return [...new Set(dropped.map(channelOf))];
}

async function drop(client: KickClient, held: readonly Held[]): Promise<void> {
  for (let start = 0; start < held.length; start += DROPPED_AT_ONCE) {
    await client.delete(subscriptionsPath, { id: held.slice(start, start + DROPPED_AT_ONCE).map(({ id }) => id) });
  }
}

/** Returns the refusal with its reason, or null if all subscriptions were accepted. */
async function subscribe(client: KickClient, channelId: string, events: readonly string[]): Promise<unknown> {
  const body = {
    events: events.map((name) => ({ name, version: 1 })),
    method: 'webhook',
    broadcaster_user_id: Number(channelId),
  };
  try {
    const { data } = await client.post(subscriptionsPath, body, Subscribed);
    const refused = data.filter((each) => each.error);
    return refused.length > 0 ? refused : null;
  } catch (error) {
    // Kick reports "event subscription limit reached", or the channel no longer exists.
    if (error instanceof UpstreamError && error.status === 400) return error.message;
    throw error;
  }
}
