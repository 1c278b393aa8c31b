import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Hint, PlatformDoors, Push, PushReading } from '@tally/kernel';
import { readFeed } from './feed.ts';
import { ChannelId } from './youtube.external.ts';

/** A push has one entry, and the largest description is 5,000 characters. */
const LARGEST_BODY = 256 * 1024;

export async function readPush({ config, log }: PlatformDoors, push: Push): Promise<PushReading> {
  const { hubSecret } = config.youtube;
  if (push.query['hub.mode'] === 'denied') {
    log.warn({ topic: push.query['hub.topic'], reason: push.query['hub.reason'] }, 'the hub of YouTube ended a lease');
    return { kind: 'ignored' };
  }
  if (isHandshake(push)) return readHandshake(push, hubSecret);
  if (!isGenuine(push.headers['x-hub-signature'], push.body, hubSecret)) {
    // https://www.w3.org/TR/websub/#signature-validation
    return { kind: 'refused', reason: 'it is not signed by the hub', isHidden: true };
  }
  const hints = hintsOf(push);
  if (hints.length > 0) return { kind: 'hints', hints };
  log.warn({ sample: Buffer.from(push.body).toString('utf8', 0, 200) }, 'a push of YouTube has an unexpected form');
  return { kind: 'ignored' };
}

/** Uses the raw bytes. Google's hub signs with SHA-1: https://www.w3.org/TR/websub/#signing-content */
function isGenuine(signature: string | undefined, body: Uint8Array, secret: string): boolean {
  if (signature === undefined || !/^sha1=[0-9a-f]{40}$/.test(signature)) return false;
  const wanted = createHmac('sha1', secret).update(body).digest();
  return timingSafeEqual(wanted, Buffer.from(signature.slice('sha1='.length), 'hex'));
}

/** This token is part of the callback's URL. Without it, others could subscribe our callback and replace our secret. */
export const tokenFor = (secret: string, channelId: string): string =>
  createHmac('sha256', secret).update(`callback ${channelId}`).digest('base64url').slice(0, 22);

/** The feed's URL, which identifies it at the real hub. We do not load it. */
export const topicOf = (channelId: string): string =>
  `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`;

/** Reads both forms: https://developers.google.com/youtube/v3/guides/push_notifications */
function channelIn(topic: string | undefined): string | null {
  const match = /^https?:\/\/www\.youtube\.com\/(?:xml\/)?feeds\/videos\.xml\?channel_id=([^&#]+)$/.exec(topic ?? '');
  return ChannelId.safeParse(match?.[1]).data ?? null;
}

/** The hub sends a GET request to confirm the subscription. */
const isHandshake = ({ query, body }: Push): boolean => query['hub.mode'] !== undefined && body.length === 0;

function readHandshake({ query }: Push, secret: string): PushReading {
  const channelId = channelIn(query['hub.topic']);
  if (channelId === null) return { kind: 'refused', reason: 'a topic that is not a YouTube channel' };
  const wanted = Buffer.from(tokenFor(secret, channelId));
  const given = Buffer.from(query['token'] ?? '');
  if (given.length !== wanted.length || !timingSafeEqual(wanted, given)) {
    return { kind: 'refused', reason: 'a subscription that we did not request' };
  }
  // We never unsubscribe, because an unused lease expires.
  if (query['hub.mode'] !== 'subscribe') return { kind: 'refused', reason: 'we did not ask for that' };
  const challenge = query['hub.challenge'] ?? '';
  return /^[\x21-\x7e]{1,500}$/.test(challenge)
    ? { kind: 'challenge', text: challenge }
    : { kind: 'refused', reason: 'an invalid challenge' };
}

/** A push reports only that a video is new, changed or gone. The API has its state. */
function hintsOf({ body }: Push): readonly Hint[] {
  if (body.length > LARGEST_BODY) return [];
  const entries = readFeed(new TextDecoder().decode(body)) ?? [];
  const digest = createHash('sha256').update(body).digest('base64url');
  return entries.map(({ videoId, channelId, at }, place) => ({
    platform: 'youtube',
    // The hub sends no ids, so identical bytes count as the same message.
    messageId: `${digest}.${place}`,
    channelId,
    occurredAt: at,
    snapshot: null,
    about: [videoId],
  }));
}
