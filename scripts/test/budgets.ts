import type { Outcome } from './steps.ts';

/**
 * CPU seconds of each step: what it was when somebody last measured it, and a third more. Wall time says little: on a
 * shared machine it varies by half from run to run. (The database's, and the embedded scenarios', are estimates.)
 */
const budgets: Readonly<Record<string, number>> = {
  'types: server': 20,
  'types: web': 15,
  'types: page of the simulated world': 5,
  lint: 25,
  format: 4,
  unit: 90,
  architecture: 15,
  'database: embedded': 100,
  'database: Postgres': 110,
  scenarios: 260,
  'scenarios: embedded': 60,
  chaos: 205,
  browser: 350,
};

/**
 * The same work was 2.3 times as many CPU seconds on another machine of the same name. So only what no machine explains
 * makes the run red.
 */
const FAR = 3;

export const budgetOf = (step: string): number | null => budgets[step] ?? null;

export function isFarOver({ name, cpuSeconds }: Outcome): boolean {
  const budget = budgetOf(name);
  return budget !== null && cpuSeconds !== null && cpuSeconds > budget * FAR;
}
