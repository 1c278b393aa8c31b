import { failuresOf, type Outcome } from './steps.ts';

/** A failed file runs this many more times to report how often it fails. The run itself stays failed. */
const TIMES = 10;
/** After this time, no new labeling run starts, because the failures are already reported. */
const WITHIN_MS = 300_000;

/** The label of each failure: "always", or how often it failed. */
export type Labels = ReadonlyMap<string, string>;

/** Determines whether failures are permanent by running each file again with the other failed files of its step. */
export async function labelFailures(
  outcomes: readonly Outcome[],
  { again = failuresOf, say = (text: string): unknown => process.stdout.write(text) } = {},
): Promise<Labels> {
  const red = outcomes.filter(({ run, failures }) => run !== null && failures.some(({ file }) => file !== null));
  if (red.length === 0) return new Map();
  say(`\n▸ the failed files ${TIMES} times more, only to label them\n`);
  const until = performance.now() + WITHIN_MS;
  const labels = new Map<string, string>();
  for (const { run, failures } of red) {
    if (!run) continue;
    const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
    const failed: string[] = [];
    let times = 0;
    while (times < TIMES && performance.now() < until) {
      failed.push(...(await again({ ...run, files, isBeside: false })).map(({ name }) => name));
      times += 1;
    }
    for (const { name } of failures) labels.set(name, label(failed.filter((each) => each === name).length, times));
  }
  return labels;
}

function label(failed: number, times: number): string {
  if (times === 0) return 'not run again: out of time';
  const fewer = times < TIMES ? `, out of time after ${times}` : '';
  return failed === times ? `always${fewer}` : `${failed} of ${times}${fewer}`;
}
