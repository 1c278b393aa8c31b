/**
 * EventSub over webhooks: a handshake with a challenge, then messages signed with HMAC-SHA256 over `id + timestamp +
 * body`. https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
 */

import { createHmac } from 'node:crypto';
import { createUuid } from '../platform/ids.ts';
import { sendDisturbed, takeMischief } from '../platform/mischief.ts';
import { FAILURES_ALLOWED, noteDelivered, noteGivenUp, pickShard } from './conduits.ts';
import { costOf, showSubscription } from './subscriptions.ts';
import type { Callback, Delivery, Person, Shard, Subscription, SubscriptionStatus, TwitchWorld } from './world.ts';

/** Twitch publishes neither waits nor counts, so these are our choice. */
const RETRY_AFTER_MS = [2_000, 10_000];
const REMEMBERED_DELIVERIES = 200;

type MessageType = 'notification' | 'webhook_callback_verification' | 'revocation';

interface Message {
  readonly id: string;
  readonly type: MessageType;
  readonly callback: Callback;
  /** Null for the handshake of a shard, which has no subscription. */
  readonly subscription: Subscription | null;
  readonly body: string;
  readonly isForged?: boolean;
}

/** Notifies all who subscribed to this type for this channel, or for the app. */
export function emit(world: TwitchWorld, person: Person, type: string, event: object): void {
  for (const subscription of world.subscriptions.values()) {
    const isAbout = subscription.userId === null || subscription.userId === person.userId;
    if (subscription.type !== type || !isAbout) continue;
    if (subscription.status === 'enabled') dispatch(world, person, subscription, event);
  }
  world.doors.changed('twitch');
}

interface Way {
  readonly callback: Callback;
  readonly shard: Shard | null;
}

/** Returns the current destination of its messages, or null if every shard of its conduit is off. */
function wayOf(world: TwitchWorld, { transport }: Subscription): Way | null {
  if (transport.method === 'webhook') return { callback: transport.callback, shard: null };
  const shard = pickShard(world, transport.conduitId);
  return shard && { callback: shard.callback, shard };
}

function dispatch(world: TwitchWorld, person: Person, subscription: Subscription, event: object): void {
  const way = wayOf(world, subscription);
  const mischief = takeMischief(world);
  const message: Message = {
    id: createUuid(world.doors),
    type: 'notification',
    callback: way?.callback ?? { url: '', secret: '' },
    subscription,
    body: JSON.stringify({ subscription: showSubscription(world, subscription), event }),
    isForged: mischief?.kind === 'forge',
  };
  const delivery: Delivery = {
    messageId: message.id,
    type: subscription.type,
    login: person.login,
    at: world.doors.now(),
    attempts: 0,
    outcome: 'waiting',
    status: null,
  };
  world.deliveries.unshift(delivery);
  world.deliveries.length = Math.min(world.deliveries.length, REMEMBERED_DELIVERIES);
  if (!way) {
    delivery.outcome = 'lost';
    return;
  }
  const send = (): void => void attempt(world, { message, subscription, shard: way.shard }, delivery);
  sendDisturbed(world.doors, mischief, { delivery, send });
}

interface Parcel {
  readonly message: Message;
  readonly subscription: Subscription;
  /** A message that goes through a shard stays with it: https://dev.twitch.tv/docs/eventsub/handling-conduit-events/ */
  readonly shard: Shard | null;
}

async function attempt(world: TwitchWorld, parcel: Parcel, delivery: Delivery): Promise<void> {
  const { message, subscription, shard } = parcel;
  const retry = delivery.attempts;
  delivery.attempts += 1;
  delivery.status = (await post(world, message, retry)).status;
  if (delivery.status >= 200 && delivery.status < 300) {
    delivery.outcome = 'delivered';
    if (shard) noteDelivered(shard);
    else subscription.failures = 0;
    world.doors.tell('PUSHED', { subject: delivery.login, isDelivered: true });
  } else {
    const wait = RETRY_AFTER_MS[retry];
    if (wait === undefined) giveUp(world, parcel, delivery);
    else world.doors.later(wait, () => void attempt(world, parcel, delivery));
  }
  world.doors.changed('twitch');
}

