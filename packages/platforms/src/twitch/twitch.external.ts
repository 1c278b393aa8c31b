import type { Answer, Channel, EmoteFound, Snapshot, StreamDetails } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../text.ts';

/** URLs that browsers may open. Helix uses empty texts for "none". */
const webUrlOrNull = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .transform((url) => url ?? null)
  .catch(null);
const id = z.string().regex(/^\d{1,20}$/);
const login = z.string().regex(/^\w{1,25}$/);

const TwitchUser = z.object({
  id,
  login,
  display_name: textOrNull,
  profile_image_url: textOrNull,
});
export const TwitchUsers = z.object({ data: z.array(TwitchUser) });

/** https://dev.twitch.tv/docs/api/reference#search-channels: `thumbnail_url` is the channel's own picture. */
export const TwitchFound = z.object({
  data: z.array(
    z.object({
      id,
      broadcaster_login: login,
      display_name: textOrNull,
      thumbnail_url: textOrNull,
      is_live: z.boolean().optional(),
    }),
  ),
});

/** https://dev.twitch.tv/docs/api/reference#get-streams: the answer contains only live channels. */
export const TwitchStream = z.object({
  id,
  user_id: id,
  user_login: login,
  user_name: textOrNull,
  game_name: textOrNull,
  title: textOrNull,
  viewer_count: z.number().int().nullish(),
  started_at: z.coerce.date(),
  language: textOrNull,
  thumbnail_url: textOrNull,
  is_mature: z.boolean().nullish(),
});
/** Reads the streamer of an entry that is otherwise unreadable. */
export const streamerIn = z.object({ user_id: id }).transform(({ user_id }) => user_id);

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
      id: z.string(),
      status: z.string(),
      type: z.string(),
      condition: z.object({ broadcaster_user_id: z.string().optional() }),
      transport: z.object({
        method: z.string(),
        callback: z.string().optional(),
        conduit_id: z.string().optional(),
      }),
    }),
  ),
  total_cost: z.number(),
  max_total_cost: z.number(),
  // The object is `{}` on the last page and sometimes has an empty cursor.
  pagination: z.object({ cursor: textOrNull }).nullish(),
});

/** Chat subscriptions, which contain the reading account. */
export const TwitchHeard = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      type: z.string(),
      condition: z.object({ broadcaster_user_id: z.string().optional(), user_id: z.string().optional() }),
      transport: z.object({ callback: z.string().optional(), conduit_id: z.string().optional() }),
    }),
  ),
});

export const TwitchSubscribed = z.object({
  data: z.array(z.object({ cost: z.number() })).min(1),
});

/** https://dev.twitch.tv/docs/api/reference/#get-conduits */
export const TwitchConduits = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

const TwitchShard = z.object({
  id: z.string(),
  status: z.string(),
  transport: z.object({ method: z.string(), callback: z.string().optional() }),
});
/** https://dev.twitch.tv/docs/api/reference/#get-conduit-shards */
export const TwitchShards = z.object({
  data: z.array(TwitchShard),
  pagination: z.object({ cursor: textOrNull }).nullish(),
});
/** https://dev.twitch.tv/docs/api/reference/#update-conduit-shards: some updates may succeed while others fail. */
export const TwitchShardsUpdated = z.object({
  data: z.array(TwitchShard),
  errors: z.array(z.object({ id: z.string(), code: z.string().nullish() })).default([]),
});

/** "3h8m33s": https://dev.twitch.tv/docs/api/reference/#get-videos */
const duration = z
  .string()
  .regex(/^(?=\d)(?:\d{1,4}h)?(?:\d{1,4}m)?(?:\d{1,6}s)?$/)
  .transform((text) => {
    const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return (part('h') * 60 + part('m')) * 60 + part('s');
  });

const TwitchVideo = z.object({
  id,
  // Null for uploads and highlights, which do not record a stream.
  stream_id: textOrNull,
  title: textOrNull,
  description: textOrNull,
  created_at: z.coerce.date(),
  published_at: z.coerce.date(),
  url: z.url(),
  thumbnail_url: textOrNull,
  viewable: z.string(),
  view_count: z.number().int().nullish(),
  duration,
});
export type TwitchVideo = z.output<typeof TwitchVideo>;
export const TwitchVideos = z.object({ data: z.array(TwitchVideo) });

/** https://dev.twitch.tv/docs/api/reference#get-clips-download */
export const TwitchClipFiles = z.object({
  data: z.array(
    z.object({ clip_id: z.string(), landscape_download_url: webUrlOrNull, portrait_download_url: webUrlOrNull }),
  ),
});

