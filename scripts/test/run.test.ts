import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { budgetOf, isFarOver, slownessOf } from './budgets.ts';
import { labelFailures } from './labels.ts';
import { floors, smoke } from './parts.ts';
import type { Failure } from './reporter.ts';
import { type Outcome, skipped, type VitestRun } from './steps.ts';
import { leftOut } from './summary.ts';

const failure = (file: string | null, name: string): Failure => ({ file, name, why: [] });
const outcome = (failures: readonly Failure[], more: Partial<Outcome> = {}): Outcome => ({
  name: 'scenarios',
  passed: 3,
  failed: failures.length,
  note: null,
  seconds: 1,
  cpuSeconds: 1,
  failures,
  skipped: [],
  files: [],
  run: { projects: ['scenarios'], isBeside: true },
  ...more,
});

it('failures are labeled by how often they fail again, and only failed files run again', async () => {
  const red = outcome([
    failure('a.test.ts', 'a: always'),
    failure('a.test.ts', 'a: at times'),
    failure(null, 'outside'),
  ]);
  const runs: VitestRun[] = [];
  const labels = await labelFailures([outcome([]), red], {
    say: () => {},
    again: async (run) => {
      runs.push(run);
      return [
        failure('a.test.ts', 'a: always'),
        ...(runs.length % 5 === 0 ? [failure('a.test.ts', 'a: at times')] : []),
      ];
    },
  });
  expect([labels.get('a: always'), labels.get('a: at times')]).toEqual(['always', '2 of 10']);
  expect(runs).toHaveLength(10);
  // No other step runs now, so they run at normal priority.
  expect(runs[0]).toEqual({ projects: ['scenarios'], files: ['a.test.ts'], isBeside: false });
});

it('a green run, and a failure of no file, asks for nothing', async () => {
  const never = async () => {
    throw new Error('nothing is run again');
  };
  expect(await labelFailures([outcome([]), outcome([failure(null, 'outside')])], { again: never })).toEqual(new Map());
});

it('a step is red by its work alone only when that is three times its budget', () => {
  const budget = budgetOf('scenarios', 1) ?? 0;
  expect(budget).toBeGreaterThan(0);
  const isRed = (cpuSeconds: number | null, name = 'scenarios', slowness: number | null = 1) =>
    isFarOver(outcome([], { cpuSeconds, name }), slowness);
  expect([isRed(budget * 2.9), isRed(budget * 3.1)]).toEqual([false, true]);
  // The result is unknown if the system does not count CPU time, or the step has no budget.
  expect([isRed(null), isRed(1e6, 'something new')]).toEqual([false, false]);
  // A machine that is four times slower may need that time for this step as well.
  expect([isRed(budget * 11.9, 'scenarios', 4), isRed(budget * 12.1, 'scenarios', 4)]).toEqual([false, true]);
  expect(isRed(1e6, 'scenarios', null)).toBe(false);
});

it('the compiler shows how slow a machine is, unless it had nearly nothing to do', () => {
  const compiled = (cpuSeconds: number | null) => slownessOf([outcome([], { name: 'types: server', cpuSeconds })]);
  expect([compiled(15), compiled(54), compiled(3), compiled(null), slownessOf([])]).toEqual([1, 3.6, null, null, null]);
});

it('everything for the built-in database exists: the runner ignores names that match nothing', () =>
  expect([...floors, ...smoke].filter((path) => !existsSync(path))).toEqual([]));

it('a run that skips tests reports it at its end, and fails in CI', () => {
  const noBrowser = (isCi: boolean) => skipped('browser tests', 'no Chromium found', { isCi, say: () => {} });
  expect(leftOut([outcome([]), noBrowser(false)])).toEqual([
    '',
    '  Not a whole run. Left out:',
    '    browser tests (skipped: no Chromium found)',
  ]);
  expect(leftOut([outcome([])])).toEqual([]);
  const files = [{ file: 'a.test.ts', ms: 1 }];
  const [embedded, postgres] = [['a.test.ts: waits', 'a.test.ts: by night'], ['a.test.ts: by night']];
  expect(leftOut([outcome([], { files, skipped: embedded }), outcome([], { files, skipped: postgres })])).toEqual([
    '',
    '  These tests were skipped:',
    '    a.test.ts: by night',
  ]);
  expect([noBrowser(false).failed, noBrowser(true).failed]).toEqual([0, 1]);
});
