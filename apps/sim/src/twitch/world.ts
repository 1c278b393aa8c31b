/** The state of the simulated Twitch. */
import type { Doors, SeenRequest } from '../platform/doors.ts';
import type { Mischief } from '../platform/mischief.ts';
import type { EmotePicture } from '../platform/pictures/emotes.ts';
import { createIrc, type Irc } from './irc/state.ts';

export type { Doors } from '../platform/doors.ts';
export { isFuture } from '../platform/doors.ts';

export interface Game {
  readonly id: string;
  readonly name: string;
  readonly hue: number;
}

export interface Stream {
  readonly id: string;
  readonly videoId: string;
  readonly startedAt: Date;
  endedAt: Date | null;
  viewers: number;
  title: string;
}

export type ClipLayout = 'landscape' | 'portrait';

export interface Clip {
  readonly id: string;
  readonly title: string;
  readonly creatorId: string;
  readonly videoId: string;
  readonly gameId: string;
  readonly views: number;
  readonly seconds: number;
  /** Null until the recording is ready. */
  readonly vodOffset: number | null;
  /** The downloadable layouts. */
  readonly layouts: readonly ClipLayout[];
  readonly createdAt: Date;
}

export interface Emote {
  readonly id: string;
  readonly name: string;
  readonly type: 'subscriptions' | 'bitstier' | 'follower' | 'globals';
  readonly tier: '' | '1000' | '2000' | '3000';
  readonly setId: string;
  /** The format of an animated emote. A static one is always a PNG. */
  readonly picture: EmotePicture;
}

export interface Person {
  readonly userId: string;
  login: string;
  displayName: string;
  bio: string;
  /** Twitch's word: partner, affiliate or nothing. */
  readonly rank: 'partner' | 'affiliate' | '';
  followers: number;
  language: string;
  tags: string[];
  isMature: boolean;
  /** Empty for people who only watch. */
  title: string;
  gameId: string;
  stream: Stream | null;
  /** Set while a dropped stream is gone, until it returns. */
  dropped: { stream: Stream; cancel: () => void } | null;
  past: Stream[];
  clips: Clip[];
  emotes: Emote[];
  readonly createdAt: Date;
}

export interface Token {
  readonly kind: 'app' | 'user';
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  readonly refreshToken: string | null;
}

export type SubscriptionStatus =
  | 'enabled'
  | 'webhook_callback_verification_pending'
  | 'webhook_callback_verification_failed'
  | 'notification_failures_exceeded'
  | 'authorization_revoked'
  | 'user_removed'
  | 'version_removed'
  | 'conduit_deleted';

/** A URL of the app, and the secret that signs its messages. */
export interface Callback {
  readonly url: string;
  readonly secret: string;
}

export type Transport =
  | { readonly method: 'webhook'; readonly callback: Callback }
  | { readonly method: 'conduit'; readonly conduitId: string };

export type ShardStatus =
  | 'enabled'
  | 'webhook_callback_verification_pending'
  | 'webhook_callback_verification_failed'
  | 'notification_failures_exceeded';

export interface Shard {
  /** The shard's place in the conduit, starting at 0. */
  readonly id: string;
  callback: Callback;
  status: ShardStatus;
  /** The number of failed messages in a row. */
  failures: number;
}

export interface Conduit {
  readonly id: string;
  /** The app that owns the conduit. Other apps cannot use it. */
  readonly clientId: string;
  shardCount: number;
  /** The shards that have a URL. */
  readonly shards: Map<string, Shard>;
}

export interface Subscription {
  readonly id: string;
  readonly type: string;
  readonly version: string;
  /** Null for a subscription about the app itself, for any person. */
  readonly userId: string | null;
  /** The account that reads the chat. */
  readonly readerId: string | null;
  readonly transport: Transport;
  readonly createdAt: Date;
  status: SubscriptionStatus;
  /** The number of failed messages in a row. */
  failures: number;
}

export interface Delivery {
  readonly messageId: string;
  readonly type: string;
  readonly login: string;
  readonly at: Date;
  attempts: number;
  outcome: 'waiting' | 'delivered' | 'lost' | 'given up';
  status: number | null;
}

export interface Grant {
  readonly userId: string;
  readonly scopes: readonly string[];
}

export interface TwitchWorld {
  readonly doors: Doors;
  readonly app: { readonly clientId: string; readonly clientSecret: string };
  readonly people: Map<string, Person>;
  readonly games: Map<string, Game>;
  readonly tokens: Map<string, Token>;
  readonly refreshTokens: Map<string, Grant>;
  readonly codes: Map<string, Grant & { readonly redirectUri: string; readonly expiresAt: Date }>;
  /** People who have authorized the app. Our subscriptions about them cost nothing. */
  readonly authorised: Set<string>;
  readonly subscriptions: Map<string, Subscription>;
  readonly conduits: Map<string, Conduit>;
  /** Relations of people to channels. `<channel> <standing>` maps to the people's ids. */
  readonly standings: Map<string, Map<string, Date>>;
  readonly limits: { maxTotalCost: number; isLimited: boolean };
  /** Remaining points per bucket. The app has one, and so does each person's token. */
  readonly buckets: Map<string, { points: number; at: number }>;
  /** The clients in the chats, and the lines written there. */
  readonly irc: Irc;
  mischief: Mischief[];
  readonly deliveries: Delivery[];
  readonly requests: SeenRequest[];
  readonly faults: { outageUntil: Date | null; limitedUntil: Date | null };
  nextNumber: number;
}

export function createWorld(doors: Doors, options: { isLimited: boolean }): TwitchWorld {
  return {
    doors,
    app: { clientId: 'sim-twitch-client', clientSecret: 'sim-twitch-secret' },
    people: new Map(),
    games: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    codes: new Map(),
    authorised: new Set(),
    subscriptions: new Map(),
    conduits: new Map(),
    standings: new Map(),
    limits: { maxTotalCost: 10_000, isLimited: options.isLimited },
    buckets: new Map(),
    irc: createIrc(),
    mischief: [],
    deliveries: [],
    requests: [],
    faults: { outageUntil: null, limitedUntil: null },
    nextNumber: 41_700_000_000,
  };
}

export function findByLogin(world: TwitchWorld, login: string): Person | null {
  const wanted = login.toLowerCase();
  for (const person of world.people.values()) if (person.login === wanted) return person;
  return null;
}

export function getGame(world: TwitchWorld, id: string): Game {
  const game = world.games.get(id);
  if (!game) throw new Error(`The simulated Twitch has no category ${id}.`);
  return game;
}
