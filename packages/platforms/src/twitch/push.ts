import { type ChatMessage, type Hint, type PlatformDoors, type Push, type PushReading, parseJson } from '@tally/kernel';
import { isGenuine, isTimely, readHeaders, type SignedHeaders } from './read-push.ts';
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

/** Returns the user who revoked their permission, if the message is about that. */
function revokedIn({ subscriptionType }: SignedHeaders, json: unknown): string | null {
  if (subscriptionType !== 'user.authorization.revoke') return null;
  return TwitchRevoked.safeParse(json).data?.event.user_id ?? null;
}

/** Also returns null for a line from a partner's chat: we receive it there directly, and its badges belong there. */
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

/** Returns the hint in the message, or null for events that we do not follow or understand. */
function hintOf(headers: SignedHeaders, json: unknown): Hint | null {
  const event = eventIn(json);
  const base = {
    platform: 'twitch',
    messageId: headers.messageId,
    occurredAt: new Date(headers.timestamp),
  } as const;
  if (headers.subscriptionType === 'stream.online') {
    const read = TwitchOnline.safeParse(event);
    // Reruns, playlists, premieres and watch parties are not announced.
    if (!read.success || read.data.type !== 'live') return null;
    const {
      id: streamId,
      broadcaster_user_id: channelId,
      broadcaster_user_login: login,
      started_at: startedAt,
    } = read.data;
    // The hint is stored without a title, which detection loads later.
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
  // The event also comes for offline channels, and Helix answers from a cache of one or two minutes. The next sweep
  // would therefore undo a title taken from here, so only the sweep changes titles.
  return headers.subscriptionType === 'channel.update' ? { ...base, channelId, snapshot: null } : null;
}
