import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  type ChatBan,
  type ChatMessage,
  type GiftedKicks,
  type GiftedSubs,
  type Hint,
  type NewFollower,
  type Push,
  parseJson,
  type SubscriptionNews,
} from '@tally/kernel';
import {
  channelUrl,
  KickBan,
  KickChatMessage,
  KickFollow,
  KickKicks,
  KickMetadataUpdated,
  KickStatusUpdated,
  KickSubscription,
  KickSubscriptionGifts,
  outsiderOf,
} from './kick.external.ts';
import { monthsOf } from './subscriber-months.ts';

/** Kick retries for at most a day, so older pushes are replays, and a hint of that age is useless anyway. */
const OLDEST_MS = 24 * 3_600_000;
const FUTURE_MS = 5 * 60_000;

export interface SignedHeaders {
  readonly messageId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly type: string;
}

/** https://docs.kick.com/events/webhook-security. Returns null if a header is missing. */
export function readHeaders(push: Push): SignedHeaders | null {
  const messageId = push.headers['kick-event-message-id'];
  const timestamp = push.headers['kick-event-message-timestamp'];
  const signature = push.headers['kick-event-signature'];
  const type = push.headers['kick-event-type'];
  if (!messageId || !timestamp || !signature || !type || messageId.length > 100) return null;
  return { messageId, timestamp, signature, type };
}

/** Uses the raw bytes, because parsing and serializing a body again would change it. */
export function isGenuine(headers: SignedHeaders, body: Uint8Array, publicKeyPem: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(headers.signature)) return false;
  const signed = Buffer.concat([Buffer.from(`${headers.messageId}.${headers.timestamp}.`), body]);
  return verify('RSA-SHA256', signed, readKey(publicKeyPem), Buffer.from(headers.signature, 'base64'));
}

/** Parsing a key costs as much as verifying a signature, and the key changes once in years. */
let lastRead: { readonly pem: string; readonly key: KeyObject } | undefined;

function readKey(pem: string): KeyObject {
  if (lastRead?.pem !== pem) lastRead = { pem, key: createPublicKey(pem) };
  return lastRead.key;
}

export function isTimely(headers: SignedHeaders, now: Date): boolean {
  const age = now.getTime() - Date.parse(headers.timestamp);
  return age <= OLDEST_MS && age >= -FUTURE_MS;
}

/** Returns the hint in the push, or null for events that we do not follow or understand. */
export function hintOf(headers: SignedHeaders, body: Uint8Array): Hint | null {
  const json = parseJson(body);
  const base = { platform: 'kick', messageId: headers.messageId, occurredAt: new Date(headers.timestamp) } as const;
  if (headers.type === 'livestream.status.updated') {
    const read = KickStatusUpdated.safeParse(json);
    if (!read.success) return null;
    const channelId = String(read.data.broadcaster.user_id);
    if (!read.data.is_live) return { ...base, channelId, snapshot: { state: 'offline', channelId } };
    return { ...base, channelId, snapshot: liveSnapshot(channelId, read.data) };
  }
  if (headers.type === 'livestream.metadata.updated') {
    const read = KickMetadataUpdated.safeParse(json);
    // The push does not contain whether the channel is live. The next request finds out.
    return read.success ? { ...base, channelId: String(read.data.broadcaster.user_id), snapshot: null } : null;
  }
  return null;
}

/** Returns null if the push is not a chat message or is unreadable. */
export function chatOf(headers: SignedHeaders, body: Uint8Array): ChatMessage | null {
  if (headers.type !== 'chat.message.sent') return null;
  const read = KickChatMessage.safeParse(parseJson(body));
  if (!read.success) return null;
  const { message_id, broadcaster, sender, content, replies_to, created_at } = read.data;
  return {
    platform: 'kick',
    messageId: message_id,
    channelId: String(broadcaster.user_id),
    sender: outsiderOf(sender),
    badges: sender.identity?.badges?.map(({ type }) => type) ?? [],
    subscribedMonths: monthsOf(sender.identity?.badges),
    colour: sender.identity?.username_color ?? null,
    text: content,
    replyTo: replies_to?.sender?.username ?? null,
    sentAt: created_at,
  };
}

