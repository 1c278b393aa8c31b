import type { Answer, Channel, OutsideAccount, Snapshot } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../text.ts';

/** Kick wraps every response. Errors carry a text or an empty object as data. */
const wrapped = <S extends z.ZodType>(data: S) => z.object({ data });

const category = z.object({ name: textOrNull, thumbnail: textOrNull }).nullish();

const KickChannel = z.object({
  broadcaster_user_id: z.number().int(),
  slug: z.string(),
  banner_picture: textOrNull,
});
export const KickChannels = wrapped(z.array(KickChannel));

const KickUser = z.object({ user_id: z.number().int(), name: z.string(), profile_picture: textOrNull });
export const KickUsers = wrapped(z.array(KickUser));

/** https://docs.kick.com/apis/livestreams: the response contains only live channels. */
export const KickLivestream = z.object({
  id: z.string().nullish(),
  title: textOrNull,
  thumbnail: textOrNull,
  started_at: z.coerce.date(),
  // 0 may mean that the creator hides the number.
  viewer_count: z.number().int().nullish(),
  language_code: textOrNull,
  has_mature_content: z.boolean().nullish(),
  broadcaster_user: z.object({ id: z.number().int(), username: textOrNull, profile_picture: textOrNull }),
  category,
  channel: z.object({ slug: z.string() }),
});
/** One page of all live channels, oldest stream first. */
export const KickLivestreams = wrapped(z.array(z.unknown())).extend({
  pagination: z.object({ next_cursor: textOrNull }).nullish(),
});

/** Reads the streamer of an entry that is otherwise unreadable. */
export const streamerIn = z
  .object({ broadcaster_user: z.object({ id: z.number().int() }) })
  .transform(({ broadcaster_user }) => String(broadcaster_user.id));

export const KickPublicKey = wrapped(z.object({ public_key: z.string() }));

export const KickSubscriptions = wrapped(
  z.array(z.object({ id: z.string(), event: z.string(), broadcaster_user_id: z.number().int() })),
);

const Broadcaster = z.object({ user_id: z.number().int(), channel_slug: z.string() });

/** `livestream.status.updated`, version 1. The event has no stream id, so the start time identifies the stream. */
export const KickStatusUpdated = z.object({
  broadcaster: Broadcaster,
  is_live: z.boolean(),
  title: textOrNull,
  // The UTC offset is not always Z.
  started_at: z.coerce.date(),
});

/** `livestream.metadata.updated`, version 1. */
export const KickMetadataUpdated = z.object({ broadcaster: Broadcaster });

/** `chat.message.sent`, version 1: https://docs.kick.com/events/event-types. Anonymous senders have no id. */
export const KickChatMessage = z.object({
  message_id: z.string(),
  broadcaster: Broadcaster,
  sender: z.object({
    user_id: z.number().int(),
    username: z.string(),
    channel_slug: textOrNull,
    identity: z
      .object({
        badges: z.array(z.object({ type: z.string(), count: z.number().int().nullish().catch(null) })).nullish(),
        username_color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i)
          .nullish()
          .catch(null),
      })
      .nullish(),
  }),
  content: z.string(),
  replies_to: z
    .object({ sender: z.object({ username: textOrNull }).nullish() })
    .nullish()
    .catch(null),
  created_at: z.coerce.date(),
});

const Viewer = z.object({ user_id: z.number().int(), username: z.string(), channel_slug: textOrNull });

export const outsiderOf = ({ user_id, username, channel_slug }: z.output<typeof Viewer>): OutsideAccount => ({
  id: String(user_id),
  name: channel_slug ?? username.toLowerCase(),
  displayName: username,
});

/** `moderation.banned`, version 1: https://docs.kick.com/events/event-types */
export const KickBan = z.object({
  broadcaster: Broadcaster,
  banned_user: Viewer,
  moderator: Viewer.nullish().catch(null),
  metadata: z
    .object({
      reason: textOrNull,
      created_at: z.coerce.date().nullish().catch(null),
      // Null for a permanent ban.
      expires_at: z.coerce.date().nullish(),
    })
    .nullish()
    .catch(null),
});

/** `channel.followed`, version 1: https://docs.kick.com/events/event-types. The event has no time. */
export const KickFollow = z.object({ broadcaster: Broadcaster, follower: Viewer });

/** `kicks.gifted`, version 1: https://docs.kick.com/events/event-types#kicks-gifted */
export const KickKicks = z.object({
  broadcaster: Broadcaster,
  sender: Viewer,
  gift: z.object({ amount: z.number().int().positive(), name: textOrNull, message: textOrNull }),
  created_at: z.coerce.date(),
});

/** `channel.subscription.new` and `.renewal`, version 1: https://docs.kick.com/events/event-types. */
export const KickSubscription = z.object({
  broadcaster: Broadcaster,
  subscriber: Viewer,
  // The total number of months, including this one.
  duration: z.number().int().nonnegative().nullish(),
  created_at: z.coerce.date(),
  expires_at: z.coerce.date().nullish().catch(null),
});

/**
 * `channel.subscription.gifts`, version 1: https://docs.kick.com/events/event-types. An anonymous gifter has neither id
 * nor name.
 */
export const KickSubscriptionGifts = z.object({
  broadcaster: Broadcaster,
  gifter: z
    .object({
      is_anonymous: z.boolean().nullish(),
      user_id: z.number().int().nullish(),
      username: textOrNull,
      channel_slug: textOrNull,
    })
    .nullish(),
  giftees: z.array(Viewer.nullable().catch(null)).min(1),
  created_at: z.coerce.date(),
  expires_at: z.coerce.date().nullish().catch(null),
});

export function channelOf(channel: z.output<typeof KickChannel>, user: z.output<typeof KickUser> | undefined): Channel {
  return {
    platform: 'kick',
    id: String(channel.broadcaster_user_id),
    name: channel.slug,
    displayName: user?.name ?? channel.slug,
    avatarUrl: user?.profile_picture ?? null,
    // The public API has no follower count.
    followers: null,
    url: channelUrl(channel.slug),
  };
}

export function snapshotOf(stream: z.output<typeof KickLivestream>): Snapshot {
  return {
    state: 'live',
    channelId: String(stream.broadcaster_user.id),
    streamId: stream.id ?? null,
    startedAt: stream.started_at,
    url: channelUrl(stream.channel.slug),
    details: {
      title: stream.title,
      category: stream.category?.name ?? null,
      categoryImageUrl: stream.category?.thumbnail ?? null,
      thumbnailUrl: stream.thumbnail,
      viewers: stream.viewer_count ?? null,
      language: stream.language_code,
      isMature: stream.has_mature_content ?? false,
    },
  };
}

export const nameOf = (
  slug: string,
  username: string | null | undefined,
  avatarUrl: string | null | undefined,
): NonNullable<Answer['name']> => ({ name: slug, displayName: username ?? slug, avatarUrl: avatarUrl ?? null });

export const channelUrl = (slug: string): string => `https://kick.com/${slug}`;
