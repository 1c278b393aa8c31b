import { expect, it } from 'vitest';
import { readHouse } from './measures/house.ts';
import { unusedDependencies } from './rules/dependencies.ts';
import type { SourceFile } from './rules/source.ts';

const named = (files: readonly SourceFile[]) =>
  unusedDependencies(files).map(({ path, name }) => `${path}: nothing uses ${name}; remove it, or give a reason`);

it('every dependency is used, or has a reason', () => {
  expect(named(readHouse().files)).toEqual([]);
});

it.each([
  ['an import', `import { z } from 'zod';`, 'zod', true],
  ['a room of a package', `import { z } from '@x/y/room';`, '@x/y', true],
  ['its folder', `const path = 'node_modules/zod/index.d.ts';`, 'zod', true],
  ['its types', `import { z } from 'zod';`, '@types/zod', true],
  ['a name put together', `resolve(\`@x/\${name}/a.json\`); const names = ['y'];`, '@x/y', true],
  ['a package of the same beginning', `import { z } from 'zod-more';`, 'zod', false],
  ['a word in a text', 'const text = "we tried zod once";', 'zod', false],
])('%s', (_, text, name, isUsed) => {
  const files = [
    { path: 'apps/web/package.json', text: JSON.stringify({ dependencies: { [name]: '1.0.0' } }) },
    { path: 'apps/web/lib/x.ts', text },
  ];
  expect(named(files).map((sentence) => sentence.split(';')[0])).toEqual(
    isUsed ? [] : [`apps/web/package.json: nothing uses ${name}`],
  );
});

it('packages that only tests use are development dependencies', () => {
  const test = { path: 'tests/browser/x.test.ts', text: `import 'zod';` };
  const declares = (kind: string) => ({
    path: 'apps/web/package.json',
    text: JSON.stringify({ [kind]: { zod: '1' } }),
  });
  expect(named([declares('devDependencies'), test])).toEqual([]);
  expect(named([declares('dependencies'), test])).toHaveLength(1);
});

it('the server needs no optional package: npm on Node.js 20 silently skips those for a newer version', () => {
  const listed = readHouse()
    .files.filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ text }) =>
      Object.keys((JSON.parse(text) as { optionalDependencies?: object }).optionalDependencies ?? {}),
    );
  expect(listed.filter((name) => !/^node-(linux|win)-/.test(name))).toEqual([]);
});

it('packages name each other without a version: after a release, npm would look for an old one in the registry', () => {
  const versions = readHouse()
    .files.filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/"@tally\/[a-z]+": "(.*)"/g)].map(([, version]) => version));
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => version !== '*')).toEqual([]);
});
