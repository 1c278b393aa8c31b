import type { PageLink, Platform, RumbleType } from '@tally/contract';
import type { CallBudgetState, CallBudgets } from './call-budgets.ts';
import type { Ctx } from './ctx.ts';
import type { EmoteList } from './emotes.ts';
import type { Pace } from './pace.ts';
import type { LinkedPage, PartnerClip } from './pages.ts';
import type { ChatHappening, PlatformLogin } from './platform-login.ts';
import type { Playable, SearchResult, SearchTerms, ToWrite, Written } from './playable.ts';
import type { ClipFiles, Video } from './published.ts';
import type { Push, PushReading, PushTopic } from './push.ts';
import type { Standing, StandingsAsked, Supporters, SupportersAsked } from './standing.ts';
import type { Timers } from './timers.ts';

/** What a platform can tell us; the dashboard hides everything else. */
export interface Capabilities {
  readonly live: boolean;
  readonly titleChanges: boolean;
  readonly videos: boolean;
  readonly shorts: boolean;
  readonly clips: boolean;
  readonly vods: boolean;
  /** Follower counts of any channel at any time. */
  readonly followers: boolean;
  readonly emotes: boolean;
  /** Actions of moderators and supporters in a chat, pushed live. */
  readonly auditLog: boolean;
  readonly login: 'oauth' | 'api-url' | 'none';
}

/** A creator's channel, named by the platform's own stable id. */
export interface Channel {
  readonly platform: Platform;
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly followers: number | null;
  readonly url: string;
}

/** A channel's name in its address, and on its page. */
export type NamedChannel = Pick<Channel, 'name' | 'displayName'>;

export interface StreamDetails {
  readonly title: string | null;
  readonly category: string | null;
  readonly categoryImageUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly viewers: number | null;
  readonly language: string | null;
  readonly isMature: boolean;
}

/**
 * A channel's current state. `unknown` covers block pages, time-outs and answers that we do not understand: it changes
 * nothing and ends nothing.
 */
export type Snapshot =
  | { readonly state: 'unknown'; readonly channelId: string; readonly reason: string }
  | { readonly state: 'offline'; readonly channelId: string }
  | {
      readonly state: 'live';
      readonly channelId: string;
      /** The platform's id of this broadcast, if it has one. */
      readonly streamId: string | null;
      readonly startedAt: Date;
      readonly url: string;
      readonly details: StreamDetails;
    };

/** A push from a platform: something may have changed. Signed ones may also say "ended". */
export interface Hint {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly occurredAt: Date;
  /** Null: the push carries no state, so detection asks at once. */
  readonly snapshot: Snapshot | null;
  /** Ids of videos that the push names. The next question carries them. */
  readonly about?: readonly string[];
}

/** Minutes of silence after which a stream counts as over; each server chooses one of these. */
export const graces = [0, 5, 10, 15] as const;
export type Grace = (typeof graces)[number];
export const LAST_GRACE: Grace = 15;
/** The stream counts as over with its end. */
export const AT_ONCE: Grace = 0;

/**
 * What detection decided. Every feature receives each event once. The only type in which platforms and features meet.
 */
export type PlatformEvent =
  | ({ readonly kind: 'live' } & OfSession)
  /** Title or category changed, or the stream came back after the grace of some servers had passed. */
  | ({ readonly kind: 'update' } & OfSession)
  /**
   * The stream has been silent for `grace` minutes. Sent for each grace in turn until the stream comes back. After the
   * last one the session is closed for good.
   */
  | ({ readonly kind: 'end'; readonly grace: Grace } & OfSession)
  | { readonly kind: 'video'; readonly video: Video; readonly channel: Channel }
  | { readonly kind: 'renamed'; readonly channel: Channel; readonly formerName: string };

interface OfSession {
  readonly session: StreamSession;
  readonly channel: Channel;
  /** Absent: to every server the stream is this session alone. */
  readonly part?: Part | undefined;
}

/** A session of several that followed each other while some servers had not heard of an end yet. */
export interface Part {
  /** Servers with one of these graces know the stream as this session. The others know it as another one. */
  readonly graces: readonly Grace[];
  /** The sessions under which some server knows it, oldest first; of an update also the later ones. */
  readonly strand: readonly string[];
}

/** One stream, even if the connection drops. */
export interface StreamSession {
  readonly id: string;
  readonly platform: Platform;
  readonly channelId: string;
  readonly streamId: string | null;
  readonly startedAt: Date;
  readonly detectedAt: Date;
  /** When we last saw it live. It is over unless it comes back within the grace. */
  readonly endedAt: Date | null;
  readonly url: string;
  readonly details: StreamDetails;
  readonly peakViewers: number | null;
  readonly averageViewers: number | null;
  /** Its categories, each with its start. */
  readonly categories: readonly { readonly name: string; readonly from: Date }[];
}

