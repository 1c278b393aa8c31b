import type { Playable } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../text.ts';
import { ChannelId, countOrNull, moment, Pictures, readDuration, VideoId } from './youtube.external.ts';

/** Requests exactly the fields we need. https://developers.google.com/youtube/v3/docs/videos#resource */
export const playableParts = 'snippet,contentDetails,liveStreamingDetails,status,statistics';
export const playableFields =
  'items(id,snippet(publishedAt,channelId,channelTitle,title,thumbnails,liveBroadcastContent),' +
  'contentDetails(duration,contentRating/ytRating,regionRestriction),' +
  'liveStreamingDetails(actualStartTime,actualEndTime),status(privacyStatus,embeddable),statistics/viewCount)';

const countries = z.array(z.string().regex(/^[A-Z]{2}$/)).max(300);

/** https://developers.google.com/youtube/v3/docs/videos#contentDetails.regionRestriction has one list or the other. */
const Regions = z
  .union([
    z.object({ allowed: countries }).transform(({ allowed }) => ({ only: allowed })),
    z.object({ blocked: countries }).transform(({ blocked }) => ({ notIn: blocked })),
  ])
  .nullish()
  .catch(null)
  .transform((regions) => regions ?? null);

export const YoutubePlayable = z
  .object({
    id: VideoId,
    snippet: z.object({
      publishedAt: moment,
      channelId: ChannelId,
      channelTitle: textOrNull,
      title: textOrNull,
      thumbnails: Pictures,
      liveBroadcastContent: z.enum(['none', 'upcoming', 'live']),
    }),
    contentDetails: z.object({
      duration: textOrNull,
      contentRating: z.object({ ytRating: textOrNull }).nullish(),
      regionRestriction: Regions,
    }),
    liveStreamingDetails: z.object({ actualStartTime: moment.optional(), actualEndTime: moment.optional() }).nullish(),
    status: z.object({ privacyStatus: textOrNull, embeddable: z.boolean().nullish() }).nullish(),
    statistics: z.object({ viewCount: countOrNull }).nullish(),
  })
  .transform(
    ({ id, snippet, contentDetails, liveStreamingDetails: live, status, statistics }): Playable => ({
      id,
      title: snippet.title,
      author: snippet.channelTitle,
      channelId: snippet.channelId,
      lengthSeconds: readDuration(contentDetails.duration),
      views: statistics?.viewCount ?? null,
      publishedAt: snippet.publishedAt,
      pictureUrl: snippet.thumbnails,
      isPublic: (status?.privacyStatus ?? 'public') === 'public',
      isEmbeddable: status?.embeddable ?? true,
      isAgeRestricted: contentDetails.contentRating?.ytRating === 'ytAgeRestricted',
      // "none" may come before the end, so a stream with a start and no end is still running.
      isLive: snippet.liveBroadcastContent !== 'none' || Boolean(live?.actualStartTime && !live.actualEndTime),
      regions: contentDetails.regionRestriction,
    }),
  );

/** https://developers.google.com/youtube/v3/docs/search/list: with `type=video` the results are only videos. */
export const YoutubeFound = z.object({
  items: z.array(z.object({ id: z.object({ videoId: VideoId }) })).default([]),
});

/** The same response with `type=channel`. */
export const YoutubeFoundChannels = z.object({
  items: z.array(z.object({ id: z.object({ channelId: ChannelId }) })).default([]),
});
