import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAssets } from './assets.ts';

const find = createAssets();
const textOf = (path: string): string => find(path)?.bytes.toString('utf8') ?? '';

test('the document allows its own import map and no other inline script', () => {
  const [map = ''] = /(?<=<script type="importmap">).*?(?=<\/script>)/.exec(textOf('/')) ?? [];
  const hash = createHash('sha256').update(map).digest('base64');
  expect(find('/')?.policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(find('/')?.policy).not.toContain('unsafe');
});

test('every address that the document and the style sheets name is served', () => {
  const document = textOf('/');
  const sheets = [...document.matchAll(/\/page\/styles\/\w+\.css/g)].map(([path]) => path);
  const named = [document, ...sheets.map(textOf)].flatMap((text) =>
    [...text.matchAll(/\/page\/[\w/.-]+/g)].map(([path]) => path),
  );
  expect(sheets.length).toBeGreaterThan(5);
  expect(named.filter((path) => find(path) === null)).toStrictEqual([]);
});

test('modules arrive without types, and everything that they import is served', () => {
  const seen = new Set<string>();
  const follow = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = textOf(path);
    if (source === '') throw new Error(`${path} is imported and not served.`);
    expect(source).not.toMatch(/\bimport type\b|\binterface \w+ \{/);
    for (const [, name = ''] of source.matchAll(/from '(\.[^']+)'/g))
      follow(new URL(name, `http://sim${path}`).pathname);
  };
  follow('/page/browser/main.ts');
  follow('/page/markdown/index.ts');
  expect(seen.size).toBeGreaterThan(30);
});

test.each([
  '/page/browser/../assets.ts',
  '/page/browser/%2e%2e/assets.ts',
  '/page/browser/html.test.ts',
  '/page/styles/../../world.ts',
  '/page/vendor/preact.mjs.map',
  '/page/vendor/constructor',
  '/page/fonts/../../package.json',
  '/package.json',
  '/page/other/main.ts',
])('%s is not served', (path) => {
  expect(find(path)).toBeNull();
});
