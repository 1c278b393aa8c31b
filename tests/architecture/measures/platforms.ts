import { platforms as words } from '@tally/contract/platforms/words';
import { type Measure, occurrences } from './measure.ts';

const own = /^packages\/platforms\/src\/rumble\/|^apps\/sim\/|^packages\/contract\/src\/texts\//;
const names = words.join('|');
const comparison = new RegExp(`[!=]==\\s*'(?:${names})'|'(?:${names})'\\s*[!=]==`, 'g');

export const platforms: readonly Measure[] = [
  {
    name: 'filesNamingAPlatform',
    says: 'files that name `rumble` outside its adapter, the simulator and texts',
    target: 12,
    placesIn: ({ code }) =>
      code
        .filter(({ path, text }) => !own.test(path) && /rumble/i.test(text))
        .map(({ path }) => ({ at: path, count: 1 })),
  },
  {
    name: 'platformComparisons',
    says: "`=== '<platform>'` in features and web",
    target: 10,
    placesIn: ({ product }) =>
      occurrences(
        product.filter(({ path }) => /^(packages\/features|apps\/web)\//.test(path)),
        comparison,
      ),
  },
  {
    name: 'registryUses',
    says: '`platforms.find` and `platforms.definitions` in features',
    target: 15,
    placesIn: ({ product }) =>
      occurrences(
        product.filter(({ path }) => path.startsWith('packages/features/')),
        /\bplatforms\s*\??\.\s*(?:find|definitions)\b/g,
      ),
  },
];
