import { homes as words } from '../rules/features.ts';
import { featureOf } from '../rules/source.ts';
import type { House } from './house.ts';
import type { Measure } from './measure.ts';

const homeOf = (path: string): string | undefined => featureOf(path)?.replace('tools/', '');

const without = (house: House, has: (word: string, path: string) => boolean) =>
  words
    .filter((word) => house.files.some(({ path }) => path.startsWith('packages/features/') && homeOf(path) === word))
    .filter((word) => !house.files.some(({ path }) => has(word, path)))
    .map((word) => ({ at: word, count: 1 }));

export const homes: readonly Measure[] = [
  {
    name: 'homesWithoutScenario',
    says: 'homes without a scenario of their name',
    target: 0,
    placesIn: (house) => without(house, (word, path) => path === `tests/scenarios/${word}.test.ts`),
  },
  {
    name: 'homesWithoutWebFolder',
    says: 'homes without a web folder of their name',
    target: 0,
    placesIn: (house) => without(house, (word, path) => path.startsWith('apps/web/features/') && homeOf(path) === word),
  },
  {
    name: 'homesWithoutContract',
    says: 'homes without a contract folder of their name',
    target: 0,
    placesIn: (house) => without(house, (word, path) => path.startsWith(`packages/contract/src/${word}/`)),
  },
];
