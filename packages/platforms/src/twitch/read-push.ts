import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Push } from '@tally/kernel';

/** Older messages are replays: https://dev.twitch.tv/docs/eventsub/handling-webhook-events/#processing-an-event */
const OLDEST_MS = 10 * 60_000;
const FUTURE_MS = 5 * 60_000;

export interface SignedHeaders {
  readonly messageId: string;
  readonly messageType: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly subscriptionType: string;
}

/** Returns null if a header is missing. */
export function readHeaders({ headers }: Push): SignedHeaders | null {
  const messageId = headers['twitch-eventsub-message-id'];
  const messageType = headers['twitch-eventsub-message-type'];
  const timestamp = headers['twitch-eventsub-message-timestamp'];
  const signature = headers['twitch-eventsub-message-signature'];
  const subscriptionType = headers['twitch-eventsub-subscription-type'];
  if (!messageId || !messageType || !timestamp || !signature) return null;
  // A conduit shard's handshake has no subscription.
  if (!subscriptionType && messageType !== 'webhook_callback_verification') return null;
  if (messageId.length > 100) return null;
  return { messageId, messageType, timestamp, signature, subscriptionType: subscriptionType ?? '' };
}

/** Uses the raw bytes and the original text of the time, because a date would lose its nanoseconds. */
export function isGenuine(headers: SignedHeaders, body: Uint8Array, secret: string): boolean {
  if (!/^sha256=[0-9a-f]{64}$/.test(headers.signature)) return false;
  const wanted = createHmac('sha256', secret).update(headers.messageId).update(headers.timestamp).update(body).digest();
  return timingSafeEqual(wanted, Buffer.from(headers.signature.slice('sha256='.length), 'hex'));
}

export function isTimely(headers: SignedHeaders, now: Date): boolean {
  const age = now.getTime() - Date.parse(headers.timestamp);
  return age <= OLDEST_MS && age >= -FUTURE_MS;
}