/**
 * What an adapter may touch: no database, no queue, no Discord. Floors above add their doors by declaration merging
 * (infra: `http`).
 */
export interface PlatformDoors extends Pick<Ctx, 'clock' | 'random' | 'log' | 'config'> {
  readonly timers: Timers;
  /** Absent: no other process calls the platform. */
  readonly budgets?: CallBudgets;
}

/** A platform's facts, and how to connect to it. */
export interface PlatformDefinition {
  readonly id: Platform;
  /** The name in its usual spelling. */
  readonly name: string;
  readonly colour: `#${string}`;
  readonly capabilities: Capabilities;
  /** How many channels fit into one question about their state. */
  readonly batchSize: number;
  readonly pace: Pace;
  /**
   * True if states come from pages that may change without notice. Such a platform has a switch in the configuration.
   */
  readonly isUnofficial?: boolean;
  /** The channel name in a link or in typed text; null when it cannot be one. */
  readonly channelNameIn: (text: string) => string | null;
  /**
   * Other names that the same text may mean, likeliest first. People type what pages show, with spaces, capitals or
   * another separator. Absent: a name has one spelling.
   */
  readonly otherNamesIn?: (text: string) => readonly string[];
  /** Which kind of channel a link means, where one name may be two channels. */
  readonly rumbleTypeIn?: (text: string) => RumbleType | null;
  readonly connect: (doors: PlatformDoors) => PlatformConnection;
}

/**
 * What an adapter must remember of a channel, for instance ids of rooms and planned streams. Detection stores it and
 * passes it to the next question. It must survive JSON.
 */
export type Memory = Readonly<Record<string, unknown>>;

export interface Question {
  readonly channelId: string;
  /** The channel's name when we last heard of it: some platforms name their pages after it. */
  readonly name?: string;
  readonly memory: Memory | null;
  /** Ids of videos that a push named. */
  readonly about: readonly string[];
  /** Another channel is said to have this name now: ask for the name again, even if we did so recently. */
  readonly isNameWanted?: boolean;
  /** An address or key that the creator gave us. */
  readonly secret: string | null;
}

export interface Answer {
  readonly snapshot: Snapshot;
  /** Recent videos of the channel, known or not: detection announces each only once. */
  readonly videos?: readonly Video[];
  /** Absent: the stored memory is kept. */
  readonly memory?: Memory | null;
  /** When it makes sense to ask again; absent: the pace decides. */
  readonly askAgainAt?: Date;
  /** Starts of the channel's earlier and planned streams, if the answer shows them. */
  readonly starts?: readonly Date[];
  /** The channel's current name, and its avatar, if the answer shows them. */
  readonly name?: { readonly name: string; readonly displayName: string; readonly avatarUrl?: string | null };
}

