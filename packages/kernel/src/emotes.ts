import type { EmoteSource } from '@tally/contract';

/** An emote as its source describes it. Only the file itself shows its real type. */
export interface EmoteFound {
  readonly source: EmoteSource;
  /** The source's own id. */
  readonly id: string;
  readonly name: string;
  /** Null: the source does not say, so we must read the file. */
  readonly isAnimated: boolean | null;
  readonly isForSubscribers: boolean;
  /** In chat it is drawn on top of the emote before it. */
  readonly isOverlay?: boolean;
}

/** One list of a source: a channel's own emotes including those for subscribers, or the list of every channel. */
export interface EmoteList {
  readonly of: 'channel' | 'everybody';
  /** Marks the second list that every channel has: the platform's own emojis. */
  readonly isEmojis?: true;
  readonly emotes: readonly EmoteFound[];
}
