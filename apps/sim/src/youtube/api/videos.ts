import { badParameter, type Call, unsigned } from '../call.ts';
import { ownerOf } from '../oauth.ts';
import { durationOf, seconds, type VideoPart, videoParts } from '../shapes.ts';
import { type Creator, findVideo, publicVideos, type Video, type YoutubeWorld } from '../world.ts';
import { readFilter, readIds, readPage, readParts } from './query.ts';

/** Private and deleted videos are missing from the response. */
const findPublic = (world: YoutubeWorld, ids: readonly string[]) =>
  [...new Set(ids)].flatMap((id) => {
    const found = findVideo(world, id);
    return found?.video.isPublic ? [found] : [];
  });

function showVideo(
  world: YoutubeWorld,
  { creator, video }: { creator: Creator; video: Video },
  parts: readonly VideoPart[],
) {
  const shown = parts.map((part) => [part, videoParts[part](world, creator, video)] as const);
  return {
    kind: 'youtube#video',
    etag: `${video.id}-${video.updatedAt.getTime()}`,
    id: video.id,
    ...Object.fromEntries(shown.filter(([, value]) => value !== undefined)),
  };
}

export function listVideos(world: YoutubeWorld, call: Call) {
  const parts = readParts(call, videoParts);
  const filter = readFilter(call, ['id', 'chart', 'myRating']);
  if (filter === 'chart') return listChart(world, call, parts);
  if (filter === 'myRating') return listRated(world, call);
  const items = findPublic(world, readIds(call)).map((found) => showVideo(world, found, parts));
  return {
    kind: 'youtube#videoListResponse',
    items,
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  };
}

/** Lists the most watched videos. https://developers.google.com/youtube/v3/docs/videos/list#chart */
function listChart(world: YoutubeWorld, call: Call, parts: readonly VideoPart[]) {
  const chart = call.query.get('chart');
  if (chart !== 'mostPopular') throw badParameter('chart', `Invalid value '${chart}'.`, 'videoChartNotFound');
  const categoryId = call.query.get('videoCategoryId');
  const found = [...world.creators.values()]
    .flatMap((creator) => publicVideos(creator).map((video) => ({ creator, video })))
    .filter(({ video }) => categoryId === null || video.categoryId === categoryId)
    .sort((left, right) => right.video.views - left.video.views);
  const page = readPage(call, found);
  return {
    kind: 'youtube#videoListResponse',
    ...page,
    items: page.items.map((each) => showVideo(world, each, parts)),
  };
}

/** No person here has rated a video, but the call still needs a login. */
function listRated(world: YoutubeWorld, call: Call) {
  const rating = call.query.get('myRating');
  if (rating !== 'like' && rating !== 'dislike') throw badParameter('myRating', `Invalid value '${rating}'.`);
  if (!ownerOf(world, call)) throw unsigned('myRating');
  return { kind: 'youtube#videoListResponse', ...readPage(call, []) };
}

/** Returns only numbers, from a separate bucket: https://developers.google.com/youtube/v3/docs/videos/batchGetStats */
const statParts: Readonly<Record<string, (video: Video) => object | undefined>> = {
  id: () => undefined,
  snippet: (video) => ({ publishTime: seconds(video.publishedAt) }),
  statistics: ({ views }) => ({
    viewCount: String(views),
    likeCount: String(Math.round(views / 25)),
    commentCount: String(Math.round(views / 400)),
  }),
  contentDetails: (video) => ({ duration: durationOf(video), durationMillis: String(video.seconds * 1_000) }),
};

export function batchGetStats(world: YoutubeWorld, call: Call) {
  const parts = readParts(call, statParts);
  readFilter(call, ['id']);
  const items = findPublic(world, readIds(call)).map(({ video }) => ({
    kind: 'youtube#videoStats',
    etag: `${video.id}-${video.views}`,
    id: video.id,
    ...Object.fromEntries(
      parts.map((part) => [part, statParts[part]?.(video)]).filter(([, value]) => value !== undefined),
    ),
  }));
  return { kind: 'youtube#batchGetStatsResponse', items };
}
