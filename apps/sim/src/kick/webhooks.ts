/**
 * Webhooks with one callback URL per app and RSA PKCS#1 v1.5 with SHA-256 over `id.timestamp.body`.
 * https://docs.kick.com/events/webhook-security
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createUlid } from '../platform/ids.ts';
import { sendDisturbed, takeMischief } from '../platform/mischief.ts';
import { rfc3339 } from './shapes.ts';
import { findSubscription, removeSubscription } from './subscriptions.ts';
import type { Delivery, KickWorld, Person, Subscription } from './world.ts';

export const events = [
  'chat.message.sent',
  'channel.followed',
  'channel.subscription.new',
  'channel.subscription.renewal',
  'channel.subscription.gifts',
  'channel.reward.redemption.updated',
  'livestream.status.updated',
  'livestream.metadata.updated',
  'moderation.banned',
  'kicks.gifted',
] as const;

/** Three attempts are made until a 200. The waits are our choice, because Kick does not publish its own. */
const RETRY_AFTER_MS = [2_000, 10_000];
const DAY_MS = 86_400_000;
const REMEMBERED_DELIVERIES = 200;

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicPem: string;
}

// One pair per process, created on first use, because generating 2048 bits takes long.
let keys: Keys | undefined;

function getKeys(): Keys {
  if (!keys) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    keys = { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  }
  return keys;
}

/** From now on, another key signs. */
export function rotateKeys(): void {
  keys = undefined;
}

export const getPublicKeyPem = (): string => getKeys().publicPem;

interface Parcel {
  readonly subscription: Subscription;
  readonly messageId: string;
  readonly body: string;
  readonly isForged: boolean;
  readonly delivery: Delivery;
}

/** Notifies the app if it subscribed to this event of this channel. */
export function emit(world: KickWorld, person: Person, event: string, payload: unknown): void {
  const subscription = findSubscription(world, event, person.userId);
  if (subscription) dispatch(world, person, subscription, JSON.stringify(payload));
  world.doors.changed('kick');
}

function dispatch(world: KickWorld, person: Person, subscription: Subscription, body: string): void {
  const mischief = takeMischief(world);
  const messageId = createUlid(world.doors);
  const delivery: Delivery = {
    messageId,
    event: subscription.event,
    slug: person.slug,
    at: world.doors.now(),
    attempts: 0,
    outcome: 'waiting',
    status: null,
  };
  world.deliveries.unshift(delivery);
  world.deliveries.length = Math.min(world.deliveries.length, REMEMBERED_DELIVERIES);
  const parcel: Parcel = { subscription, messageId, body, isForged: mischief?.kind === 'forge', delivery };
  const send = (): void => void attempt(world, parcel);
  if (mischief?.kind === 'reorder') return void world.held.push(send);
  if (sendDisturbed(world.doors, mischief, { delivery, send })) letGo(world);
}

/** Sends held deliveries after the one that overtook them. */
function letGo(world: KickWorld): void {
  const late = world.held.splice(0);
  if (late.length > 0) world.doors.later(250, () => late.forEach((release) => release()));
}

async function attempt(world: KickWorld, parcel: Parcel): Promise<void> {
  const { delivery } = parcel;
  if (!world.callbackUrl) {
    delivery.outcome = 'no callback';
    world.doors.changed('kick');
    return;
  }
  delivery.attempts += 1;
  const attemptsNow = delivery.attempts;
  delivery.status = await post(world, world.callbackUrl, parcel);
  if (delivery.status === 200) {
    delivery.outcome = 'delivered';
    world.doors.tell('PUSHED', { subject: delivery.slug, isDelivered: true });
    world.failingSince.delete(delivery.event);
  } else {
    const wait = RETRY_AFTER_MS[attemptsNow - 1];
    if (wait === undefined) giveUp(world, parcel);
    else world.doors.later(wait, () => void attempt(world, parcel));
  }
  world.doors.changed('kick');
}

async function post(world: KickWorld, url: string, parcel: Parcel): Promise<number> {
  try {
    const headers = signedHeaders(world, parcel);
    return (await world.doors.fetch(url, { method: 'POST', headers, body: parcel.body })).status;
  } catch (error) {
    // The app did not respond. The page shows this, and the attempt is repeated like any other failure.
    parcel.delivery.outcome = 'waiting';
    return error instanceof Error ? 0 : -1;
  }
}

function signedHeaders(world: KickWorld, parcel: Parcel): Record<string, string> {
  const timestamp = rfc3339(world.doors.now());
  const signature = parcel.isForged
    ? Buffer.from(world.doors.bytes(256)).toString('base64')
    : sign('sha256', Buffer.from(`${parcel.messageId}.${timestamp}.${parcel.body}`), getKeys().privateKey).toString(
        'base64',
      );
  return {
    'content-type': 'application/json',
    'kick-event-message-id': parcel.messageId,
    'kick-event-subscription-id': parcel.subscription.id,
    'kick-event-signature': signature,
    'kick-event-message-timestamp': timestamp,
    'kick-event-type': parcel.subscription.event,
    'kick-event-version': '1',
  };
}

/** Kick unsubscribes after a day of failed deliveries: https://docs.kick.com/events/webhook-security */
function giveUp(world: KickWorld, parcel: Parcel): void {
  parcel.delivery.outcome = 'given up';
  world.doors.tell('PUSHED', { subject: parcel.delivery.slug, isDelivered: false });
  const { event } = parcel.subscription;
  const now = world.doors.now();
  const since = world.failingSince.get(event);
  if (!since) {
    world.failingSince.set(event, now);
    return;
  }
  if (now.getTime() - since.getTime() <= DAY_MS) return;
  for (const subscription of world.subscriptions.values()) {
    if (subscription.event === event) removeSubscription(world, subscription);
  }
  world.failingSince.delete(event);
}
