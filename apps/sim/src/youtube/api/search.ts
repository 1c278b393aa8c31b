import { badParameter, type Call } from '../call.ts';
import { broadcastContent, channelParts, type Json, snippetOf } from '../shapes.ts';
import { type Creator, publicVideos, type Video, type YoutubeWorld } from '../world.ts';
import { readDate, readList, readPage, readParts } from './query.ts';

/** One result, with its sort values. */
interface Found {
  readonly id: Json;
  readonly etag: string;
  readonly snippet: Json;
  readonly title: string;
  readonly at: Date;
  readonly views: number;
}

type Order = 'date' | 'relevance' | 'title' | 'viewCount' | 'rating' | 'videoCount';

const orders: Readonly<Record<Order, (left: Found, right: Found) => number>> = {
  date: (left, right) => right.at.getTime() - left.at.getTime(),
  // YouTube does not document relevance, but its results are mostly newest first.
  relevance: (left, right) => right.at.getTime() - left.at.getTime(),
  title: (left, right) => left.title.localeCompare(right.title),
  viewCount: (left, right) => right.views - left.views,
  rating: (left, right) => right.views - left.views,
  videoCount: (left, right) => right.views - left.views,
};

/** Finds channels and videos, 100 calls a day. https://developers.google.com/youtube/v3/docs/search/list */
export function search(world: YoutubeWorld, call: Call) {
  readParts(call, { id: 0, snippet: 0 });
  const types = readTypes(call);
  const words = (call.query.get('q') ?? '').toLowerCase();
  const channelId = call.query.get('channelId');
  const creators = [...world.creators.values()].filter((each) => channelId === null || each.channelId === channelId);
  const isWanted = readVideoFilter(call);
  const [after, before] = [readDate(call, 'publishedAfter'), readDate(call, 'publishedBefore')];
  const videos = types.has('video') ? creators.flatMap((creator) => findVideos(world, creator, isWanted)) : [];
  const channels = types.has('channel') ? creators.map((creator) => showChannel(world, creator)) : [];
  const found = [...channels, ...videos]
    .filter(({ title }) => title.toLowerCase().includes(words))
    .filter(({ at }) => (after === null || at.getTime() >= after) && (before === null || at.getTime() <= before));
  const page = readPage(call, found.sort(orders[readOrder(call)]));
  return {
    kind: 'youtube#searchListResponse',
    regionCode: 'GB',
    ...page,
    items: page.items.map(({ etag, id, snippet }) => ({ kind: 'youtube#searchResult', etag, id, snippet })),
  };
}

/** By default all kinds are searched. No channel here has its own playlists. */
function readTypes(call: Call): ReadonlySet<string> {
  const types = readList(call, 'type');
  const unknown = types.find((type) => !['video', 'channel', 'playlist'].includes(type));
  if (unknown !== undefined) throw badParameter('type', `Invalid value '${unknown}'.`);
  return new Set(types.length > 0 ? types : ['video', 'channel', 'playlist']);
}

function readOrder(call: Call): Order {
  const order = call.query.get('order') ?? 'relevance';
  if (!Object.hasOwn(orders, order)) throw badParameter('order', `Invalid value '${order}'.`);
  return order as Order;
}

/** The limits in seconds. A running stream has no length yet. */
const lengths: Readonly<Record<string, (seconds: number) => boolean>> = {
  any: () => true,
  short: (length) => length < 240,
  medium: (length) => length >= 240 && length <= 1_200,
  long: (length) => length > 1_200,
};
const videoFilters = ['eventType', 'videoDuration', 'videoCategoryId', 'videoEmbeddable'];

/** Reads the filters that apply only to videos. */
function readVideoFilter(call: Call): (video: Video) => boolean {
  const lone = videoFilters.find((name) => call.query.has(name));
  if (lone !== undefined && call.query.get('type') !== 'video') {
    throw badParameter(lone, `${lone} needs type=video.`, 'invalidSearchFilter');
  }
  const isOfEvent = readEventType(call);
  const duration = call.query.get('videoDuration') ?? 'any';
  const isLong = Object.hasOwn(lengths, duration) ? lengths[duration] : undefined;
  if (!isLong) throw badParameter('videoDuration', `Invalid value '${duration}'.`);
  const categoryId = call.query.get('videoCategoryId');
  const embeddable = readWord(call, 'videoEmbeddable', ['any', 'true']);
  const safeSearch = readWord(call, 'safeSearch', ['moderate', 'none', 'strict']);
  const region = readRegion(call);
  return (video) =>
    (embeddable !== 'true' || video.isEmbeddable) &&
    (safeSearch !== 'strict' || !video.isMature) &&
    (region === null || isShownIn(video, region)) &&
    isOfEvent(video) &&
    isLong(video.seconds) &&
    (categoryId === null || video.categoryId === categoryId);
}

function readWord(call: Call, name: string, words: readonly string[]): string {
  const word = call.query.get(name) ?? words[0] ?? '';
  if (!words.includes(word)) throw badParameter(name, `Invalid value '${word}'.`);
  return word;
}

function readRegion(call: Call): string | null {
  const region = call.query.get('regionCode');
  if (region !== null && !/^[A-Z]{2}$/.test(region)) {
    throw badParameter('regionCode', `Invalid value '${region}'.`, 'invalidRegionCode');
  }
  return region;
}

const isShownIn = ({ regions }: Video, region: string): boolean => {
  if (!regions) return true;
  return 'allowed' in regions ? regions.allowed.includes(region) : !regions.blocked.includes(region);
};

function readEventType(call: Call): (video: Video) => boolean {
  const eventType = call.query.get('eventType');
  if (eventType === null) return () => true;
  switch (eventType) {
    case 'live':
    case 'upcoming':
      return (video) => broadcastContent(video) === eventType;
    case 'completed':
      return (video) => video.endedAt !== null;
    default:
      throw badParameter('eventType', `Invalid value '${eventType}'.`);
  }
}

const findVideos = (world: YoutubeWorld, creator: Creator, isWanted: (video: Video) => boolean): Found[] =>
  publicVideos(creator)
    .filter(isWanted)
    .map((video) => ({
      id: { kind: 'youtube#video', videoId: video.id },
      etag: video.id,
      snippet: snippetOf(world, creator, video),
      title: video.title,
      at: video.publishedAt,
      views: video.views,
    }));

function showChannel(world: YoutubeWorld, creator: Creator): Found {
  const { channelId, title, bio: description, joinedAt: at } = creator;
  const { publishedAt, thumbnails } = channelParts.snippet(world, creator) as Record<string, unknown>;
  const snippet = {
    publishedAt,
    channelId,
    title,
    description,
    thumbnails,
    channelTitle: title,
    liveBroadcastContent: 'none',
  };
  return {
    id: { kind: 'youtube#channel', channelId },
    etag: channelId,
    snippet,
    title,
    at,
    views: creator.subscribers,
  };
}
