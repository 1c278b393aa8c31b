import { isPattern, isUsable, type Query, type QueryProblem, readQuery } from './words.ts';

type Reading = Query | QueryProblem;

/**
 * What the patterns of a server may cost together, where one may cost some 1,200: about a hundred usual ones. The worst
 * that can be written for it takes 0.2 s to read.
 */
const MOST_OF_A_SERVER = 5000;

/** What is left for the other patterns of the same server. */
export interface Budget {
  left: number;
}

export const createBudget = (): Budget => ({ left: MOST_OF_A_SERVER });

/** Words cost nothing to speak of. Of patterns, nothing more is read once they are too many. */
export function readWithin(budget: Budget, text: string): Reading {
  if (budget.left < 0) return isPattern(text) ? { problem: 'manyPatterns' } : readQuery(text);
  const read = known(text);
  budget.left -= read.cost ?? 0;
  return isUsable(read) && budget.left < 0 ? { problem: 'manyPatterns' } : read;
}

/** Patterns are costly to read, and a hundred thousand servers use the same few. */
const readings = new Map<string, Reading>();
/** Of each step some 200 bytes stay, and kilobytes once it was looked for in many titles. */
const MOST_KEPT = 10_000;
let kept = 0;

function known(text: string): Reading {
  const before = readings.get(text);
  if (before) return before;
  const read = readQuery(text);
  if (!read.cost) return read;
  if (kept + read.cost > MOST_KEPT) {
    readings.clear();
    kept = 0;
  }
  if (!isUsable(read)) return read;
  readings.set(text, read);
  kept += read.cost;
  return read;
}
