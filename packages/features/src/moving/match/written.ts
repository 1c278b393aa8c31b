import { type Platform, platformNames, platforms } from '@tally/contract';

/** An unread piece of a list, and its line number. */
export interface Piece {
  readonly line: number;
  readonly text: string;
  /** The platform that the list names for this piece. */
  readonly platform?: Platform | undefined;
}

const words = new Map(
  platforms.flatMap((each) => [each, platformNames[each].toLowerCase()].map((word) => [word, each])),
);

export function platformIn(word: unknown): Platform | undefined {
  return typeof word === 'string' ? words.get(word.trim().toLowerCase()) : undefined;
}
