/** The state of the simulated Kick. */
import type { Doors, SeenRequest } from '../platform/doors.ts';
import { mischiefs as common, type Mischief } from '../platform/mischief.ts';
import type { EmotePicture } from '../platform/pictures/emotes.ts';
import type { KickbotClip } from './kickbot.ts';
import { createRealtime, type Realtime } from './realtime/state.ts';

export type { Doors } from '../platform/doors.ts';
export { isFuture } from '../platform/doors.ts';

/** `reorder` holds a delivery back until the next one overtakes it. */
export const mischiefs = [...common, 'reorder'] as const;

export interface Category {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
  readonly hue: number;
}

export interface Stream {
  readonly id: string;
  /** The id of the recording on pages and in newer calls. */
  readonly pageId: string;
  readonly number: number;
  readonly startedAt: Date;
  endedAt: Date | null;
  viewers: number;
  title: string;
  categoryId: number;
}

export interface Clip {
  readonly id: string;
  readonly title: string;
  readonly byUserId: number;
  readonly streamId: string;
  readonly views: number;
  readonly likes: number;
  readonly seconds: number;
  /** The clip's position in the stream. Null if Kick sends "year 1". */
  readonly startedAt: Date | null;
  readonly createdAt: Date;
}

export interface Emote {
  readonly id: number;
  readonly name: string;
  readonly forSubscribers: boolean;
  /** The format of the emote's file. Kick accepts PNG and GIF, but does not report which one it is. */
  readonly picture: EmotePicture;
}

/**
 * Which calls return a channel's recordings: all; only newer or older ones; older ones without the page's id; or all,
 * but only for subscribers.
 */
export const recordingStates = [
  'everywhere',
  'newer calls only',
  'older calls only',
  'without page ids',
  'for subscribers',
] as const;

/**
 * A fault at one segment of a recording, which occurs a set number of times. `slow` sends 1 kB a second. `no end` makes
 * its playlist claim that more follows.
 */
export const recordingFaults = ['missing', 'short', 'slow', 'expires', 'no end'] as const;

export interface RecordingFault {
  readonly kind: (typeof recordingFaults)[number];
  readonly segment: number;
  times: number;
}

/** One person's relation to one channel. */
export interface Standing {
  followingSince: Date | null;
  subscribedUntil: Date | null;
  subscribedMonths: number;
  /** The subscriptions that the person gave to others. */
  gifts: number;
  badges: string[];
}

export interface Person {
  readonly userId: number;
  username: string;
  slug: string;
  bio: string;
  isVerified: boolean;
  followers: number;
  language: string;
  tags: string[];
  isMature: boolean;
  title: string;
  categoryId: number;
  stream: Stream | null;
  /** Set while the connection is down and the stream is gone. */
  dropped: { stream: Stream; comeBack: () => void } | null;
  past: Stream[];
  recordings: (typeof recordingStates)[number];
  recordingFault: RecordingFault | null;
  clips: Clip[];
  emotes: Emote[];
  readonly standings: Map<number, Standing>;
  /** The account's level, the same in every chat. Null if it shows none. */
  level: number | null;
}

export interface Token {
  readonly kind: 'app' | 'user';
  readonly userId: number | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  readonly refreshToken: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly event: string;
  readonly broadcasterUserId: number;
  readonly createdAt: Date;
}

export interface ChatMessage {
  readonly id: string;
  readonly broadcasterUserId: number;
  readonly senderUserId: number;
  readonly content: string;
  readonly sentAt: Date;
  /** These badges are added to the sender's own badges in that channel. */
  readonly badges: readonly string[];
  readonly replyToId: string | null;
  /** The sender's months so far, if they share a renewal. */
  readonly celebratedMonths: number | null;
}

/** A reward redeemed with channel points. */
export interface Redemption {
  readonly id: string;
  readonly channelId: number;
  readonly redeemerId: number;
  readonly redeemedAt: Date;
  readonly reward: { readonly id: string; readonly title: string; readonly cost: number; readonly description: string };
  readonly input: string;
}

/** Kicks that a viewer gave to a channel. */
export interface KicksGift {
  readonly broadcasterUserId: number;
  readonly senderUserId: number;
  readonly amount: number;
  readonly at: Date;
}

