/** The state of the simulated Rumble. */
import type { Doors, SeenRequest } from '../platform/doors.ts';

export type { Doors } from '../platform/doors.ts';
export { isFuture } from '../platform/doors.ts';

export type CreatorKind = 'user' | 'channel';

export interface Video {
  /** A plain number. The embed id is the same number in base 36. */
  readonly id: number;
  title: string;
  readonly createdAt: Date;
  readonly isShort: boolean;
  seconds: number;
  views: number;
  /** Null for a creator who was never live. */
  readonly stream: Stream | null;
}

export interface Stream {
  state: 'upcoming' | 'live' | 'dropped' | 'ended';
  /** The scheduled start, until the stream begins. */
  startsAt: Date;
  endedAt: Date | null;
  viewers: number;
  category: string;
  readonly key: string;
  cancel: () => void;
}

/** A person who followed or subscribed. */
export interface Recent {
  readonly username: string;
  readonly at: Date;
}

export interface Creator {
  readonly kind: CreatorKind;
  /** The number of the user or channel with this name. */
  readonly number: number;
  slug: string;
  name: string;
  /** The owner of the channel. For users, their own name. */
  readonly username: string;
  followers: number;
  subscribers: number;
  /** The latest people, newest first. */
  readonly recent: { readonly followers: Recent[]; readonly subscribers: Recent[] };
  title: string;
  category: string;
  readonly hue: number;
  apiKey: string;
  /** The videos, newest first. */
  readonly videos: Video[];
}

/** How the site fails on request. */
export const troubles = ['block', 'outage', 'layout', 'old layout', 'empty', 'slow'] as const;
export type Trouble = (typeof troubles)[number];

export interface RumbleWorld {
  readonly doors: Doors;
  /** Creators by path: `c/some_channel`, `user/a_user`. */
  readonly creators: Map<string, Creator>;
  readonly requests: SeenRequest[];
  trouble: { kind: Trouble; until: Date } | null;
  nextNumber: number;
}

export const createWorld = (doors: Doors): RumbleWorld => ({
  doors,
  creators: new Map(),
  requests: [],
  trouble: null,
  nextNumber: 412_000_000,
});

export const addressOf = ({ kind, slug }: Pick<Creator, 'kind' | 'slug'>): string =>
  `${kind === 'channel' ? 'c' : 'user'}/${slug.toLowerCase()}`;

export const findLive = (creator: Creator): { video: Video; stream: Stream } | null => {
  for (const video of creator.videos) {
    if (video.stream?.state === 'live') return { video, stream: video.stream };
  }
  return null;
};

export function findVideo(
  world: RumbleWorld,
  isWanted: (video: Video) => boolean,
): { creator: Creator; video: Video } | null {
  for (const creator of world.creators.values()) {
    const video = creator.videos.find(isWanted);
    if (video) return { creator, video };
  }
  return null;
}
