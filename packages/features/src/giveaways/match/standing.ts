import type { DrawnRow } from '../tables.ts';

/** The winners of all draws who were not replaced. */
export const standingOf = (drawn: readonly DrawnRow[]): DrawnRow[] =>
  drawn.filter(({ outcome, isReplaced }) => outcome === 'won' && !isReplaced);
