import type { Channel } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../text.ts';

export const VideoId = z.string().regex(/^[\w-]{11}$/);
export const ChannelId = z.string().regex(/^UC[\w-]{22}$/);

/** Google sends numbers as text, because some exceed the safe integers. */
export const countOrNull = z
  .union([z.string().regex(/^\d{1,18}$/), z.number().int().min(0)])
  .nullish()
  .transform((count) => (count === null || count === undefined ? null : Number(count)));
export const moment = z.coerce.date();
const Picture = z.object({ url: z.url({ protocol: /^https?$/ }) });
// Pictures, largest first. Missing sizes are left out.
export const Pictures = z
  .object({
    maxres: Picture.optional(),
    standard: Picture.optional(),
    high: Picture.optional(),
    medium: Picture.optional(),
    default: Picture.optional(),
  })
  .nullish()
  .transform((all) => (all?.maxres ?? all?.standard ?? all?.high ?? all?.medium ?? all?.default)?.url ?? null);

/** The names of YouTube's categories. They are the same everywhere, and loading them costs a unit. */
const categories: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
};

/** Reads `PT1H2M5S` or `P1DT2S`. Returns null for `P0D`, which means "not known yet". */
export function readDuration(text: string | null): number | null {
  const match = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,5})S)?)?$/.exec(text ?? '');
  if (!match) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds || null;
}

/** Requests exactly the fields we need. https://developers.google.com/youtube/v3/docs/videos#resource */
export const videoParts = 'snippet,contentDetails,liveStreamingDetails,status,statistics';
export const videoFields =
  'items(id,snippet(publishedAt,channelId,title,description,thumbnails,categoryId,liveBroadcastContent,defaultLanguage,defaultAudioLanguage),' +
  'contentDetails(duration,contentRating/ytRating),' +
  'liveStreamingDetails(scheduledStartTime,actualStartTime,actualEndTime,concurrentViewers),status(uploadStatus,privacyStatus),statistics/viewCount)';

export const YoutubeVideo = z
  .object({
    id: VideoId,
    snippet: z.object({
      publishedAt: moment,
      channelId: ChannelId,
      title: textOrNull,
      description: textOrNull,
      thumbnails: Pictures,
      categoryId: textOrNull,
      liveBroadcastContent: z.enum(['none', 'upcoming', 'live']),
      defaultLanguage: textOrNull,
      defaultAudioLanguage: textOrNull,
    }),
    contentDetails: z.object({
      duration: textOrNull,
      contentRating: z.object({ ytRating: textOrNull }).nullish(),
    }),
    liveStreamingDetails: z
      .object({
        scheduledStartTime: moment.optional(),
        actualStartTime: moment.optional(),
        actualEndTime: moment.optional(),
        concurrentViewers: countOrNull,
      })
      .nullish(),
    status: z.object({ uploadStatus: textOrNull, privacyStatus: textOrNull }).nullish(),
    statistics: z.object({ viewCount: countOrNull }).nullish(),
  })
  .transform(({ id, snippet, contentDetails, liveStreamingDetails, status, statistics }) => ({
    id,
    channelId: snippet.channelId,
    title: snippet.title,
    description: snippet.description,
    thumbnailUrl: snippet.thumbnails,
    category: categories[snippet.categoryId ?? ''] ?? null,
    language: snippet.defaultAudioLanguage ?? snippet.defaultLanguage,
    publishedAt: snippet.publishedAt,
    content: snippet.liveBroadcastContent,
    durationSeconds: readDuration(contentDetails.duration),
    isMature: contentDetails.contentRating?.ytRating === 'ytAgeRestricted',
    /** Uploads without a length are still being processed. */
    isProcessed: status?.uploadStatus !== 'uploaded',
    isPublic: (status?.privacyStatus ?? 'public') === 'public',
    views: statistics?.viewCount ?? null,
    broadcast: liveStreamingDetails
      ? {
          scheduledAt: liveStreamingDetails.scheduledStartTime ?? null,
          startedAt: liveStreamingDetails.actualStartTime ?? null,
          endedAt: liveStreamingDetails.actualEndTime ?? null,
          viewers: liveStreamingDetails.concurrentViewers,
        }
      : null,
  }));
export type YoutubeVideo = z.output<typeof YoutubeVideo>;

/** Each item is parsed separately, so an odd one does not spoil the others. An empty list has no `items`. */
/** A response with any error status reveals nothing about the channels. */
const noError = z.undefined().optional();
export const YoutubeList = z.object({ error: noError, items: z.array(z.unknown()).default([]) });

/** The id is enough to identify the odd item. */
export const WithId = z.object({ id: z.string() });

export const PlaylistItem = z.object({ contentDetails: z.object({ videoId: VideoId }) });

const YoutubeChannel = z.object({
  id: ChannelId,
  snippet: z.object({ title: textOrNull, customUrl: textOrNull, thumbnails: Pictures }),
  statistics: z.object({ subscriberCount: countOrNull, hiddenSubscriberCount: z.boolean().nullish() }).nullish(),
});
export const YoutubeChannels = z.object({ error: noError, items: z.array(YoutubeChannel).default([]) });
export type YoutubeChannel = z.output<typeof YoutubeChannel>;

/** Returns the handle without its @. Old channels may have none. */
export function namesOf({ id, snippet }: YoutubeChannel): { name: string; displayName: string } {
  const name = snippet.customUrl?.replace(/^@/, '') ?? id;
  return { name, displayName: snippet.title ?? name };
}

export function channelOf(channel: YoutubeChannel): Channel {
  const names = namesOf(channel);
  const { id, snippet, statistics } = channel;
  return {
    platform: 'youtube',
    id,
    ...names,
    avatarUrl: snippet.thumbnails,
    followers: statistics?.hiddenSubscriberCount ? null : (statistics?.subscriberCount ?? null),
    url: names.name === id ? `https://www.youtube.com/channel/${id}` : `https://www.youtube.com/@${names.name}`,
  };
}

/** The caller's own channel. Without one, `items` is missing. */
export const YoutubeOwnChannel = z
  .object({
    items: z
      .array(z.object({ id: ChannelId, snippet: z.object({ title: z.string(), customUrl: textOrNull }) }))
      .default([]),
  })
  .transform(({ items: [own] }) => {
    if (!own) return null;
    const { title, customUrl } = own.snippet;
    return { id: own.id, name: customUrl?.replace(/^@/, '') ?? own.id, displayName: title };
  });
