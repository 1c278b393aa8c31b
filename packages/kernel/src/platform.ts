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

/** Facts that a platform can or cannot tell; the dashboard hides what does not apply. */
export interface Capabilities {
  readonly live: boolean;
  readonly titleChanges: boolean;
  readonly videos: boolean;
  readonly shorts: boolean;
  readonly clips: boolean;
  readonly vods: boolean;
  /** How many follow somebody, of any channel at any time. */
  readonly followers: boolean;
  readonly emotes: boolean;
  /** What moderators and supporters do in a chat, told as it happens. */
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

/** What a channel is called: in its address, and on its page. */
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
 * What a channel is doing right now. `unknown` covers block pages, time-outs and answers that we do not
 * understand: it changes nothing and ends nothing.
 */
export type Snapshot =
  | { readonly state: 'unknown'; readonly channelId: string; readonly reason: string }
  | { readonly state: 'offline'; readonly channelId: string }
  | {
      readonly state: 'live';
      readonly channelId: string;
      /** The platform's id of this broadcast, where it has one. */
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
  /** Null: the push says only that it is worth asking; detection asks at once. */
  readonly snapshot: Snapshot | null;
  /** Videos that the push names: the question that follows carries them. */
  readonly about?: readonly string[];
}

/** After how many minutes of silence a server may take a stream for over: each server chooses one. */
export const graces = [0, 5, 10, 15] as const;
export type Grace = (typeof graces)[number];
export const LAST_GRACE: Grace = 15;

/** What detection decided, told once to every feature. The only type in which platforms and features meet. */
export type PlatformEvent =
  | ({ readonly kind: 'live' } & OfSession)
  /** Title or category changed, or the stream came back after some had taken it for over. */
  | ({ readonly kind: 'update' } & OfSession)
  /**
   * Silent for so many minutes. Told for each grace in turn, until the stream comes back; after the last one the
   * session is closed for good.
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

/** One stream, however often the connection drops. */
export interface StreamSession {
  readonly id: string;
  readonly platform: Platform;
  readonly channelId: string;
  readonly streamId: string | null;
  readonly startedAt: Date;
  readonly detectedAt: Date;
  /** Since when nothing is seen of it: over, unless it comes back within the grace. */
  readonly endedAt: Date | null;
  readonly url: string;
  readonly details: StreamDetails;
  readonly peakViewers: number | null;
  readonly averageViewers: number | null;
  /** What it was about, and from when on. */
  readonly categories: readonly { readonly name: string; readonly from: Date }[];
}

/**
 * What an adapter may touch: no database, no queue, no Discord. Floors above add their doors by declaration
 * merging (infra: `http`).
 */
export interface PlatformDoors extends Pick<Ctx, 'clock' | 'random' | 'log' | 'config'> {
  readonly timers: Timers;
  /** Absent: this process is the only one that calls. */
  readonly budgets?: CallBudgets;
}

/** A platform as data, and how to talk to it. */
export interface PlatformDefinition {
  readonly id: Platform;
  /** As people write it. */
  readonly name: string;
  readonly colour: `#${string}`;
  readonly capabilities: Capabilities;
  /** How many channels one question about their state may name. */
  readonly batchSize: number;
  readonly pace: Pace;
  /** True where states are read from pages that nobody promised to keep; they have a switch in the configuration. */
  readonly isUnofficial?: boolean;
  /** The channel name in a link or in what somebody typed; null when it cannot be one. */
  readonly channelNameIn: (text: string) => string | null;
  /**
   * Other names that the same text may stand for, likeliest first: people type what pages show, which has spaces and
   * capitals, or another sign between words. Absent: a name is written one way only.
   */
  readonly otherNamesIn?: (text: string) => readonly string[];
  /** Where one name may be two channels, which of them a link means. */
  readonly rumbleTypeIn?: (text: string) => RumbleType | null;
  readonly connect: (doors: PlatformDoors) => PlatformConnection;
}

/**
 * What an adapter knows of a channel and would forget: ids of rooms and planned streams, for instance. Detection
 * keeps it and hands it back with the next question. It must survive JSON.
 */
export type Memory = Readonly<Record<string, unknown>>;

export interface Question {
  readonly channelId: string;
  /** What the channel was called when we last heard of it: some platforms name their pages after it. */
  readonly name?: string;
  readonly memory: Memory | null;
  /** Videos that a push has named. */
  readonly about: readonly string[];
  /** Somebody else is said to have its name by now: asked what it is called, however lately that was. */
  readonly isNameWanted?: boolean;
  /** An address or key that the creator entrusted to us. */
  readonly secret: string | null;
}

export interface Answer {
  readonly snapshot: Snapshot;
  /** What the channel has published of late, known or not: detection tells of each once. */
  readonly videos?: readonly Video[];
  /** Absent: what was remembered stays. */
  readonly memory?: Memory | null;
  /** When it makes sense to ask again; absent: the pace decides. */
  readonly askAgainAt?: Date;
  /** When the channel's earlier streams began and planned ones will, where the answer shows it. */
  readonly starts?: readonly Date[];
  /** What the channel is called now, where the answer says so, and what it looks like, where it shows that too. */
  readonly name?: { readonly name: string; readonly displayName: string; readonly avatarUrl?: string | null };
}

/** Adapters answer questions; they remember nothing but their own access token. */
export interface PlatformConnection {
  /**
   * Null when the platform says that there is no such channel. Refuses with `channelIsPrivate` where only people whom
   * the creator let in may see what happens there.
   */
  readonly findChannel: (
    name: string,
    about?: { readonly rumbleType?: RumbleType | undefined },
  ) => Promise<Channel | null>;
  /** Channels that these words may mean, best first. Empty where the platform has no search. */
  readonly searchChannels: (words: string) => Promise<readonly NamedChannel[]>;
  /** One answer per question, in the same order. Trouble with the platform is `unknown`, never `offline`. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  /**
   * What a channel's stream is called as it starts, where pushes of a start do not say it and the platform knows it before
   * it can answer `ask`. Told are people after that, so it answers within seconds or refuses.
   */
  readonly detailsOf?: (channelId: string) => Promise<StreamDetails>;
  /** The recording of a stream; null as long as the platform has none that can be watched. */
  readonly findRecording?: (session: StreamSession, channel: Channel) => Promise<Video | null>;
  /**
   * Where a recording can be read by anybody, for a while: a playlist of its sizes, never to be stored or logged. Absent where
   * the platform forbids it, or gives no such address.
   */
  readonly openRecording?: (channel: Pick<Channel, 'id' | 'name'>, videoId: string) => Promise<OpenedRecording>;
  /** How many follow this channel right now; null where the platform knows of no such channel. */
  readonly countFollowers?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<number | null>;
  /** Clips cut since then, oldest first. */
  readonly listClips?: (channel: Channel, since: Date) => Promise<readonly Video[]>;
  /** Where a clip can be downloaded. Absent where the platform has no official way; the channel's owner must have allowed it. */
  readonly findClipFiles?: (clip: Pick<Video, 'channelId' | 'id'>) => Promise<ClipFiles>;
  /** What a partner's own page says of a clip made with it; null where there is none. */
  readonly readPartnerClip?: (id: string) => Promise<PartnerClip | null>;
  /** What a page shows; null where the platform has no such page, `blocked` where it shows it to nobody in our country. */
  readonly readPage?: (link: PageLink) => Promise<LinkedPage | 'blocked' | null>;
  /** The platform's own emotes that are used in this channel; null where the platform knows of no such channel. */
  readonly listEmotes?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly EmoteList[] | null>;
  /** Checks the signature on the raw body and says what the push means. */
  readonly readPush?: (push: Push) => Promise<PushReading>;
  /** Whose address or key this is, asked of the platform once; null where it is none or is not accepted. */
  readonly readSecret?: (secret: string) => Promise<Channel | null>;
  /**
   * Asks the platform to push what happens on these channels, and about the named topics no longer where they are not
   * wanted. Safe to repeat.
   */
  readonly ensurePush?: (
    channelIds: readonly string[],
    topics?: ReadonlyMap<string, readonly PushTopic[]>,
  ) => Promise<void>;
  /**
   * Asks for nothing of these channels any more, some of them at once where they are many. Answers of which ones
   * something was dropped. Absent where it ends by itself.
   */
  readonly dropPush?: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** The topics that it can push beside that. Absent: none. */
  readonly pushTopics?: readonly PushTopic[];
  /** People log in there with OAuth. Absent also where the installation has no keys for it. */
  readonly login?: PlatformLogin;
  /** The pictures beside the names in a channel's chat. Absent where the platform tells nobody. */
  readonly listBadges?: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly ChatBadge[]>;
  /** Pictures of people, by their ids. Who has none is left out. */
  readonly listAvatars?: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a chat as the platform's own pages do, until what is answered is called: sooner than by a push, and with what no push
   * tells. It may be away for a while without a word, so whoever can hear pushes as well does; lines have the same ids.
   */
  readonly readChat?: (channel: Pick<Channel, 'id' | 'name'>, hear: (happening: ChatHappening) => void) => () => void;
  /**
   * Asks the platform to push what is written in these chats and who is banned from them, or no longer to. Safe to repeat. In the
   * answer are those that it does not let us hear.
   */
  readonly hearChats?: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Of those in `logged` it is still pushed who is banned. */
  readonly leaveChats?: (channelIds: readonly string[], logged: ReadonlySet<string>) => Promise<void>;
  /** Writes in a chat. Absent where nobody is set up who could. */
  readonly writeInChat?: (about: ToWrite) => Promise<Written>;
  /** Since when an account is there; null where there is none. */
  readonly findAccountAge?: (accountId: string) => Promise<Date | null>;
  /**
   * What may be known of a video before it is played; null: there is none, or only for some. Asked for people, so it refuses
   * with `lookUpsUsedUp` where their share is spent.
   */
  readonly findPlayable?: (videoId: string) => Promise<Playable | null>;
  /** The first videos that can be played elsewhere. */
  readonly searchVideo?: (words: string, about: SearchTerms) => Promise<SearchResult>;
  /** What somebody is to channels, by the channels' ids. A channel of which nothing could be asked is left out. */
  readonly askStandings?: (asked: StandingsAsked) => Promise<ReadonlyMap<string, Standing>>;
  /** How much of what the platform grants all our processes together is used. */
  readonly readBudgets?: () => Promise<readonly CallBudgetState[]>;
  /** The process ends: what was taken of common budgets and not used goes back. */
  readonly close?: () => Promise<void>;
  /** Who supported a creator last. Null: what was entrusted to us is of no use for it. */
  readonly listSupporters?: (asked: SupportersAsked) => Promise<Supporters | null>;
}

export type OpenedRecording =
  | { readonly kind: 'open'; readonly url: string }
  /** `blocked`: shown to nobody in our country. */
  | { readonly kind: 'running' | 'gone' | 'forSubscribers' | 'blocked' };

/** `version` is the months for badges of subscribers, and `1` for most others. */
export interface ChatBadge {
  readonly set: string;
  readonly version: string;
  readonly title: string;
  readonly url: string;
}

/**
 * What a platform can tell here: a switch of the configuration may have closed a way, and then the connection has no
 * call for it.
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

/** A question about a channel of which nothing else is known. */
export const plainQuestion = (channelId: string): Question => ({ channelId, memory: null, about: [], secret: null });

export const definePlatform = <const P extends PlatformDefinition>(platform: P): P => platform;
