/** Rumble's formats, validated and converted. Only the fields named here are kept, so no stream key gets in. */
import { z } from 'zod';
import { addressIn } from './address.ts';
import { cleaned, unescaped } from './text.ts';

const text = z.string().transform(cleaned);
const htmlText = z.string().transform((html) => cleaned(unescaped(html.slice(0, 10_000))));
const moment = z
  .string()
  .max(64)
  .transform((written, context) => {
    const date = new Date(written);
    if (!Number.isNaN(date.getTime())) return date;
    context.addIssue({ code: 'custom', message: 'not a time' });
    return z.NEVER;
  });
const momentOrNull = moment.nullish().transform((date) => date ?? null);
const countOrNull = z
  .number()
  .nullish()
  .transform((count) => (typeof count === 'number' && count >= 0 ? Math.floor(count) : null));
/** An unusable picture becomes null, and the rest of the response is kept. */
const picture = z
  .string()
  .max(2_000)
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  .nullish()
  .catch(null)
  .transform((url) => url ?? null);
const numberText = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,18}$/)]).transform(String);

const videoPath = /^\/(?:shorts\/)?v[\w.%-]{1,300}$/;
const pathIn = (url: string | null | undefined): string | null => {
  const path = url?.startsWith('/') ? url : URL.parse(url ?? '')?.pathname;
  return path && videoPath.test(path) ? path : null;
};

/** An entry of `items` in a listing page of 2026. */
export const RumbleItem = z
  .object({
    id: numberText,
    title: text,
    url: z.string().nullish(),
    relative_url: z.string().nullish(),
    thumb: picture,
    upload_date: momentOrNull,
    live_datetime: momentOrNull,
    is_short: z.boolean().nullish(),
    duration: countOrNull.catch(null),
    views: countOrNull.catch(null),
    watching_now: countOrNull,
    /** Missing if it would repeat the page's owner. */
    by: z.object({ name: text, url: z.string().max(500) }).nullish(),
  })
  .transform((item, context) => {
    const path = pathIn(item.relative_url ?? item.url);
    const by = item.by ? addressIn(item.by.url) : null;
    if (path && (by || !item.by)) {
      return {
        id: item.id,
        title: item.title || null,
        path,
        thumbnailUrl: item.thumb,
        publishedAt: item.upload_date,
        /** When the stream went or will go live. Null for uploads. */
        liveAt: item.live_datetime,
        isShort: item.is_short ?? false,
        durationSeconds: item.duration,
        views: item.views,
        viewers: item.watching_now ?? 0,
        by,
        byName: item.by?.name ?? null,
      };
    }
    context.addIssue({ code: 'custom', message: 'leads nowhere' });
    return z.NEVER;
  });
/** A video and its owner's address. */
export type ListedVideo = Omit<z.output<typeof RumbleItem>, 'by'> & { readonly by: string };

/**
 * A video according to the player. `live`: 0 not live, 1 planned (with a DVR) or just ended, 2 live. As read by
 * https://github.com/yt-dlp/yt-dlp/blob/master/yt_dlp/extractor/rumble.py
 */
export const RumblePlayer = z
  .object({
    live: z.literal([0, 1, 2]),
    livestream_has_dvr: z.union([z.boolean(), z.number()]).nullish(),
    title: htmlText,
    vid: numberText.nullish().catch(null),
    l: z.string().nullish().catch(null),
    i: picture,
    duration: countOrNull.catch(null),
    pubDate: momentOrNull.catch(null),
  })
  .transform((video) => ({
    state: stateOf(video.live, video.livestream_has_dvr ?? null, video.duration ?? 0),
    id: video.vid ?? null,
    title: video.title || null,
    path: pathIn(video.l),
    thumbnailUrl: video.i,
    durationSeconds: video.duration,
    publishedAt: video.pubDate,
  }));
export type PlayedVideo = z.output<typeof RumblePlayer>;

/** `closing` means not live, but not yet a recording either. After a lost connection it may become live again. */
function stateOf(
  live: 0 | 1 | 2,
  dvr: boolean | number | null,
  seconds: number,
): 'live' | 'upcoming' | 'closing' | 'ended' | 'upload' {
  if (live === 2) return 'live';
  if (live === 1 && dvr) return 'upcoming';
  if (live === 1) return seconds > 0 ? 'ended' : 'closing';
  return dvr === null ? 'upload' : 'ended';
}

