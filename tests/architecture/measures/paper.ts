import { unusedDependencies } from '../rules/dependencies.ts';
import { type Measure, type Place, sumOf } from './measure.ts';

/** Returns the nonempty lines under `## Unreleased`. */
export function unreleasedOf(changelog: string): string[] {
  const [, after = ''] = changelog.split(/^## Unreleased$/m);
  const [block = ''] = after.split(/^## /m);
  return block.split('\n').filter((line) => line.trim() !== '');
}

/** Each platform after the first five may add as many lines as Rumble, the smallest one, without raising the limit. */
const FIRST = 5;
const LINES_OF_ONE = 2400;
const isPlatform = ({ at }: Place): boolean => /^packages\/platforms\/src\/[\w-]+\/index\.ts$/.test(at);

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
    total: (places) => sumOf(places) - LINES_OF_ONE * Math.max(0, places.filter(isPlatform).length - FIRST),
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
