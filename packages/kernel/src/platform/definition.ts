import type { PageLink, Platform } from '@tally/contract';
import type { CallBudgetState, CallBudgets } from '../call-budgets.ts';
import type { Ctx } from '../ctx.ts';
import type { Pace } from '../pace.ts';
import type { Timers } from '../timers.ts';
import type { ChatBadge, ChatHappening, EmoteList, ToWrite, Written } from './chat.ts';
import type { StreamSession } from './event.ts';
import type {
  ClipFiles,
  LinkedPage,
  OpenedRecording,
  PartnerClip,
  Playable,
  SearchResult,
  SearchTerms,
  Video,
} from './media.ts';
import type { PlatformLogin, Standing, StandingsAsked, Supporters, SupportersAsked } from './people.ts';
import type { Push, PushReading, PushTopic } from './push.ts';
import type { Answer, Channel, NamedChannel, Question, StreamDetails } from './stream.ts';

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
  /**
   * The addresses that a name has, where one name may be several channels: `user/ada` and `c/ada`. Such a platform
   * uses the address as the channel's id.
   */
  readonly addressesOf?: (name: string) => readonly string[];
  readonly connect: (doors: PlatformDoors) => PlatformConnection;
}

/** Adapters answer questions. They remember nothing except their own access token. */
export interface PlatformConnection {
  /**
   * Null when the platform has no such channel. Refuses with `channelIsPrivate` if only people whom the creator let in
   * may watch it.
   */
  readonly findChannel: (name: string) => Promise<Channel | null>;
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

export const definePlatform = <const P extends PlatformDefinition>(platform: P): P => platform;
