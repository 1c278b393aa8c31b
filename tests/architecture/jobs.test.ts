import { features } from '@tally/features/registry';
import { listJobs } from '@tally/server/boot/jobs';
import { expect, it } from 'vitest';
import { jobViolations } from './rules/jobs.ts';
import { readSources } from './rules/source.ts';

const own = readSources(/^(apps|packages)\/.*\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'));
const handled = listJobs(features).map(({ name }) => name);

it('every job has one name and one handler that the house knows', () => {
  expect(handled.length).toBeGreaterThan(50);
  expect(jobViolations(own, handled)).toEqual([]);
});

it.each([
  ['a job that nobody does', `declareJob({ name: 'x/rest' });`, ['x/work']],
  ['a job of two handlers', '', ['x/work', 'x/work']],
  ['a name that was given twice', `defineJob({\n  name: 'x/work' });`, ['x/work']],
  ['a handler of something that was never declared', '', ['x/work', 'x/play']],
  ['a name that cannot be read here', 'declareJob({ data, name });', ['x/work']],
])('a planted one is found: %s', (_, text, names) => {
  const files = [
    { path: 'packages/x/src/jobs.ts', text: `declareJob({ name: 'x/work', data });` },
    { path: 'packages/x/src/more.ts', text },
  ];
  expect(jobViolations([files[0] as (typeof files)[0]], ['x/work'])).toEqual([]);
  expect(jobViolations(files, names)).toHaveLength(1);
});
