import { budgetOf, FAR, isFarOver, slownessOf } from './budgets.ts';
import type { Labels } from './labels.ts';
import type { Outcome } from './steps.ts';

const SLOWEST = 10;

/** Prints the totals, and `N passed, N failed` as the last line. Returns the number of failures. */
export function summarise(
  outcomes: readonly Outcome[],
  { labels, tookMs }: { labels: Labels; tookMs: number },
): number {
  const line = (text: string) => process.stdout.write(`${text}\n`);
  const slowness = slownessOf(outcomes);
  line('');
  for (const each of outcomes) {
    const word = each.failed > 0 || isFarOver(each, slowness) ? 'failed' : 'ok    ';
    line(`  ${word}  ${each.name.padEnd(38)} ${factsOf(each, slowness).join(', ')}`);
    for (const { name, why } of each.failures) {
      const label = labels.get(name);
      const lines = [label ? `${name} (${label})` : name, ...why.map((reason) => `  ${reason}`)];
      for (const text of lines) line(`            ${text}`);
    }
  }
  printSlowest(outcomes, line);
  const cpu = outcomes.map(({ cpuSeconds }) => cpuSeconds).filter((each) => each !== null);
  const work = cpu.length > 0 ? `, ${sumOf(cpu).toFixed(0)} CPU s` : '';
  const machine = slowness === null ? '' : `, on a machine ${slowness.toFixed(1)} times as slow as the budgets assume`;
  for (const text of leftOut(outcomes)) line(text);
  line(`\n  ${(tookMs / 1000).toFixed(0)} s${work}${machine}\n`);
  const failed = sumOf(outcomes.map((each) => each.failed + (isFarOver(each, slowness) ? 1 : 0)));
  line(`${sumOf(outcomes.map(({ passed }) => passed))} passed, ${failed} failed`);
  return failed;
}

/** Printed last, where people read it, because a passed run with skipped tests is incomplete. */
export const leftOut = (outcomes: readonly Outcome[]): string[] => {
  const all = outcomes.filter(({ isSkipped }) => isSkipped);
  const tests = [...new Set(outcomes.flatMap(({ skipped }) => skipped))].filter((name) => !ranIn(outcomes, name));
  return [
    ...(all.length > 0 ? ['', '  Not a whole run. Left out:'] : []),
    ...all.map(({ name, note }) => `    ${name} (${note})`),
    ...(tests.length > 0 ? ['', '  These tests were skipped:'] : []),
    ...tests.map((name) => `    ${name}`),
  ];
};

/** A test that is skipped on one engine may have run on the other. */
const ranIn = (outcomes: readonly Outcome[], test: string): boolean =>
  outcomes.some(
    ({ files, skipped }) => files.some(({ file }) => test.startsWith(`${file}: `)) && !skipped.includes(test),
  );

function factsOf({ name, note, seconds, cpuSeconds }: Outcome, slowness: number | null): string[] {
  const budget = budgetOf(name, slowness);
  return [
    ...(note === null ? [] : [note]),
    ...(seconds === null ? [] : [`${seconds.toFixed(1)} s`]),
    ...(cpuSeconds === null ? [] : [`${cpuSeconds.toFixed(1)} CPU s${complaintOf(cpuSeconds, budget)}`]),
  ];
}

/** The second reason explains a failed step without a failed test. */
function complaintOf(cpuSeconds: number, budget: number | null): string {
  if (budget === null || cpuSeconds <= budget) return '';
  return cpuSeconds <= budget * FAR
    ? ` (more than its ${budget})`
    : ` (more than ${FAR} times its ${budget}: too much)`;
}

function printSlowest(outcomes: readonly Outcome[], line: (text: string) => void): void {
  const files = outcomes.flatMap(({ name, files: all }) => all.map((file) => ({ step: name, ...file })));
  if (files.length === 0) return;
  line(`\n  The ${SLOWEST} slowest files:`);
  for (const { step, file, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    line(`  ${(ms / 1000).toFixed(1).padStart(7)} s  ${file} (${step})`);
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
