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

/** One list of a source: of a channel (its own, those for subscribers), or of everybody. */
export interface EmoteList {
  readonly of: 'channel' | 'everybody';
  readonly emotes: readonly EmoteFound[];
}
