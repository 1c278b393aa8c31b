import {
  type Channel,
  type PlatformDoors,
  type Playable,
  type SearchResult,
  type SearchTerms,
  UpstreamError,
} from '@tally/kernel';
import type { z } from 'zod';
import {
  playableFields,
  playableParts,
  YoutubeFound,
  YoutubeFoundChannels,
  YoutubePlayable,
} from './playable.external.ts';
import { createQuota, type Quota } from './quota.ts';
import {
  ChannelId,
  channelOf,
  PlaylistItem,
  VideoId,
  videoFields,
  videoParts,
  WithId,
  type YoutubeChannel,
  YoutubeChannels,
  YoutubeList,
  YoutubeVideo,
} from './youtube.external.ts';

/** The most ids in one call, which costs one unit: https://developers.google.com/youtube/v3/docs/videos/list */
export const MOST_IDS = 50;
/** A search costs the same for any number of results. */
const MOST_FOUND = '10';
/** The meaning of `short`: https://developers.google.com/youtube/v3/docs/search/list#videoDuration */
const SHORT_SECONDS = 240;

export type LookedUp<Found = YoutubeVideo> =
  | { readonly state: 'found'; readonly video: Found }
  /** The video was missing from a good response: it is private, deleted, or never existed. */
  | { readonly state: 'missing' }
  | { readonly state: 'unknown'; readonly reason: string };

export type ChannelFilter = { readonly id: string } | { readonly forHandle: string } | { readonly forUsername: string };

export interface YoutubeClient {
  readonly quota: Quota;
  /** Returns one entry per id. Failures are "unknown" and never throw. */
  lookUpVideos(ids: readonly string[]): Promise<ReadonlyMap<string, LookedUp>>;
  /** Works even when the sweep has used up its units. Throws on failure. */
  findVideo(id: string, about?: { readonly isForPerson: boolean }): Promise<YoutubeVideo | null>;
  /** Looks up at most `MOST_IDS` videos for people who wait. Throws on failure. */
  listPlayables(ids: readonly string[]): Promise<ReadonlyMap<string, LookedUp<Playable>>>;
  searchVideo(words: string, about: SearchTerms): Promise<SearchResult>;
  /** Finds channels for a person who waits. */
  findChannels(by: ChannelFilter): Promise<readonly YoutubeChannel[]>;
  /** Searches for a person who waits. Uses one of the day's searches. Returns an empty list when they are used up. */
  searchChannels(words: string): Promise<readonly Channel[]>;
  /** Returns the channels that were found, or none on failure. */
  listChannels(ids: readonly string[]): Promise<readonly YoutubeChannel[]>;
  /** Returns the newest videos of a channel without a feed, or null if unknown. */
  listUploads(channelId: string): Promise<readonly string[] | null>;
}

