import type { Channel, Snapshot, StreamDetails } from '@tally/kernel';
import { z } from 'zod';

// Empty texts stand for "none" all over Helix.
const textOrNull = z
  .string()
  .nullish()
  .transform((text) => (text ? text : null));
const id = z.string().regex(/^\d{1,20}$/);
const login = z.string().regex(/^\w{1,25}$/);

const TwitchUser = z.object({
  id,
  login,
  display_name: textOrNull,
  profile_image_url: textOrNull,
});
export const TwitchUsers = z.object({ data: z.array(TwitchUser) });

/** https://dev.twitch.tv/docs/api/reference#get-streams: only channels that are live are in the answer. */
const TwitchStream = z.object({
  id,
  user_id: id,
  user_login: login,
  game_name: textOrNull,
  title: textOrNull,
  viewer_count: z.number().int().nullish(),
  started_at: z.coerce.date(),
  language: textOrNull,
  thumbnail_url: textOrNull,
  is_mature: z.boolean().nullish(),
});
export const TwitchStreams = z.object({ data: z.array(TwitchStream) });

/** https://dev.twitch.tv/docs/api/reference#get-channel-information */
export const TwitchChannels = z.object({
  data: z.array(
    z.object({
      broadcaster_id: id,
      title: textOrNull,
      game_name: textOrNull,
      broadcaster_language: textOrNull,
    }),
  ),
});

export const TwitchSubscriptions = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      type: z.string(),
      condition: z.object({ broadcaster_user_id: z.string().optional() }),
      transport: z.object({ method: z.string(), callback: z.string().optional() }),
    }),
  ),
  total_cost: z.number(),
  max_total_cost: z.number(),
  // `{}` on the last page, and now and then an empty cursor.
  pagination: z.object({ cursor: textOrNull }).nullish(),
});

export const TwitchSubscribed = z.object({
  data: z.array(z.object({ cost: z.number() })).min(1),
});

const broadcaster = { broadcaster_user_id: id, broadcaster_user_login: login };

/** `stream.online`, version 1: no title, no category, no picture. */
export const TwitchOnline = z.object({ id, ...broadcaster, type: z.string(), started_at: z.coerce.date() });
/** `stream.offline`, version 1, and `channel.update`, version 2. */
export const TwitchBroadcaster = z.object(broadcaster);

export const TwitchChallenge = z.object({ challenge: z.string().min(1).max(500) });
export const TwitchRevocation = z.object({
  subscription: z.object({ status: z.string(), type: z.string(), condition: z.record(z.string(), z.unknown()) }),
});

export const channelUrl = (name: string): string => `https://www.twitch.tv/${name}`;

export function channelOf(user: z.output<typeof TwitchUser>): Channel {
  return {
    platform: 'twitch',
    id: user.id,
    name: user.login,
    displayName: user.display_name ?? user.login,
    avatarUrl: user.profile_image_url,
    // Helix tells the number to the channel's own moderators only.
    followers: null,
    url: channelUrl(user.login),
  };
}

export function snapshotOf(stream: z.output<typeof TwitchStream>): Snapshot {
  return {
    state: 'live',
    channelId: stream.user_id,
    streamId: stream.id,
    startedAt: stream.started_at,
    url: channelUrl(stream.user_login),
    details: {
      title: stream.title,
      category: stream.game_name,
      categoryImageUrl: null,
      thumbnailUrl: stream.thumbnail_url?.replace('{width}', '1280').replace('{height}', '720') ?? null,
      viewers: stream.viewer_count ?? null,
      language: stream.language,
      isMature: stream.is_mature ?? false,
    },
  };
}

/** What is known of a stream in its first seconds. */
export const firstDetails = (channel: z.output<typeof TwitchChannels>['data'][number] | undefined): StreamDetails => ({
  title: channel?.title ?? null,
  category: channel?.game_name ?? null,
  categoryImageUrl: null,
  thumbnailUrl: null,
  viewers: null,
  language: channel?.broadcaster_language ?? null,
  isMature: false,
});
