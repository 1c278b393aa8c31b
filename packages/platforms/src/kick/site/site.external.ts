import type { ClipperCategory } from '@tally/contract';
import type { EmoteFound, EmoteList } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../../text.ts';

/**
 * Undocumented responses behind kick.com's pages, as described in https://github.com/MistyKnives/kick-api-docs and used
 * by other programs.
 */
const count = z.number().int().nonnegative().nullish();

/** Times have the form `YYYY-MM-DD HH:MM:SS` in UTC without a zone. Clips use ISO dates. */
const moment = z.string().transform((text, context) => {
  const at = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  if (!Number.isNaN(at.getTime())) return at;
  context.addIssue({ code: 'custom', message: 'not a moment' });
  return z.NEVER;
});

/** Skips unreadable items of a list. */
const readable = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).transform((all): z.output<T>[] =>
    all.flatMap((each) => {
      const read = item.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );

const categories = z.array(z.object({ name: textOrNull })).nullish();

/** `id` is not the id of the public API, which is `user_id`. API versions use different names for followers. */
export const SiteChannel = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    followersCount: count,
    followers_count: count,
    user: z.object({ username: textOrNull, bio: textOrNull, profile_pic: textOrNull }).nullish(),
    livestream: z
      .object({
        session_title: textOrNull,
        viewer_count: count,
        thumbnail: z.object({ url: textOrNull }).nullish(),
        categories,
      })
      .nullish(),
  })
  .transform(({ followersCount, followers_count, ...channel }) => ({
    ...channel,
    followers: followersCount ?? followers_count ?? null,
  }));
export type SiteChannel = z.output<typeof SiteChannel>;

const WebVideo = z.object({
  /** The id of the page. The older calls use another id for the same recording. */
  id: z.uuid(),
  title: textOrNull,
  start_time: z.coerce.date(),
  /** The length in seconds. The end time may contradict it. */
  duration: z.number().nonnegative(),
  is_live: z.boolean(),
  status: z.string(),
  category: z.object({ name: textOrNull }).nullish(),
  thumbnail: z.object({ src: textOrNull }).nullish(),
  viewer_count: count,
});
export type WebVideo = z.output<typeof WebVideo>;
export const WebVideos = z.object({ data: readable(WebVideo) });
export const OneWebVideo = z.object({ data: WebVideo });

export const Playback = z.object({ data: z.object({ playback_url: z.object({ vod: z.url().nullish() }) }) });

/** The new id of a recording, found by its older id. */
export const SiteVideoIds = z.object({ vod_id: z.uuid().nullish() });
export const SiteVideoPage = z.object({
  vod_id: z.uuid().nullish(),
  views: count,
  livestream: z.object({
    session_title: textOrNull,
    duration: count,
    thumbnail: z.object({ url: textOrNull }).nullish().catch(null),
    categories,
    channel: z.object({ slug: z.string(), user: z.object({ username: textOrNull }).nullish() }),
  }),
});

export const SiteBadges = z
  .object({
    subscriber_badges: readable(z.object({ months: z.number().int(), badge_image: z.object({ src: z.url() }) }))
      .nullish()
      .catch([]),
  })
  .transform(({ subscriber_badges }) =>
    (subscriber_badges ?? []).map(({ months, badge_image }) => ({ months, url: badge_image.src })),
  );

const SiteVideo = z.object({
  session_title: textOrNull,
  is_live: z.boolean(),
  start_time: moment,
  // The length in milliseconds.
  duration: count,
  source: textOrNull,
  thumbnail: z.object({ src: textOrNull }).nullish(),
  views: count,
  categories,
  video: z.object({ uuid: z.uuid() }).nullish(),
});
export type SiteVideo = z.output<typeof SiteVideo>;
export const SiteVideos = readable(SiteVideo);

const SiteClip = z
  .object({
    id: z.string().regex(/^\w{1,100}$/),
    title: textOrNull,
    thumbnail_url: textOrNull,
    privacy: textOrNull,
    // Newer responses have only the first field, older ones only the second.
    view_count: count,
    views: count,
    duration: z.number().nonnegative().nullish(),
    created_at: moment,
    // Where the clip begins in the stream, and the recording's older id.
    started_at: moment.nullish().catch(null),
    vod_starts_at: z.number().nonnegative().nullish().catch(null),
    vod: z
      .object({ id: z.string().regex(/^[\w-]{1,100}$/) })
      .nullish()
      .catch(null),
    video_url: textOrNull,
    category: z.object({ name: textOrNull }).nullish(),
    creator: z.object({ id: z.number().int(), username: z.string().min(1), slug: textOrNull }).nullish(),
    channel: z.object({ slug: z.string(), username: textOrNull, profile_picture: textOrNull }).nullish(),
  })
  .transform(({ view_count, views, ...clip }) => ({ ...clip, views: view_count ?? views ?? null }));
export type SiteClip = z.output<typeof SiteClip>;
export const OneSiteClip = z.object({ clip: SiteClip });
export const SiteClips = z.object({
  clips: readable(SiteClip),
  /** The cursor cannot be computed. */
  nextCursor: z.union([z.string(), z.number()]).nullish(),
});

/** A clip in Kick's app contains the page id of the recording and the position in seconds. */
export const MobileClip = z.object({
  data: z.object({
    video: z
      .object({ id: z.string().regex(/^[\w-]{1,100}$/), offset: z.number().nonnegative() })
      .nullish()
      .catch(null),
  }),
});

export const SiteStanding = z
  .object({
    is_channel_owner: z.boolean().nullish(),
    is_moderator: z.boolean().nullish(),
    subscribed_for: count,
    badges: z.array(z.object({ type: z.string() })).nullish(),
  })
  .transform(({ badges, ...person }): readonly ClipperCategory[] => {
    const has = (badge: string) => badges?.some(({ type }) => type === badge) ?? false;
    return [
      ...(has('vip') ? (['vip'] as const) : []),
      ...(person.subscribed_for || has('subscriber') ? (['sub'] as const) : []),
      ...(person.is_moderator || has('moderator') ? (['mod'] as const) : []),
      ...(person.is_channel_owner || has('broadcaster') ? (['broadcaster'] as const) : []),
    ];
  });

const SiteEmote = z.object({
  id: z.number().int().positive(),
  name: z.string().min(1).max(100),
  subscribers_only: z.boolean().nullish(),
});

/** The channel's own set has a number. The sets for all channels have a word. */
export const SiteEmotes = z
  .array(z.object({ id: z.union([z.number(), z.string()]), emotes: readable(SiteEmote).nullish() }))
  .transform((sets) =>
    sets.map(
      ({ id, emotes }): EmoteList => ({
        of: typeof id === 'number' ? 'channel' : 'everybody',
        ...(id === 'Emoji' && { isEmojis: true }),
        emotes: (emotes ?? []).map(emoteOf),
      }),
    ),
  );

const emoteOf = (emote: z.output<typeof SiteEmote>): EmoteFound => ({
  source: 'kick',
  id: String(emote.id),
  name: emote.name,
  isAnimated: null,
  isForSubscribers: emote.subscribers_only ?? false,
});
