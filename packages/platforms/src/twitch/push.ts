import type { ChatMessage, Hint, PlatformDoors, Push, PushReading } from '@tally/kernel';
import {
  channelUrl,
  firstDetails,
  TwitchBroadcaster,
  TwitchChallenge,
  TwitchChatLine,
  TwitchOnline,
  TwitchRevocation,
  TwitchRevoked,
} from './twitch.external.ts';
import { isGenuine, isTimely, parseJson, readHeaders, type SignedHeaders } from './webhook.ts';

export function readPush(doors: PlatformDoors, push: Push): PushReading {
  const headers = readHeaders(push);
  if (!headers) return { kind: 'refused', reason: 'a header is missing' };
  if (!isTimely(headers, doors.clock.now())) return { kind: 'refused', reason: 'too old or from the future' };
  if (!isGenuine(headers, push.body, doors.config.twitch.eventsubSecret)) {
    return { kind: 'refused', reason: 'the signature does not match' };
  }
  const json = parseJson(push.body);
  switch (headers.messageType) {
    case 'webhook_callback_verification': {
      const read = TwitchChallenge.safeParse(json);
      return read.success ? { kind: 'challenge', text: read.data.challenge } : { kind: 'ignored' };
    }
    case 'revocation': {
      const { subscription } = TwitchRevocation.safeParse(json).data ?? {};
      doors.log.warn({ subscription }, 'Twitch revoked an event subscription');
      return { kind: 'ignored' };
    }
    case 'notification': {
      const accountId = revokedIn(headers, json);
      if (headers.subscriptionType === 'channel.chat.message') {
        const message = chatOf(headers, json);
        return message ? { kind: 'chat', message } : { kind: 'ignored' };
      }
      if (accountId !== null) return { kind: 'revoked', revocation: { platform: 'twitch', accountId } };
      const hint = hintOf(headers, json);
      return hint ? { kind: 'hint', hint } : { kind: 'ignored' };
    }
    default:
      return { kind: 'ignored' };
  }
}

/** Whose permission is gone, where the message is about that. */
function revokedIn({ subscriptionType }: SignedHeaders, json: unknown): string | null {
  if (subscriptionType !== 'user.authorization.revoke') return null;
  return TwitchRevoked.safeParse(json).data?.event.user_id ?? null;
}

/** Null also for what was written in the chat of a partner: there it is heard itself, and the badges are of there. */
function chatOf(headers: SignedHeaders, json: unknown): ChatMessage | null {
  const read = TwitchChatLine.safeParse(eventIn(json));
  if (!read.success) return null;
  const { data: line } = read;
  const source = line.source_broadcaster_user_id;
  if (source && source !== line.broadcaster_user_id) return null;
  return {
    platform: 'twitch',
    messageId: line.message_id,
    channelId: line.broadcaster_user_id,
    sender: {
      id: line.chatter_user_id,
      name: line.chatter_user_login,
      displayName: line.chatter_user_name ?? line.chatter_user_login,
    },
    badges: line.badges?.map(({ set_id }) => set_id) ?? [],
    colour: line.color ?? null,
    text: line.message.text,
    replyTo: line.reply?.parent_user_name ?? null,
    sentAt: new Date(headers.timestamp),
  };
}

const eventIn = (json: unknown): unknown =>
  json !== null && typeof json === 'object' && 'event' in json ? json.event : null;

/** What the message hints at; null for events that we do not follow, or that say something we do not understand. */
function hintOf(headers: SignedHeaders, json: unknown): Hint | null {
  const event = eventIn(json);
  const base = {
    platform: 'twitch',
    messageId: headers.messageId,
    occurredAt: new Date(headers.timestamp),
  } as const;
  if (headers.subscriptionType === 'stream.online') {
    const read = TwitchOnline.safeParse(event);
    // Reruns, playlists, premieres and watch parties are announced by nobody.
    if (!read.success || read.data.type !== 'live') return null;
    const {
      id: streamId,
      broadcaster_user_id: channelId,
      broadcaster_user_login: login,
      started_at: startedAt,
    } = read.data;
    // Without a title: what can be lost is stored first, and detection asks for it then.
    const details = firstDetails(undefined);
    const snapshot = { state: 'live', channelId, streamId, startedAt, url: channelUrl(login), details } as const;
    return { ...base, channelId, snapshot };
  }
  const read = TwitchBroadcaster.safeParse(event);
  if (!read.success) return null;
  const channelId = read.data.broadcaster_user_id;
  if (headers.subscriptionType === 'stream.offline') {
    return { ...base, channelId, snapshot: { state: 'offline', channelId } };
  }
  // It comes for channels that are offline too, and Helix answers from a cache of a minute or two: a title taken from
  // here would be put back by the next sweep. The sweep alone changes titles.
  return headers.subscriptionType === 'channel.update' ? { ...base, channelId, snapshot: null } : null;
}
