import {
  type Hint,
  type PlatformDoors,
  type Push,
  type PushReading,
  type Snapshot,
  UpstreamError,
} from '@tally/kernel';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import {
  channelUrl,
  firstDetails,
  TwitchBroadcaster,
  TwitchChallenge,
  TwitchChannels,
  TwitchOnline,
  TwitchRevocation,
} from './twitch.external.ts';
import { isGenuine, isTimely, parseJson, readHeaders, type SignedHeaders } from './webhook.ts';

export async function readPush(client: TwitchClient, doors: PlatformDoors, push: Push): Promise<PushReading> {
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
      const hint = await hintOf(client, doors, headers, json);
      return hint ? { kind: 'hint', hint } : { kind: 'ignored' };
    }
    default:
      return { kind: 'ignored' };
  }
}

/** What the message hints at; null for events that we do not follow, or that say something we do not understand. */
async function hintOf(
  client: TwitchClient,
  doors: PlatformDoors,
  headers: SignedHeaders,
  json: unknown,
): Promise<Hint | null> {
  const event = json !== null && typeof json === 'object' && 'event' in json ? json.event : null;
  const base = {
    platform: 'twitch',
    messageId: headers.messageId,
    occurredAt: new Date(headers.timestamp),
  } as const;
  if (headers.subscriptionType === 'stream.online') {
    const read = TwitchOnline.safeParse(event);
    // Reruns, playlists, premieres and watch parties are announced by nobody.
    if (!read.success || read.data.type !== 'live') return null;
    const snapshot = await liveSnapshot(client, doors, read.data);
    return { ...base, channelId: snapshot.channelId, snapshot };
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

/** Twitch waits some seconds until its push is acknowledged, and people for the message. */
const TITLE_WITHIN_MS = 2_000;

/** The stream itself may be missing in Helix for some seconds; the channel already has its title and category. */
async function liveSnapshot(
  client: TwitchClient,
  { log }: PlatformDoors,
  event: z.output<typeof TwitchOnline>,
): Promise<Snapshot> {
  const channelId = event.broadcaster_user_id;
  const channel = await client
    .get('/channels', { broadcaster_id: channelId }, TwitchChannels, { timeoutMs: TITLE_WITHIN_MS })
    .then(({ data }) => data[0])
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      // That they are live is certain; the sweep brings the rest.
      log.warn({ error, channelId }, 'Twitch did not tell the title of a stream that has just started');
      return undefined;
    });
  return {
    state: 'live',
    channelId,
    streamId: event.id,
    startedAt: event.started_at,
    url: channelUrl(event.broadcaster_user_login),
    details: firstDetails(channel),
  };
}