const TwitchClip = z.object({
  id: z.string().min(1).max(200),
  url: z.url(),
  broadcaster_id: id,
  creator_id: textOrNull,
  video_id: textOrNull,
  // The position in seconds. Missing until the recording exists.
  vod_offset: z.number().int().nonnegative().nullish().catch(null),
  creator_name: textOrNull,
  game_id: textOrNull,
  title: textOrNull,
  view_count: z.number().int().nullish(),
  created_at: z.coerce.date(),
  thumbnail_url: textOrNull,
  // The length in seconds, with a fraction.
  duration: z.number().nullish(),
});
export type TwitchClip = z.output<typeof TwitchClip>;
/** https://dev.twitch.tv/docs/api/reference/#get-clips */
export const TwitchClips = z.object({
  data: z.array(TwitchClip),
  pagination: z.object({ cursor: textOrNull }).nullish(),
});

/** The owner of a video or clip. */
export const TwitchOwned = z.object({
  data: z.array(z.object({ id: z.string(), user_id: id.optional(), broadcaster_id: id.optional() })),
});

export const TwitchGames = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

const broadcaster = { broadcaster_user_id: id, broadcaster_user_login: login };

/** `stream.online`, version 1, has no title, category or picture. */
export const TwitchOnline = z.object({ id, ...broadcaster, type: z.string(), started_at: z.coerce.date() });
/** `stream.offline`, version 1, and `channel.update`, version 2. */
export const TwitchBroadcaster = z.object(broadcaster);

export const TwitchTotal = z.object({ total: z.number().int().nonnegative() });

export const TwitchChallenge = z.object({ challenge: z.string().min(1).max(500) });
export const TwitchRevocation = z.object({
  subscription: z.object({ status: z.string(), type: z.string(), condition: z.record(z.string(), z.unknown()) }),
});

/**
 * `channel.chat.message`, version 1:
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#channelchatmessage. A shared chat sends the line to
 * each channel, with the original channel as its source.
 */
export const TwitchChatLine = z.object({
  broadcaster_user_id: id,
  chatter_user_id: id,
  chatter_user_login: login,
  chatter_user_name: textOrNull,
  message_id: z.string().min(1).max(100),
  message: z.object({ text: z.string() }),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullish()
    .catch(null),
  badges: z.array(z.object({ set_id: z.string() })).nullish(),
  reply: z.object({ parent_user_name: textOrNull }).nullish().catch(null),
  source_broadcaster_user_id: z.string().nullish(),
});

/** https://dev.twitch.tv/docs/api/reference/#send-chat-message */
export const TwitchSent = z.object({
  data: z.array(z.object({ is_sent: z.boolean(), drop_reason: z.object({ code: z.string() }).nullish() })).min(1),
});

export const TwitchAges = z.object({ data: z.array(z.object({ id, created_at: z.coerce.date() })) });

/**
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#userauthorizationrevoke: names are null for deleted
 * accounts.
 */
export const TwitchRevoked = z.object({ event: z.object({ user_id: id }) });

export const channelUrl = (name: string): string => `https://www.twitch.tv/${name}`;

export function channelOf(user: z.output<typeof TwitchUser>): Channel {
  return {
    platform: 'twitch',
    id: user.id,
    name: user.login,
    displayName: user.display_name ?? user.login,
    avatarUrl: user.profile_image_url,
    // The number needs a separate call.
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

/** Returns a stream's details in its first seconds. */
export const firstDetails = (channel: z.output<typeof TwitchChannels>['data'][number] | undefined): StreamDetails => ({
  title: channel?.title ?? null,
  category: channel?.game_name ?? null,
  categoryImageUrl: null,
  thumbnailUrl: null,
  viewers: null,
  language: channel?.broadcaster_language ?? null,
  isMature: false,
});

export const nameOf = (name: string, displayName: string | null): NonNullable<Answer['name']> => ({
  name,
  displayName: displayName ?? name,
});

/** The badges of a chat. https://dev.twitch.tv/docs/api/reference/#get-global-chat-badges */
export const TwitchBadges = z.object({
  data: z.array(
    z.object({
      set_id: z.string(),
      versions: z.array(z.object({ id: z.string(), title: z.string(), image_url_2x: z.url() })),
    }),
  ),
});

const TwitchEmote = z.object({
  id: z.string().regex(/^\w{1,100}$/),
  name: z.string().min(1).max(100),
  emote_type: textOrNull,
  format: z.array(z.string()).nullish(),
});

/** https://dev.twitch.tv/docs/api/reference#get-channel-emotes. An unreadable emote is skipped. */
export const TwitchEmotes = z.object({ data: z.array(z.unknown()) }).transform(({ data }): readonly EmoteFound[] =>
  data.flatMap((each) => {
    const read = TwitchEmote.safeParse(each);
    if (!read.success) return [];
    const { id, name, emote_type, format } = read.data;
    const isForSubscribers = emote_type === 'subscriptions' || emote_type === 'bitstier';
    return [{ source: 'twitch', id, name, isAnimated: format?.includes('animated') ?? null, isForSubscribers }];
  }),
);
