import type { Examined } from './examine.ts';

/** Short when everything is fine: one line for passed checks, two for each fault. */
export function describeExamined({ problems, checks, notSetUp }: Examined): string {
  const well = checks.filter(({ faults }) => faults.length === 0).map(({ title }) => title);
  const faults = checks.flatMap((each) => each.faults);
  const count = problems.length + faults.length;
  return [
    ...(well.length > 0 ? [`✓ ${well.join(', ')}`] : []),
    ...(notSetUp.length > 0 ? [`– not set up: ${notSetUp.join(', ')}`] : []),
    ...problems.map((problem) => `✗ ${problem}`),
    ...faults.flatMap(({ cause, remedy }) => [`✗ ${cause}`, `  ${remedy}`]),
    count === 0 ? 'Nothing is wrong.' : count === 1 ? '1 fault.' : `${count} faults.`,
  ].join('\n');
}
