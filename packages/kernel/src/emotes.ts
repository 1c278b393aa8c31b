import type { EmoteSource } from '@tally/contract';

/** An emote as its source tells of it. What its file is, only the file says. */
export interface EmoteFound {
  readonly source: EmoteSource;
  /** The source's own. */
  readonly id: string;
  readonly name: string;
  /** Null: the source does not say, and the file has to be read. */
  readonly isAnimated: boolean | null;
  readonly isForSubscribers: boolean;
  /** In a chat it lies over the emote before it. */
  readonly isOverlay?: boolean;
}

/** One list of a source: a channel's own, with those for subscribers, or the one every channel has. */
export interface EmoteList {
  readonly of: 'channel' | 'everybody';
  /** The second list that every channel has: the platform's own emojis. */
  readonly isEmojis?: true;
  readonly emotes: readonly EmoteFound[];
}
