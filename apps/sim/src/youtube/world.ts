/** The state of the simulated YouTube. */
import type { Doors, SeenRequest } from '../platform/doors.ts';
import type { Mischief } from '../platform/mischief.ts';

export type { Doors } from '../platform/doors.ts';
export { isFuture } from '../platform/doors.ts';

export type VideoForm = 'upload' | 'short' | 'stream' | 'premiere';

export interface Video {
  readonly id: string;
  readonly form: VideoForm;
  readonly channelId: string;
  title: string;
  description: string;
  categoryId: string;
  readonly publishedAt: Date;
  updatedAt: Date;
  /** A stream has no length until it ends. */
  seconds: number;
  isPublic: boolean;
  /** Anyone with the id may watch the video, but it is neither listed nor announced. */
  isUnlisted: boolean;
  isMature: boolean;
  isEmbeddable: boolean;
  isForKids: boolean;
  /** Country codes: https://developers.google.com/youtube/v3/docs/videos#contentDetails.regionRestriction */
  regions: { readonly allowed: readonly string[] } | { readonly blocked: readonly string[] } | null;
  /** Old and small videos have no picture of 1280 × 720. */
  readonly hasLargePicture: boolean;
  scheduledAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  viewers: number;
  views: number;
  /** True if the encoder has disconnected, but YouTube still calls the video live. */
  isSilent: boolean;
  /** Cancels the video's scheduled changes. */
  cancel: (() => void) | null;
}

export interface Creator {
  readonly channelId: string;
  /** The handle without the `@`. It changes, but the id stays. */
  handle: string;
  /** The name for `forUsername`, which only old channels have. */
  readonly username: string | null;
  title: string;
  bio: string;
  subscribers: number;
  language: string;
  categoryId: string;
  /** The usual title of the creator's streams. */
  readonly motto: string;
  readonly joinedAt: Date;
  /** The videos, newest first. */
  readonly videos: Video[];
}

export interface Subscription {
  readonly topic: string;
  readonly channelId: string;
  readonly callback: string;
  secret: string | null;
  leaseSeconds: number;
  /** When the lease ends. Nothing is sent before the callback has repeated the challenge. */
  until: Date;
  state: 'verified' | 'refused';
}

export interface Delivery {
  readonly type: 'entry' | 'deleted-entry';
  readonly handle: string;
  readonly videoId: string;
  readonly at: Date;
  attempts: number;
  outcome: 'waiting' | 'delivered' | 'lost' | 'given up';
  status: number | null;
}

export type Bucket = 'units' | 'searches' | 'stats';
export type Trouble = 'outage' | 'limit' | 'quota' | 'hub' | 'feed';

/** A person agreed on Google's page, but the app has not fetched its tokens yet. */
export interface LoginCode {
  /** A channel's id, or the word for a login without one. */
  readonly owner: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly isOffline: boolean;
  readonly isAgreed: boolean;
  readonly expiresAt: Date;
}

export interface YoutubeWorld {
  readonly doors: Doors;
  readonly apiKey: string;
  readonly creators: Map<string, Creator>;
  readonly videos: Map<string, Video>;
  /** Subscriptions by topic and callback. */
  readonly subscriptions: Map<string, Subscription>;
  readonly codes: Map<string, LoginCode>;
  readonly tokens: Map<string, { readonly owner: string; readonly expiresAt: Date }>;
  readonly refreshTokens: Map<string, string>;
  /** The people who have authorized the app. */
  readonly agreed: Set<string>;
  readonly limits: { readonly perDay: Record<Bucket, number>; readonly isLimited: boolean };
  /** The units used on the named day, which begins at midnight in California. */
  used: { day: string } & Record<Bucket, number>;
  mischief: Mischief[];
  readonly deliveries: Delivery[];
  readonly requests: SeenRequest[];
  readonly troubleUntil: Map<Trouble, Date>;
}

export function createWorld(doors: Doors, options: { isLimited: boolean }): YoutubeWorld {
  return {
    doors,
    apiKey: 'sim-youtube-key',
    creators: new Map(),
    videos: new Map(),
    subscriptions: new Map(),
    codes: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    agreed: new Set(),
    limits: { perDay: { units: 10_000, searches: 100, stats: 10_000 }, isLimited: options.isLimited },
    used: { day: '', units: 0, searches: 0, stats: 0 },
    mischief: [],
    deliveries: [],
    requests: [],
    troubleUntil: new Map(),
  };
}

export function findByHandle(world: YoutubeWorld, handle: string): Creator | null {
  const wanted = handle.replace(/^@/, '').toLowerCase();
  for (const creator of world.creators.values()) if (creator.handle.toLowerCase() === wanted) return creator;
  return null;
}

export function findVideo(world: YoutubeWorld, id: string): { creator: Creator; video: Video } | null {
  const video = world.videos.get(id);
  return video ? { creator: getCreator(world, video.channelId), video } : null;
}

export const publicVideos = ({ videos }: Creator): Video[] =>
  videos.filter(({ isPublic, isUnlisted }) => isPublic && !isUnlisted);

export const isBroadcast = ({ form }: Video): boolean => form === 'stream' || form === 'premiere';
export const isLive = (video: Video): boolean => video.startedAt !== null && video.endedAt === null;
export const isUpcoming = (video: Video): boolean => isBroadcast(video) && video.startedAt === null;

export const liveStreamOf = (creator: Creator): Video | null =>
  creator.videos.find((video) => video.form === 'stream' && isLive(video)) ?? null;

const getCreator = (world: YoutubeWorld, channelId: string): Creator => {
  const creator = world.creators.get(channelId);
  if (!creator) throw new Error(`The simulated YouTube has no channel ${channelId}.`);
  return creator;
};

/** Creates an id of eleven characters, like YouTube's. */
export const createVideoId = (doors: Pick<Doors, 'bytes'>): string =>
  Buffer.from(doors.bytes(9)).toString('base64url').slice(0, 11);
export const createChannelId = (doors: Pick<Doors, 'bytes'>): string =>
  `UC${Buffer.from(doors.bytes(18)).toString('base64url').slice(0, 22)}`;
