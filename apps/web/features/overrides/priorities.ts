import { highestPriority } from '@tally/contract/override-bodies';

interface Ranked {
  readonly priorityOnConflict: number;
}

/** The one that wins stands first. */
export const byPriority = <R extends Ranked>(rules: readonly R[]): R[] =>
  [...rules].sort((one, other) => other.priorityOnConflict - one.priorityOnConflict);

/** The rules in another order. The numbers stay what they were and are dealt out anew, so none can be taken. */
export function reordered<R extends Ranked>(rules: readonly R[], from: number, to: number): R[] {
  const ordered = byPriority(rules);
  const numbers = ordered.map((rule) => rule.priorityOnConflict);
  const [moved] = ordered.splice(from, 1);
  if (!moved) return byPriority(rules);
  ordered.splice(Math.max(0, Math.min(to, ordered.length)), 0, moved);
  return ordered.map((rule, place) => ({ ...rule, priorityOnConflict: numbers[place] ?? rule.priorityOnConflict }));
}

/** Room is left between two rules, for programs that want to put one there. */
const STEP = 10;

/** A new rule wins over the others, because somebody has just thought of it. */
export function freePriority(rules: readonly Ranked[]): number {
  const taken = new Set(rules.map((rule) => rule.priorityOnConflict));
  const highest = Math.max(0, ...taken);
  if (highest + STEP <= highestPriority) return highest + STEP;
  for (let number = highestPriority; number > 0; number--) if (!taken.has(number)) return number;
  return 0;
}
