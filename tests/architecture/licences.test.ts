import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** These licenses require only that their text is included. */
const free = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Locked {
  license?: string;
  link?: boolean;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const listed = [...readFileSync('docs/licences.md', 'utf8').matchAll(/`([\w@./*-]+)`(?=[^|]*\|[^|]*\|)/g)].map(
  ([, name = '']) => new RegExp(`^${name.replaceAll(/[.]/g, '\\.').replaceAll('*', '.*')}$`),
);
const isFree = (licence: string): boolean =>
  licence.split(/[()\s]+|AND|OR/).every((word) => word === '' || free.has(word));

it('every dependency is as free as ours, or docs/licences.md lists its terms', () => {
  const asking = Object.entries(packages)
    // Old packages without a license field are MIT.
    .filter(([path, { license, link }]) => path.includes('node_modules/') && !link && license && !isFree(license))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(asking).toContain('sentry');
  expect(asking.filter((name) => !listed.some((pattern) => pattern.test(name)))).toEqual([]);
});
