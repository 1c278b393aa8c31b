import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressTable, MAP, withAddresses } from '../../scripts/map/addresses.ts';

/** The pages for new contributors, with the base folder of their short paths. */
const guides = [
  [MAP, ''],
  ['README.md', ''],
  ['CONTRIBUTING.md', ''],
  ['docs/words.md', ''],
  ['apps/web/README.md', 'apps/web/'],
  ['packages/pipeline/README.md', 'packages/pipeline/'],
  ['docs/add-a-feature.md', ''],
  ['docs/add-a-platform.md', ''],
  ['docs/add-a-language.md', ''],
] as const;

/** Finds `apps/x/y.ts`, or `src/y.ts` in a package's own page. Paths with a placeholder or pattern are skipped. */
const pathsIn = (text: string, from: string): string[] =>
  [...text.matchAll(/`((?:apps|packages|tests|tools|scripts|docs|src)\/[^`\s<>{}*…]+\.[a-z]+)`/g)].map(
    ([, path = '']) => (path.startsWith('src/') ? from + path : path),
  );

describe('the map', () => {
  it('has the table of addresses that npm run map writes', () => {
    const map = readFileSync(MAP, 'utf8');
    expect(withAddresses(map), 'run npm run map').toBe(map);
  });

  it('names the folder, contract and scenario of each page', () => {
    expect(addressTable()).toContain(
      '| `/dashboard/server/[id]/birthday` | `birthday` | `birthday/` | `birthday.test.ts` |',
    );
  });

  it.each(guides)('%s names files that exist', (page, from) => {
    expect(pathsIn(readFileSync(page, 'utf8'), from).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('the way of a push names functions that their files have', () => {
    const text = readFileSync('packages/pipeline/README.md', 'utf8');
    const pairs = [...text.matchAll(/`([^`]+\.ts)` `(\w+)`/g)];
    const missing = pairs.filter(([, path = '', name = '']) => {
      const file = path.startsWith('src/') ? `packages/pipeline/${path}` : path;
      return !new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'));
    });
    expect(missing.map(([pair]) => pair)).toEqual([]);
    expect(pairs.length).toBeGreaterThan(10);
  });
});
