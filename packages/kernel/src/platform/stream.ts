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

/** A channel's name in its URL, and on its page. */
export type NamedChannel = Pick<Channel, 'name' | 'displayName'>;

/** A channel in the results of a search. `isLive` is missing if the results do not show it. */
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
 * A channel's current state. `unknown` covers block pages, time-outs and responses that we do not understand: it
 * changes nothing and ends nothing.
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

/** A push from a platform: something may have changed. Signed ones may also report "ended". */
export interface Hint {
  readonly platform: Platform;
  /** Unique per platform. A second hint with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly occurredAt: Date;
  /** Null if the push carries no state, so detection queries the channel immediately. */
  readonly snapshot: Snapshot | null;
  /** Ids of videos that the push names. The next question carries them. */
  readonly about?: readonly string[];
}

/**
 * What an adapter must remember about a channel, such as ids of rooms and planned streams. Detection stores it and
 * passes it to the next question. It must survive JSON.
 */
export type Memory = Readonly<Record<string, unknown>>;

export interface Question {
  readonly channelId: string;
  /** The channel's name when we last saw it, because some platforms address pages by name. */
  readonly name?: string;
  readonly memory: Memory | null;
  /** Ids of videos that a push named. */
  readonly about: readonly string[];
  /** True if another channel seems to have this name now, so it must be loaded again even if it is recent. */
  readonly isNameWanted?: boolean;
  /** The URL or key that the creator gave us. */
  readonly secret: string | null;
}

export interface Answer {
  readonly snapshot: Snapshot;
  /** Recent videos of the channel, known or not. Detection announces each only once. */
  readonly videos?: readonly Video[];
  /** Without this, the stored memory is kept. */
  readonly memory?: Memory | null;
  /** When a new question makes sense. By default, the pace decides. */
  readonly askAgainAt?: Date;
  /** Starts of the channel's earlier and planned streams, if the response shows them. */
  readonly starts?: readonly Date[];
  /** The channel's current name and avatar, if the response shows them. */
  readonly name?: { readonly name: string; readonly displayName: string; readonly avatarUrl?: string | null };
}

/** Returns a question that contains only the channel's id. */
export const plainQuestion = (channelId: string): Question => ({ channelId, memory: null, about: [], secret: null });

/** A page of one creator, or of something that one creator made, such as a video. */
export interface CreatorPage {
  /** The URL in the only spelling that `channelNameIn` reads. */
  readonly url: string;
  readonly isThing: boolean;
  /** The content that the form of the URL indicates. */
  readonly shows?: 'live' | 'video';
}

/** How links and people name the platform's channels. */
export interface ChannelNames {
  /** Returns null for each page that does not clearly belong to one creator. The host is one of the platform's. */
  readonly creatorPageIn: (address: URL) => CreatorPage | null;
  /** Returns the channel name in a link or in typed text, or null if the text cannot contain one. */
  readonly channelNameIn: (text: string) => string | null;
  /**
   * Returns other names that the same text may mean, likeliest first. People type what pages show, with spaces,
   * capitals or another separator. Without this function, a name has one spelling.
   */
  readonly otherNamesIn?: (text: string) => readonly string[];
  /**
   * Returns the paths for a name that may be several channels: `user/ada` and `c/ada`. Such a platform uses the path as
   * the channel's id.
   */
  readonly addressesOf?: (name: string) => readonly string[];
}

/** Adapters answer questions. They store only their own access token. */
export interface StreamCalls {
  /**
   * Returns null when the platform has no such channel. Refuses with `channelIsPrivate` if only people whom the creator
   * let in may watch it.
   */
  readonly findChannel: (name: string) => Promise<Channel | null>;
  /** Returns channels that these words may mean, best first. Empty if the platform has no search. */
  readonly searchChannels: (words: string) => Promise<readonly FoundChannel[]>;
  /** Returns one answer per question, in the same order. A problem with the platform is `unknown`, never `offline`. */
  readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
}

/** For a platform that finds many channels in one call. */
export interface LookUpCalls {
  readonly mostNames: number;
  /** Returns whether `findChannels` accepts this name, as `channelNameIn` returns it. */
  readonly takes: (name: string) => boolean;
  /** Returns channels by the given names. The platform has no channel for a missing name. */
  readonly findChannels: (names: readonly string[]) => Promise<ReadonlyMap<string, Channel>>;
}

/** For a platform whose start pushes lack the details, but which has them before it can answer `ask`. */
export interface DetailsCalls {
  /**
   * Returns the details of a stream that just started. People are notified only after this call, so it responds within
   * seconds or refuses.
   */
  readonly detailsOf: (channelId: string) => Promise<StreamDetails>;
}

export interface FollowersCalls {
  /** Returns the channel's current number of followers, or null if the platform has no such channel. */
  readonly countFollowers: (channel: Pick<Channel, 'id' | 'name'>) => Promise<number | null>;
}

/** Calls with which the process maintains the connection itself. */
export interface UpkeepCalls {
  /** Returns how much is used of the budgets that all our processes share. */
  readonly readBudgets: () => Promise<readonly CallBudgetState[]>;
  /** Called when the process ends, to return unused calls to the shared budgets. */
  readonly close: () => Promise<void>;
}
