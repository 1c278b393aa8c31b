import { highestPriority } from '@tally/contract/overrides/bodies';

interface Ranked {
  readonly priorityOnConflict: number;
}

/** Sorts the rules so that the winning one comes first. */
export const byPriority = <R extends Ranked>(rules: readonly R[]): R[] =>
  [...rules].sort((one, other) => other.priorityOnConflict - one.priorityOnConflict);

/** Returns the rules in a new order with the existing priorities, so no two can collide. */
export function reordered<R extends Ranked>(rules: readonly R[], from: number, to: number): R[] {
  const ordered = byPriority(rules);
  const numbers = ordered.map((rule) => rule.priorityOnConflict);
  const [moved] = ordered.splice(from, 1);
  if (!moved) return byPriority(rules);
  ordered.splice(Math.max(0, Math.min(to, ordered.length)), 0, moved);
  return ordered.map((rule, place) => ({ ...rule, priorityOnConflict: numbers[place] ?? rule.priorityOnConflict }));
}

/** The gap between two rules, where programs can insert one. */
const STEP = 10;

/** Returns the top priority, because people expect a new rule to apply. */
export function freePriority(rules: readonly Ranked[]): number {
  const taken = new Set(rules.map((rule) => rule.priorityOnConflict));
  const highest = Math.max(0, ...taken);
  if (highest + STEP <= highestPriority) return highest + STEP;
  for (let number = highestPriority; number > 0; number--) if (!taken.has(number)) return number;
  return 0;
}
