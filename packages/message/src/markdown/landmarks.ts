/**
 * Positions that are computed once per text. Without them, each of a thousand `[` or backticks would search to the end,
 * which takes a million steps.
 */
export interface Landmarks {
  /** The position of the `]` that closes the `[` at this position. */
  closingBracket(at: number): number | undefined;
  /** The next run of exactly `length` backticks, searched from `from`. */
  nextBackticks(length: number, from: number): number | undefined;
  /** The length of the run of backticks at this position. */
  backticksAt(at: number): number;
}

export function landmarksOf(source: string): Landmarks {
  const brackets = matchBrackets(source);
  const runs = new Map<number, number[]>();
  const lengths = new Map<number, number>();
  for (const run of source.matchAll(/`+/g)) {
    const length = run[0].length;
    const places = runs.get(length);
    if (places) places.push(run.index);
    else runs.set(length, [run.index]);
    lengths.set(run.index, length);
  }
  return {
    closingBracket: (at) => brackets.get(at),
    nextBackticks: (length, from) => firstFrom(runs.get(length) ?? [], from),
    backticksAt: (at) => lengths.get(at) ?? 1,
  };
}

function matchBrackets(source: string): Map<number, number> {
  const matches = new Map<number, number>();
  const open: number[] = [];
  for (const found of source.matchAll(/\\[\s\S]|[[\]]/g)) {
    if (found[0] === '[') open.push(found.index);
    const start = found[0] === ']' ? open.pop() : undefined;
    if (start !== undefined) matches.set(start, found.index);
  }
  return matches;
}

function firstFrom(sorted: readonly number[], from: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}