/** Returns null if the push is not a ban or is unreadable. */
export function banOf(headers: SignedHeaders, body: Uint8Array): ChatBan | null {
  if (headers.type !== 'moderation.banned') return null;
  const read = KickBan.safeParse(parseJson(body));
  if (!read.success) return null;
  const { broadcaster, banned_user, moderator, metadata } = read.data;
  return {
    platform: 'kick',
    channelId: String(broadcaster.user_id),
    banned: outsiderOf(banned_user),
    told: {
      messageId: headers.messageId,
      moderator: moderator ? outsiderOf(moderator) : null,
      reason: metadata?.reason ?? null,
      until: metadata?.expires_at ?? null,
      at: metadata?.created_at ?? new Date(headers.timestamp),
    },
  };
}

/** Returns null if the push is not a follow or is unreadable. */
export function followOf(headers: SignedHeaders, body: Uint8Array): NewFollower | null {
  if (headers.type !== 'channel.followed') return null;
  const read = KickFollow.safeParse(parseJson(body));
  if (!read.success) return null;
  const { broadcaster, follower } = read.data;
  const { messageId, timestamp } = headers;
  const at = new Date(timestamp);
  return {
    platform: 'kick',
    messageId,
    channelId: String(broadcaster.user_id),
    follower: outsiderOf(follower),
    at,
  };
}

/** Returns null if the push is not a gift of Kicks or is unreadable. */
export function kicksOf(headers: SignedHeaders, body: Uint8Array): GiftedKicks | null {
  if (headers.type !== 'kicks.gifted') return null;
  const read = KickKicks.safeParse(parseJson(body));
  if (!read.success) return null;
  const { broadcaster, sender, gift, created_at } = read.data;
  return {
    platform: 'kick',
    messageId: headers.messageId,
    channelId: String(broadcaster.user_id),
    sender: outsiderOf(sender),
    amount: gift.amount,
    gift: gift.name,
    message: gift.message,
    at: created_at,
  };
}

/** Returns null if the push is not a gift or is unreadable. */
export function giftOf(headers: SignedHeaders, body: Uint8Array): GiftedSubs | null {
  if (headers.type !== 'channel.subscription.gifts') return null;
  const read = KickSubscriptionGifts.safeParse(parseJson(body));
  if (!read.success) return null;
  const { broadcaster, gifter, giftees, created_at, expires_at } = read.data;
  const isNamed = gifter?.user_id && gifter.username && !gifter.is_anonymous;
  return {
    platform: 'kick',
    messageId: headers.messageId,
    channelId: String(broadcaster.user_id),
    gifter: isNamed
      ? {
          id: String(gifter.user_id),
          name: gifter.channel_slug ?? gifter.username?.toLowerCase() ?? '',
          displayName: gifter.username ?? '',
        }
      : null,
    count: giftees.length,
    giftees: giftees.flatMap((giftee) => (giftee ? [outsiderOf(giftee)] : [])),
    until: expires_at ?? null,
    givenAt: created_at,
  };
}

/** Returns null if the push is not a subscription or is unreadable. */
export function subscriptionOf(headers: SignedHeaders, body: Uint8Array): SubscriptionNews | null {
  if (headers.type !== 'channel.subscription.new' && headers.type !== 'channel.subscription.renewal') return null;
  const read = KickSubscription.safeParse(parseJson(body));
  if (!read.success) return null;
  const { broadcaster, subscriber, duration, created_at, expires_at } = read.data;
  return {
    platform: 'kick',
    messageId: headers.messageId,
    channelId: String(broadcaster.user_id),
    subscriber: outsiderOf(subscriber),
    months: duration ?? null,
    until: expires_at ?? null,
    at: created_at,
  };
}

function liveSnapshot(
  channelId: string,
  event: { broadcaster: { channel_slug: string }; title: string | null; started_at: Date },
): NonNullable<Hint['snapshot']> {
  return {
    state: 'live',
    channelId,
    // The push has no stream id. The start time identifies the stream until a poll adds the id.
    streamId: null,
    startedAt: event.started_at,
    url: channelUrl(event.broadcaster.channel_slug),
    details: {
      title: event.title,
      category: null,
      categoryImageUrl: null,
      thumbnailUrl: null,
      viewers: null,
      language: null,
      isMature: false,
    },
  };
}
