import type { Answer, StreamDetails, Video } from '@tally/kernel';
import { nameOf, SITE, urlOf } from './address.ts';
import type { Trouble } from './client.ts';
import type { Listing } from './listing.ts';
import { type KnownStream, type RumbleMemory, writeMemory } from './memory.ts';
import type { ListedVideo } from './rumble.external.ts';

const MOST_VIDEOS = 30;

/** The state of the request about one creator while we process it. */
export interface Case {
  readonly channelId: string;
  readonly now: Date;
  readonly memory: RumbleMemory;
  /** The avatar on the page. Missing if no page was read. */
  readonly avatarUrl?: string | null;
}

export const withMemory = (about: Case, memory: RumbleMemory): Case => ({ ...about, memory });

const nameIn = ({ channelId, memory, avatarUrl }: Case): Pick<Answer, 'name'> =>
  memory.displayName
    ? { name: { name: nameOf(channelId), displayName: memory.displayName, ...(avatarUrl ? { avatarUrl } : {}) } }
    : {};

/**
 * Null if the page was not read. An empty list would mean that there are no videos, and all would be new the next time.
 */
export type Published = readonly Video[] | null;

const videosIn = (videos: Published): Pick<Answer, 'videos'> => (videos ? { videos } : {});

export function liveAnswer(about: Case, known: KnownStream, videos: Published): Answer {
  const { channelId, memory } = about;
  const details: StreamDetails = {
    title: known.title,
    category: known.category,
    categoryImageUrl: null,
    thumbnailUrl: known.thumbnailUrl,
    viewers: known.viewers,
    language: null,
    isMature: false,
  };
  const url = known.path ? `${SITE}${known.path}` : urlOf(channelId);
  return {
    snapshot: { state: 'live', channelId, streamId: known.id, startedAt: known.startedAt, url, details },
    ...videosIn(videos),
    memory: writeMemory({ ...memory, known: { ...known, isLive: true } }),
    ...nameIn(about),
  };
}

export interface Outlook {
  readonly askAgainAt: Date | null;
  readonly starts: readonly Date[];
}

export function offlineAnswer(about: Case, videos: Published, outlook?: Outlook): Answer {
  const { askAgainAt, starts } = outlook ?? {};
  return {
    snapshot: { state: 'offline', channelId: about.channelId },
    ...videosIn(videos),
    memory: writeMemory(about.memory),
    ...(askAgainAt ? { askAgainAt } : {}),
    ...(starts ? { starts } : {}),
    ...nameIn(about),
  };
}

/** Keeps the data so far. The live state is unknown. */
export function unknownAnswer(about: Case, reason: string, videos: Published = null): Answer {
  const { channelId, memory } = about;
  return { snapshot: { state: 'unknown', channelId, reason }, ...videosIn(videos), memory: writeMemory(memory) };
}

/** Detection decides how long to wait, unless Rumble gives a time. */
export function troubleAnswer(about: Case, trouble: Trouble, videos: Published = null): Answer {
  const answer = unknownAnswer(about, trouble.reason, videos);
  if (trouble.retryAfterMs === undefined) return answer;
  return { ...answer, askAgainAt: new Date(about.now.getTime() + trouble.retryAfterMs) };
}

/** Selects the creator's own videos, because a page also lists those of other creators. */
export const ownVideos = (listing: Listing, channelId: string): ListedVideo[] =>
  listing.videos.filter(({ by }) => by === channelId);

/** Stores what the page shows besides the live state. */
export function remember(about: Case, own: readonly ListedVideo[], { pictureUrl }: Listing['head']): Case {
  const { memory, now } = about;
  return withMemory(
    { ...about, avatarUrl: pictureUrl },
    {
      ...memory,
      listedAt: now.getTime(),
      hasVideos: memory.hasVideos || own.length > 0,
      displayName: own[0]?.byName || memory.displayName,
    },
  );
}

/** Returns published and finished videos. Running, planned and undecided streams come later. */
export function publishedVideos(about: Case, own: readonly ListedVideo[], openIds: ReadonlySet<string>): Video[] {
  const { now } = about;
  return own
    .filter(({ id, liveAt, viewers }) => !openIds.has(id) && viewers === 0 && (liveAt === null || liveAt <= now))
    .flatMap((video) => videoOf(about.channelId, video) ?? [])
    .sort((left, right) => right.publishedAt.getTime() - left.publishedAt.getTime())
    .slice(0, MOST_VIDEOS);
}

function videoOf(channelId: string, video: ListedVideo): Video | null {
  const { id, title, path, thumbnailUrl, publishedAt, durationSeconds, views, liveAt, isShort } = video;
  if (!publishedAt) return null;
  // A stream gets its date when it is planned or begins. Its recording exists after its end.
  const endedAt = new Date((liveAt ?? publishedAt).getTime() + (durationSeconds ?? 0) * 1000);
  return {
    platform: 'rumble',
    channelId,
    id,
    kind: isShort ? 'short' : liveAt ? 'vod' : 'upload',
    title,
    description: null,
    url: `${SITE}${path}`,
    thumbnailUrl,
    publishedAt: liveAt ? endedAt : publishedAt,
    durationSeconds,
    category: null,
    views,
    streamId: liveAt ? id : null,
    clipper: null,
  };
}
