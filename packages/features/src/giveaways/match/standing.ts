import type { DrawnRow } from '../tables.ts';

/** Winners in whose place nobody else was drawn, whichever draw they won. */
export const standingOf = (drawn: readonly DrawnRow[]): DrawnRow[] =>
  drawn.filter(({ outcome, isReplaced }) => outcome === 'won' && !isReplaced);