export function createClient(doors: PlatformDoors): YoutubeClient {
  const { http, config, log } = doors;
  const quota = createQuota(doors);
  // The key is sent in a header, because URLs end up in logs.
  const withKey = { 'x-goog-api-key': config.youtube.apiKey };

  const get = async <S extends z.ZodType>(path: string, query: Record<string, string>, schema: S) => {
    await quota.spend();
    return await ask(path, query, schema);
  };
  const getForPerson: typeof get = async (path, query, schema) => {
    await quota.spendForPerson();
    return await ask(path, query, schema);
  };
  const ask = async <S extends z.ZodType>(path: string, query: Record<string, string>, schema: S) => {
    try {
      const url = `${config.youtube.apiUrl}/${path}`;
      return (await http.json({ world: 'youtube', url, query, headers: withKey }, schema)).data;
    } catch (error) {
      if (error instanceof UpstreamError && spentReasons.has(error.upstreamCode)) await quota.exceeded();
      throw error;
    }
  };

  /** Returns null if the day's searches are used up. */
  const search = async <S extends z.ZodType>(query: Record<string, string>, schema: S) => {
    if (!(await quota.maySearch())) return null;
    try {
      const url = `${config.youtube.apiUrl}/search`;
      return (await http.json({ world: 'youtube', url, query, headers: withKey }, schema)).data;
    } catch (error) {
      // Searches have their own quota, so the units are unaffected.
      if (!(error instanceof UpstreamError) || !spentReasons.has(error.upstreamCode)) throw error;
      await quota.searchesExceeded();
      return null;
    }
  };

  const searchVideo: YoutubeClient['searchVideo'] = async (words, { region, longestSeconds }) => {
    const query = {
      part: 'id',
      type: 'video',
      q: words,
      maxResults: MOST_FOUND,
      videoEmbeddable: 'true',
      safeSearch: 'strict',
      fields: 'items/id/videoId',
      ...(region === null ? {} : { regionCode: region }),
      ...(longestSeconds !== null && longestSeconds <= SHORT_SECONDS ? { videoDuration: 'short' } : {}),
    };
    const found = await search(query, YoutubeFound);
    if (!found) return { state: 'usedUp' };
    const ids = found.items.map(({ id }) => id.videoId);
    return ids.length > 0 ? { state: 'found', ids } : { state: 'nothing' };
  };

  /** The results have ids and titles. Handles and subscribers cost one more call. */
  const searchChannels = async (words: string): Promise<readonly Channel[]> => {
    const query = { part: 'id', type: 'channel', q: words, maxResults: '3', fields: 'items/id/channelId' };
    const found = await search(query, YoutubeFoundChannels);
    const ids = (found?.items ?? []).map(({ id }) => id.channelId);
    if (ids.length === 0) return [];
    const { items } = await getForPerson(
      'channels',
      { part: 'snippet,statistics', id: ids.join(',') },
      YoutubeChannels,
    );
    return items.map(channelOf).toSorted((one, other) => rankOf(words, one) - rankOf(words, other));
  };

  /** Makes a call for the sweep. Returns a reason instead of throwing. */
  const sweep = async <T>(call: () => Promise<T>): Promise<{ value: T } | { reason: string }> => {
    if (!(await quota.maySweep())) return { reason: "today's units are used up" };
    try {
      return { value: await call() };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ error }, 'YouTube gave no usable answer');
      return { reason: error.message };
    }
  };

  const listVideos = (ids: readonly string[], read = get) =>
    read('videos', { part: videoParts, fields: videoFields, id: ids.join(','), maxResults: '50' }, YoutubeList);

  const lookUpSome = async (ids: readonly string[]): Promise<[string, LookedUp][]> => {
    const answer = await sweep(() => listVideos(ids));
    if ('reason' in answer) return ids.map((id) => [id, { state: 'unknown', reason: answer.reason }]);
    return sortVideos(doors, YoutubeVideo, { ids, items: answer.value.items });
  };

  return {
    quota,
    async lookUpVideos(ids) {
      const wanted = [...new Set(ids)].filter((id) => VideoId.safeParse(id).success);
      return new Map((await Promise.all(inGroups(wanted, MOST_IDS).map(lookUpSome))).flat());
    },
    async findVideo(id, { isForPerson } = { isForPerson: false }) {
      const { items } = await listVideos([id], isForPerson ? getForPerson : get);
      const [found] = sortVideos(doors, YoutubeVideo, { ids: [id], items }).map(([, each]) => each);
      return found?.state === 'found' ? found.video : null;
    },
    async listPlayables(ids) {
      const query = { part: playableParts, fields: playableFields, id: ids.join(','), maxResults: '50' };
      const { items } = await getForPerson('videos', query, YoutubeList);
      return new Map(sortVideos(doors, YoutubePlayable, { ids, items }));
    },
    searchVideo,
    searchChannels,
    async findChannels(by) {
      const query = { part: 'snippet,statistics', maxResults: '50', ...by };
      return (await getForPerson('channels', query, YoutubeChannels)).items;
    },
    async listChannels(ids) {
      const groups = inGroups(
        [...new Set(ids)].filter((id) => ChannelId.safeParse(id).success),
        MOST_IDS,
      );
      const answers = await Promise.all(
        groups.map((group) =>
          sweep(() => get('channels', { part: 'snippet', id: group.join(','), maxResults: '50' }, YoutubeChannels)),
        ),
      );
      return answers.flatMap((answer) => ('value' in answer ? answer.value.items : []));
    },
    async listUploads(channelId) {
      const query = { part: 'contentDetails', playlistId: `UU${channelId.slice(2)}`, maxResults: '15' };
      const answer = await sweep(() => get('playlistItems', query, YoutubeList).catch(asEmpty));
      if ('reason' in answer) return null;
      return answer.value.items.flatMap((item) => PlaylistItem.safeParse(item).data?.contentDetails.videoId ?? []);
    },
  };
}

/** Ranks the exact title first, because YouTube returns channels in no particular order. */
const rankOf = (words: string, { displayName }: Channel): number =>
  displayName.toLowerCase() === words.trim().toLowerCase() ? 0 : 1;

const spentReasons = new Set<unknown>(['quotaExceeded', 'dailyLimitExceeded']);

/** A channel without videos has no list. */
function asEmpty(error: unknown): z.output<typeof YoutubeList> {
  if (error instanceof UpstreamError && error.upstreamCode === 'playlistNotFound') return { items: [] };
  throw error;
}

/** An id without an item is missing, unless an unreadable item may be that one. */
function sortVideos<Found extends { readonly id: string }>(
  { log }: Pick<PlatformDoors, 'log'>,
  schema: z.ZodType<Found>,
  { ids, items }: { readonly ids: readonly string[]; readonly items: readonly unknown[] },
): [string, LookedUp<Found>][] {
  const found = new Map<string, LookedUp<Found>>();
  let isNamelessOdd = false;
  for (const item of items) {
    const read = schema.safeParse(item);
    if (read.success) {
      found.set(read.data.id, { state: 'found', video: read.data });
      continue;
    }
    const id = WithId.safeParse(item).data?.id;
    if (id === undefined) isNamelessOdd = true;
    else found.set(id, { state: 'unknown', reason: 'an unexpected answer' });
    const problem = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).slice(0, 5);
    log.warn({ problem, sample: JSON.stringify(item).slice(0, 200) }, 'YouTube sent a video in an unexpected form');
  }
  const other: LookedUp<Found> = isNamelessOdd
    ? { state: 'unknown', reason: 'an unexpected answer' }
    : { state: 'missing' };
  return ids.map((id) => [id, found.get(id) ?? other]);
}

const inGroups = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, place) => list.slice(place * size, (place + 1) * size));