/** Adapters answer questions. They remember nothing except their own access token. */
export interface PlatformConnection {
  /**
   * Null when the platform has no such channel. Refuses with `channelIsPrivate` if only people whom the creator let in
   * may watch it.
   */
  readonly findChannel: (
    name: string,
    about?: { readonly rumbleType?: RumbleType | undefined },
  ) => Promise<Channel | null>;
  /** Channels that these words may mean, best first. Empty if the platform has no search. */
  readonly searchChannels: (words: string) => Promise<readonly NamedChannel[]>;
  /** One answer per question, in the same order. Trouble with the platform is `unknown`, never `offline`. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /**
   * The details of a stream that just started, for a platform whose start pushes lack them and which knows them before
   * it can answer `ask`.
   * People are notified only after this call, so it answers within seconds or refuses.
   */
  readonly detailsOf?: (channelId: string) => Promise<StreamDetails>;
  /** The recording of a stream; null until the platform has one that can be watched. */
  readonly findRecording?: (session: StreamSession, channel: Channel) => Promise<Video | null>;
  /**
   * A temporary public address of a recording: a playlist of its sizes. Never store or log it. Absent if the platform
   * forbids it or has no such address.
   */
  readonly openRecording?: (channel: Pick<Channel, 'id' | 'name'>, videoId: string) => Promise<OpenedRecording>;
  /** The channel's current number of followers; null if the platform has no such channel. */
  readonly countFollowers?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<number | null>;
  /** Clips created since then, oldest first. */
  readonly listClips?: (channel: Channel, since: Date) => Promise<readonly Video[]>;
  /**
   * Download addresses of a clip. Absent if the platform has no official way; the channel's owner must have allowed it.
   */
  readonly findClipFiles?: (clip: Pick<Video, 'channelId' | 'id'>) => Promise<ClipFiles>;
  /** A clip as the partner's own page describes it; null if there is no such clip. */
  readonly readPartnerClip?: (id: string) => Promise<PartnerClip | null>;
  /** The content of a page; null if the platform has no such page, `blocked` if it is hidden in our country. */
  readonly readPage?: (link: PageLink) => Promise<LinkedPage | 'blocked' | null>;
  /** The platform's own emotes in this channel; null if the platform has no such channel. */
  readonly listEmotes?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly EmoteList[] | null>;
  /** Checks the signature on the raw body and parses the push. */
  readonly readPush?: (push: Push) => Promise<PushReading>;
  /** The channel behind an address or key, with one call to the platform; null if it is invalid. */
  readonly readSecret?: (secret: string) => Promise<Channel | null>;
  /**
   * Asks the platform to push events of these channels, and cancels topics that are no longer wanted. Safe to repeat.
   */
  readonly ensurePush?: (
    channelIds: readonly string[],
    topics?: ReadonlyMap<string, readonly PushTopic[]>,
  ) => Promise<void>;
  /**
   * Cancels the pushes of these channels, a part of them at a time if there are many. Returns the channels for which
   * something was cancelled. Absent if pushes expire without a call.
   */
  readonly dropPush?: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Further topics that it can push. Absent: none. */
  readonly pushTopics?: readonly PushTopic[];
  /** OAuth login there. Absent also if the installation has no keys for it. */
  readonly login?: PlatformLogin;
  /** The badge images of a channel's chat. Absent if the platform does not offer them. */
  readonly listBadges?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly ChatBadge[]>;
  /** Avatars of people, by id. People without one are left out. */
  readonly listAvatars?: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a chat as the platform's own pages do, until the returned function is called. It is faster than pushes and
   * shows more.
   * The connection may drop for a while without notice, so callers should also use pushes. Lines have the same ids in
   * both.
   */
  readonly readChat?: (channel: Pick<Channel, 'id' | 'name'>, hear: (happening: ChatHappening) => void) => () => void;
  /**
   * Asks the platform to push lines, bans and unbans of these chats. Safe to repeat. Returns the chats that the
   * platform does not let us hear.
   */
  readonly hearChats?: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Stops pushes of these chats. Chats in `logged` keep pushing bans. */
  readonly leaveChats?: (channelIds: readonly string[], logged: ReadonlySet<string>) => Promise<void>;
  /** Writes in a chat. Absent if no account is set up for it. */
  readonly writeInChat?: (about: ToWrite) => Promise<Written>;
  /** When an account was created; null if there is no such account. */
  readonly findAccountAge?: (accountId: string) => Promise<Date | null>;
  /**
   * The facts we need before a video is played; null if it does not exist or is not public. People trigger it, so it
   * refuses with `lookUpsUsedUp` when their share is spent.
   */
  readonly findPlayable?: (videoId: string) => Promise<Playable | null>;
  /** The first matching videos that can be embedded. */
  readonly searchVideo?: (words: string, about: SearchTerms) => Promise<SearchResult>;
  /** A person's standing in channels, keyed by channel id. A channel that could not be queried is left out. */
  readonly askStandings?: (asked: StandingsAsked) => Promise<ReadonlyMap<string, Standing>>;
  /** How much is used of the budgets that all our processes share. */
  readonly readBudgets?: () => Promise<readonly CallBudgetState[]>;
  /** Called when the process ends: returns unused calls to the shared budgets. */
  readonly close?: () => Promise<void>;
  /** The creator's latest supporters. Null: the secret we hold does not give access to them. */
  readonly listSupporters?: (asked: SupportersAsked) => Promise<Supporters | null>;
}

export type OpenedRecording =
  | { readonly kind: 'open'; readonly url: string }
  /** `blocked`: hidden in our country. */
  | { readonly kind: 'running' | 'gone' | 'forSubscribers' | 'blocked' };

/** `version` is the number of months for subscriber badges, and `1` for most others. */
export interface ChatBadge {
  readonly set: string;
  readonly version: string;
  readonly title: string;
  readonly url: string;
}

/**
 * The platform's capabilities in this installation: without the matching call, a configuration switch has turned one
 * off.
 */
export const capabilitiesOf = (
  { capabilities }: Pick<PlatformDefinition, 'capabilities'>,
  connection: PlatformConnection,
): Capabilities => ({
  ...capabilities,
  clips: capabilities.clips && connection.listClips !== undefined,
  vods: capabilities.vods && connection.findRecording !== undefined,
  followers: capabilities.followers && connection.countFollowers !== undefined,
  emotes: capabilities.emotes && connection.listEmotes !== undefined,
  auditLog: capabilities.auditLog && connection.pushTopics !== undefined,
});

/** A question about a channel that carries nothing but its id. */
export const plainQuestion = (channelId: string): Question => ({ channelId, memory: null, about: [], secret: null });

export const definePlatform = <const P extends PlatformDefinition>(platform: P): P => platform;
