import type { DrawnRow } from '../tables.ts';

/** Returns the winners of all draws, except those who were replaced. */
export const standingOf = (drawn: readonly DrawnRow[]): DrawnRow[] =>
  drawn.filter(({ outcome, isReplaced }) => outcome === 'won' && !isReplaced);
