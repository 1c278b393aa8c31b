import { platforms } from '@tally/contract/platforms/words';
import { unusedDependencies } from '../rules/dependencies.ts';
import { type Measure, sumOf } from './measure.ts';

/** The lines under `## Unreleased`, without empty ones. */
export function unreleasedOf(changelog: string): string[] {
  const [, after = ''] = changelog.split(/^## Unreleased$/m);
  const [block = ''] = after.split(/^## /m);
  return block.split('\n').filter((line) => line.trim() !== '');
}

export const paper: readonly Measure[] = [
  {
    name: 'unusedDependencies',
    says: 'dependencies that nothing imports',
    target: 0,
    placesIn: ({ files }) => unusedDependencies(files).map(({ path, name }) => ({ at: `${path}: ${name}`, count: 1 })),
  },
  {
    name: 'sourceLines',
    says: 'source lines, without tests, styles and SQL',
    target: 199_000,
    step: 1000,
    // A further platform may bring as many lines as Rumble, the smallest of the first five, without a new number.
    total: (places) => sumOf(places) - 2400 * (platforms.length - 5),
    placesIn: ({ code }) => code.map(({ path, text }) => ({ at: path, count: text.split('\n').length - 1 })),
  },
  {
    name: 'decisions',
    says: 'decisions',
    target: 120,
    step: 10,
    placesIn: ({ files }) =>
      files.filter(({ path }) => /^docs\/decisions\/\d/.test(path)).map(({ path }) => ({ at: path, count: 1 })),
  },
  {
    name: 'unreleasedLines',
    says: 'lines under Unreleased in the changelog',
    target: 60,
    step: 50,
    placesIn: ({ files }) =>
      files
        .filter(({ path }) => path === 'CHANGELOG.md')
        .map(({ path, text }) => ({ at: path, count: unreleasedOf(text).length })),
  },
];
