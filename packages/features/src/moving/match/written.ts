import { type Platform, platformNames, platforms } from '@tally/contract';

/** A piece of a list before it is read, and its line. */
export interface Piece {
  readonly line: number;
  readonly text: string;
  /** The platform that the list names beside it. */
  readonly platform?: Platform | undefined;
}

const words = new Map(
  platforms.flatMap((each) => [each, platformNames[each].toLowerCase()].map((word) => [word, each])),
);

export function platformIn(word: unknown): Platform | undefined {
  return typeof word === 'string' ? words.get(word.trim().toLowerCase()) : undefined;
}
