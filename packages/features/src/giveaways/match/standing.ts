import type { DrawnRow } from '../tables.ts';

/** Winners of any draw who were not replaced. */
export const standingOf = (drawn: readonly DrawnRow[]): DrawnRow[] =>
  drawn.filter(({ outcome, isReplaced }) => outcome === 'won' && !isReplaced);