function giveUp(world: TwitchWorld, { subscription, shard }: Parcel, delivery: Delivery): void {
  delivery.outcome = 'given up';
  world.doors.tell('PUSHED', { subject: delivery.login, isDelivered: false });
  // A failing shard is disabled, but the subscriptions to its conduit stay.
  if (shard) return noteGivenUp(world, subscription, shard);
  subscription.failures += 1;
  if (subscription.failures >= FAILURES_ALLOWED) revoke(world, subscription, 'notification_failures_exceeded');
}

/** The subscription stays in the list with its reason. The callback is notified once. */
export function revoke(world: TwitchWorld, subscription: Subscription, status: SubscriptionStatus): void {
  if (subscription.status !== 'enabled') return;
  subscription.status = status;
  const body = JSON.stringify({ subscription: showSubscription(world, subscription) });
  const way = wayOf(world, subscription);
  if (way)
    void post(
      world,
      { id: createUuid(world.doors), type: 'revocation', callback: way.callback, subscription, body },
      0,
    );
  world.doors.changed('twitch');
}

/** The callback must answer 200 with only the challenge. */
export async function verifyCallback(
  world: TwitchWorld,
  subscription: Subscription,
  callback: Callback,
): Promise<void> {
  const isProven = await isOwned(world, callback, subscription);
  subscription.status = isProven ? 'enabled' : 'webhook_callback_verification_failed';
  world.doors.changed('twitch');
}

/** Verifies a shard the same way. Twitch does not document the message's fields other than the challenge. */
export async function verifyShard(world: TwitchWorld, shard: Shard): Promise<void> {
  const { callback } = shard;
  const isProven = await isOwned(world, callback, null);
  // The shard's URL changed while we waited for its response.
  if (shard.callback !== callback) return;
  shard.status = isProven ? 'enabled' : 'webhook_callback_verification_failed';
  world.doors.changed('twitch');
}

async function isOwned(world: TwitchWorld, callback: Callback, subscription: Subscription | null): Promise<boolean> {
  const challenge = createUuid(world.doors);
  const about = subscription ? { subscription: showSubscription(world, subscription) } : {};
  const body = JSON.stringify({ challenge, ...about });
  const id = createUuid(world.doors);
  const answer = await post(world, { id, type: 'webhook_callback_verification', callback, subscription, body }, 0);
  return answer.status === 200 && answer.body === challenge;
}

/** Status 0 means no response, which counts like any other failure. */
async function post(world: TwitchWorld, message: Message, retry: number): Promise<{ status: number; body: string }> {
  try {
    const headers = headersOf(world, message, retry);
    return await world.doors.fetch(message.callback.url, { method: 'POST', headers, body: message.body });
  } catch (error) {
    return { status: 0, body: error instanceof Error ? error.message : '' };
  }
}

function headersOf(world: TwitchWorld, message: Message, retry: number): Record<string, string> {
  const { subscription } = message;
  // Twitch's format has nanoseconds, so a client that reformats the time signs another text.
  const timestamp = world.doors.now().toISOString().replace('Z', '017293Z');
  const secret = message.isForged ? 'somebody-else' : message.callback.secret;
  const signature = createHmac('sha256', secret).update(`${message.id}${timestamp}${message.body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'twitch-eventsub-message-id': message.id,
    'twitch-eventsub-message-retry': String(retry),
    'twitch-eventsub-message-type': message.type,
    'twitch-eventsub-message-signature': `sha256=${signature}`,
    'twitch-eventsub-message-timestamp': timestamp,
    ...(subscription && {
      'twitch-eventsub-subscription-type': subscription.type,
      'twitch-eventsub-subscription-version': subscription.version,
      'twitch-eventsub-subscription-is-batching-enabled': 'false',
    }),
  };
}

export const totalCost = (world: TwitchWorld): number =>
  [...world.subscriptions.values()].reduce((sum, subscription) => sum + costOf(world, subscription), 0);
