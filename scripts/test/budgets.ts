import type { Outcome } from './steps.ts';

/**
 * The CPU seconds of each step: the last measurement plus a third. Wall time varies by half between runs on a shared
 * machine. The budgets apply to a machine on which the compiler needs `COMPILER` seconds for the server.
 */
const budgets: Readonly<Record<string, number>> = {
  'types: server': 20,
  'types: web': 10,
  'types: page of the simulated world': 1,
  lint: 23,
  format: 2,
  unit: 57,
  architecture: 16,
  'database: embedded': 52,
  'database: Postgres': 84,
  scenarios: 214,
  'scenarios: embedded': 13,
  chaos: 150,
  browser: 262,
};

const YARDSTICK = 'types: server';
const COMPILER = 15;
/** The run fails only if a budget is exceeded by more than machines differ. */
export const FAR = 3;

/**
 * Returns how many times slower this machine is: a machine of the same name has needed 3.6 times the CPU seconds. Null
 * if the compiler did not run, or checked only changed files.
 */
export function slownessOf(outcomes: readonly Outcome[]): number | null {
  const seconds = outcomes.find(({ name }) => name === YARDSTICK)?.cpuSeconds ?? 0;
  return seconds < COMPILER ? null : seconds / COMPILER;
}

/** Returns a step's budget, or null if the cost on this machine is unknown. */
export function budgetOf(step: string, slowness: number | null): number | null {
  const budget = budgets[step];
  return budget === undefined || slowness === null ? null : Math.ceil(budget * slowness);
}

export function isFarOver({ name, cpuSeconds }: Outcome, slowness: number | null): boolean {
  const budget = budgetOf(name, slowness);
  return budget !== null && cpuSeconds !== null && cpuSeconds > budget * FAR;
}