export type Delivery = {
  readonly messageId: string;
  readonly event: string;
  readonly slug: string;
  readonly at: Date;
  attempts: number;
  outcome: 'waiting' | 'delivered' | 'lost' | 'given up' | 'no callback';
  status: number | null;
};

export interface KickWorld {
  readonly doors: Doors;
  readonly app: { readonly clientId: string; readonly clientSecret: string; readonly isVerified: boolean };
  callbackUrl: string | null;
  /** If empty, any URL on this machine is allowed. */
  redirectUris: string[];
  readonly people: Map<number, Person>;
  readonly categories: Map<number, Category>;
  readonly tokens: Map<string, Token>;
  readonly refreshTokens: Map<string, { userId: number; scopes: readonly string[] }>;
  readonly codes: Map<
    string,
    { userId: number; scopes: readonly string[]; redirectUri: string; challenge: string; expiresAt: Date }
  >;
  readonly subscriptions: Map<string, Subscription>;
  readonly subscriptionByKey: Map<string, string>;
  readonly subscriptionsPerEvent: Map<string, number>;
  readonly chat: Map<string, ChatMessage>;
  /** Redemptions that have not been handled yet. */
  readonly redemptions: Map<string, Redemption>;
  /** The clients that read web chats over a socket. */
  readonly realtime: Realtime;
  /** Ids of users whose content is blocked in the client's country. */
  readonly hiddenHere: Set<number>;
  /** The number of segments sent so far, of all recordings together. */
  piecesSent: number;
  /** Issued tokens for reading a recording. */
  readonly playbackTokens: Map<string, { readonly streamId: string; readonly expiresAt: Date }>;
  readonly kicks: KicksGift[];
  /** Clips made with KickBot by id, with the results of its pushes. */
  readonly kickbot: Map<string, KickbotClip>;
  readonly kickbotPushes: { readonly kind: string; readonly how: string; readonly status: number }[];
  readonly bans: Map<string, { until: Date | null; reason: string }>;
  readonly limits: { subscriptionsPerEvent: number; chatSubscriptions: number };
  mischief: Mischief<(typeof mischiefs)[number]>[];
  /** Reordered webhooks wait here until a later one overtakes them. */
  held: (() => void)[];
  readonly failingSince: Map<string, Date>;
  readonly deliveries: Delivery[];
  readonly requests: SeenRequest[];
  readonly faults: { outageUntil: Date | null; limitedUntil: Date | null; blockedUntil: Date | null };
  nextNumber: number;
}

export function createWorld(
  doors: Doors,
  options: { callbackUrl?: string | null; redirectUris?: string[] } = {},
): KickWorld {
  return {
    doors,
    app: { clientId: 'sim-kick-client', clientSecret: 'sim-kick-secret', isVerified: false },
    callbackUrl: options.callbackUrl ?? null,
    redirectUris: options.redirectUris ?? [],
    people: new Map(),
    categories: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    codes: new Map(),
    subscriptions: new Map(),
    subscriptionByKey: new Map(),
    subscriptionsPerEvent: new Map(),
    chat: new Map(),
    redemptions: new Map(),
    realtime: createRealtime(),
    hiddenHere: new Set(),
    piecesSent: 0,
    playbackTokens: new Map(),
    kicks: [],
    kickbot: new Map(),
    kickbotPushes: [],
    bans: new Map(),
    limits: { subscriptionsPerEvent: 10_000, chatSubscriptions: 1_000 },
    mischief: [],
    held: [],
    failingSince: new Map(),
    deliveries: [],
    requests: [],
    faults: { outageUntil: null, limitedUntil: null, blockedUntil: null },
    nextNumber: 71_000_000,
  };
}

export function findBySlug(world: KickWorld, slug: string): Person | null {
  const wanted = slug.toLowerCase();
  for (const person of world.people.values()) if (person.slug === wanted) return person;
  return null;
}

export function getCategory(world: KickWorld, id: number): Category {
  const category = world.categories.get(id);
  if (!category) throw new Error(`The simulated Kick has no category ${id}.`);
  return category;
}
