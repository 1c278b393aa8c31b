import { highestPriority } from '@tally/contract/overrides/bodies';

interface Ranked {
  readonly priorityOnConflict: number;
}

/** The winning rule first. */
export const byPriority = <R extends Ranked>(rules: readonly R[]): R[] =>
  [...rules].sort((one, other) => other.priorityOnConflict - one.priorityOnConflict);

/** Returns the rules in a new order. It reassigns the existing priorities, so no number can collide. */
export function reordered<R extends Ranked>(rules: readonly R[], from: number, to: number): R[] {
  const ordered = byPriority(rules);
  const numbers = ordered.map((rule) => rule.priorityOnConflict);
  const [moved] = ordered.splice(from, 1);
  if (!moved) return byPriority(rules);
  ordered.splice(Math.max(0, Math.min(to, ordered.length)), 0, moved);
  return ordered.map((rule, place) => ({ ...rule, priorityOnConflict: numbers[place] ?? rule.priorityOnConflict }));
}

/** Leaves a gap between two rules, for programs that insert one there. */
const STEP = 10;

/** A new rule gets the top priority, because its author wants it now. */
export function freePriority(rules: readonly Ranked[]): number {
  const taken = new Set(rules.map((rule) => rule.priorityOnConflict));
  const highest = Math.max(0, ...taken);
  if (highest + STEP <= highestPriority) return highest + STEP;
  for (let number = highestPriority; number > 0; number--) if (!taken.has(number)) return number;
  return 0;
}