/** The player's id is part of oEmbed's iframe. */
export const RumbleOembed = z
  .object({ html: z.string().max(20_000), author_url: z.string().catch('') })
  .transform(({ html, author_url: owner }) => ({
    embedId: /\/embed\/(?:[\da-z]{1,20}\.)?(v[\da-z]{1,20})\b/.exec(html)?.[1] ?? null,
    owner: addressIn(owner),
  }));

/** Finds the player's id in the video's own page. */
export const embedIdInPage = (html: string): string | null =>
  /Rumble\(\s{0,9}"play"\s{0,9},\s{0,9}\{[^{}]{0,300}"video"\s{0,9}:\s{0,9}"(v[\da-z]{1,20})"/.exec(html)?.[1] ?? null;

const RumbleLivestream = z
  .object({
    id: z.string().regex(/^[\da-z]{1,12}$/),
    title: text.nullish(),
    created_on: moment,
    is_live: z.boolean(),
    visibility: z.string().nullish(),
    categories: z
      .object({ primary: z.object({ title: text.nullish() }).nullish() })
      .nullish()
      .catch(null),
    watching_now: countOrNull.catch(null),
  })
  .transform((stream) => ({
    apiId: stream.id,
    /** This assumes that pages write the same number in base 10. */
    id: String(Number.parseInt(stream.id, 36)),
    title: stream.title || null,
    createdAt: stream.created_on,
    isLive: stream.is_live,
    isPublic: (stream.visibility ?? 'public') === 'public',
    category: stream.categories?.primary?.title || null,
    viewers: stream.watching_now,
  }));
export type ReportedStream = z.output<typeof RumbleLivestream>;

const Person = z.object({
  username: z.string().max(100),
  followed_on: moment.optional().catch(undefined),
  subscribed_on: moment.optional().catch(undefined),
});

/** Returns the people of a list with their dates, keyed by lower-case name, and whether the list is complete. */
const listed = (
  people: readonly z.output<typeof Person>[],
  total: number | null,
  sinceOf: (person: z.output<typeof Person>) => Date | undefined,
) => ({
  since: new Map(people.map((person) => [person.username.toLowerCase(), sinceOf(person) ?? null])),
  isWhole: total !== null && total <= people.length,
});

const People = z.array(Person).max(200).catch([]);
const Followers = z.object({
  num_followers: countOrNull,
  num_followers_total: countOrNull.optional().catch(null),
  recent_followers: People.default([]),
});
const Subscribers = z.object({
  num_subscribers: countOrNull,
  num_subscribers_total: countOrNull.optional().catch(null),
  recent_subscribers: People.default([]),
});

/** https://rumblefaq.groovehq.com/help/how-to-use-rumble-s-live-stream-api, v1.0 beta, without its secrets. */
export const RumbleApiData = z
  .object({
    type: z.enum(['user', 'channel']),
    username: text.nullish(),
    channel_id: z.union([z.number(), z.string().max(40)]).nullish(),
    channel_name: text.nullish(),
    followers: Followers.nullish().catch(null),
    subscribers: Subscribers.nullish().catch(null),
    livestreams: z.array(RumbleLivestream).max(200),
  })
  .transform((data) => ({
    type: data.type,
    username: data.username || null,
    channelNumber: data.channel_id == null ? null : String(data.channel_id),
    channelName: data.channel_name || null,
    followers: data.followers?.num_followers ?? null,
    supporters: {
      follower: listed(
        data.followers?.recent_followers ?? [],
        data.followers?.num_followers_total ?? data.followers?.num_followers ?? null,
        (person) => person.followed_on,
      ),
      subscriber: listed(
        data.subscribers?.recent_subscribers ?? [],
        data.subscribers?.num_subscribers_total ?? data.subscribers?.num_subscribers ?? null,
        (person) => person.subscribed_on,
      ),
    },
    streams: data.livestreams,
  }));
export type ApiData = z.output<typeof RumbleApiData>;
