import { isPattern, isUsable, type Query, type QueryProblem, readQuery } from './words.ts';

type Reading = Query | QueryProblem;

/**
 * The limit for all of a server's patterns together. A single pattern may cost about 1,200, so this is enough for a
 * hundred ordinary ones. The worst set within the limit takes 0.2 s to compile.
 */
const MOST_OF_A_SERVER = 5000;

/** The remaining cost that the server's other patterns may use. */
export interface Budget {
  left: number;
}

export const createBudget = (): Budget => ({ left: MOST_OF_A_SERVER });

/** Words cost almost nothing. Once the limit is reached, no further pattern is compiled. */
export function readWithin(budget: Budget, text: string): Reading {
  if (budget.left < 0) return isPattern(text) ? { problem: 'manyPatterns' } : readQuery(text);
  const read = known(text);
  budget.left -= read.cost ?? 0;
  return isUsable(read) && budget.left < 0 ? { problem: 'manyPatterns' } : read;
}

/** Cached, because compiling patterns is slow and a hundred thousand servers use the same few. */
const readings = new Map<string, Reading>();
/** Limits memory: a compiled step takes about 200 bytes, and kilobytes after many searches. */
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
