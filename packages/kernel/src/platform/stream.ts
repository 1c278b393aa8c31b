import type { Platform } from '@tally/contract';
import type { CallBudgetState } from '../call-budgets.ts';
import type { Video } from './media.ts';

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

/** A channel in the answer of a search. `isLive` is absent where the answer does not show it. */
export type FoundChannel = Channel & { readonly isLive?: boolean };

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

/**
 * What an adapter must remember of a channel, for instance ids of rooms and planned streams. Detection stores it and
 * passes it to the next question. It must survive JSON.
 */
export type Memory = Readonly<Record<string, unknown>>;

export interface Question {
  readonly channelId: string;
  /** The channel's name when we last saw it: some platforms name their pages after it. */
  readonly name?: string;
  readonly memory: Memory | null;
  /** Ids of videos that a push named. */
  readonly about: readonly string[];
  /** Another channel seems to have this name now: ask for the name again, even if we did so recently. */
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
  /** When a new question makes sense; absent: the pace decides. */
  readonly askAgainAt?: Date;
  /** Starts of the channel's earlier and planned streams, if the answer shows them. */
  readonly starts?: readonly Date[];
  /** The channel's current name and avatar, if the answer shows it. */
  readonly name?: { readonly name: string; readonly displayName: string; readonly avatarUrl?: string | null };
}

/** A question about a channel that carries nothing but its id. */
export const plainQuestion = (channelId: string): Question => ({ channelId, memory: null, about: [], secret: null });

/** A page of one creator, or of something that one creator made, such as a video. */
export interface CreatorPage {
  /** In the one spelling that `channelNameIn` reads. */
  readonly url: string;
  readonly isThing: boolean;
  /** What the form of the address shows. */
  readonly shows?: 'live' | 'video';
}

/** How the platform's channels are named in links and by people. */
export interface ChannelNames {
  /** Null for each page that does not clearly belong to one creator. The host is one of the platform's. */
  readonly creatorPageIn: (address: URL) => CreatorPage | null;
  /** The channel name in a link or in typed text; null if the text cannot contain one. */
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
}

/** Adapters answer questions. They store nothing except their own access token. */
export interface StreamCalls {
  /**
   * Null when the platform has no such channel. Refuses with `channelIsPrivate` if only people whom the creator let in
   * may watch it.
   */
  readonly findChannel: (name: string) => Promise<Channel | null>;
  /** Channels that these words may mean, best first. Empty if the platform has no search. */
  readonly searchChannels: (words: string) => Promise<readonly FoundChannel[]>;
  /** One answer per question, in the same order. A problem with the platform is `unknown`, never `offline`. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
}

/** For a platform that finds many channels in one call. */
export interface LookUpCalls {
  readonly mostNames: number;
  /** Whether this name, as `channelNameIn` returns it, can be one of many. */
  readonly takes: (name: string) => boolean;
  /** By the given names. The platform has no channel with a name that is missing. */
  readonly findChannels: (names: readonly string[]) => Promise<ReadonlyMap<string, Channel>>;
}

/** For a platform whose start pushes lack the details, and which knows them before it can answer `ask`. */
export interface DetailsCalls {
  /**
   * The details of a stream that just started. People are notified only after this call, so it answers within seconds
   * or refuses.
   */
  readonly detailsOf: (channelId: string) => Promise<StreamDetails>;
}

export interface FollowersCalls {
  /** The channel's current number of followers; null if the platform has no such channel. */
  readonly countFollowers: (channel: Pick<Channel, 'id' | 'name'>) => Promise<number | null>;
}

/** What the process does to maintain the connection itself. */
export interface UpkeepCalls {
  /** How much is used of the budgets that all our processes share. */
  readonly readBudgets: () => Promise<readonly CallBudgetState[]>;
  /** Called when the process ends, to return unused calls to the shared budgets. */
  readonly close: () => Promise<void>;
}
