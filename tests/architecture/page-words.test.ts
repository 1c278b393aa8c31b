import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Texts that every page loads. */
const everywhere = ['shell', 'ui', 'failures', 'crash'];

const sources = new Map(
  globSync('apps/web/{app,features,lib,shell,ui}/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

const importsOf = (path: string): string[] =>
  [...(sources.get(path) ?? '').matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)]
    .map(([, still, late]) => join(dirname(path), still ?? late ?? ''))
    .filter((each) => sources.has(each));

const wordsOf = (path: string): string[] =>
  [...(sources.get(path) ?? '').matchAll(/useTranslations\('([\w-]+)/g)].map(([, home]) => home as string);

/** Returns everything that a page imports at any depth. */
function reachedFrom(path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const each of reached) for (const next of importsOf(each)) reached.add(next);
  return reached;
}

const broughtBy = (path: string): string[] =>
  [...(sources.get(path) ?? '').matchAll(/<\w+[^>]*?homes=\{\[([^\]]*)\]/gs)].flatMap(([, listed]) =>
    [...(listed ?? '').matchAll(/'([\w-]+)'/g)].map(([, home]) => home as string),
  );

test('a page brings the words of everything that it draws; a missing home shows keys instead of words', () => {
  const pages = [...sources.keys()].filter((path) => path.startsWith('apps/web/app/') && path.endsWith('/page.tsx'));
  expect(pages.length).toBeGreaterThan(20);
  const missing = pages.flatMap((page) => {
    const reached = [...reachedFrom(page)];
    const brought = new Set([...everywhere, ...reached.flatMap(broughtBy)]);
    const needed = new Set(reached.flatMap(wordsOf));
    return [...needed].filter((home) => !brought.has(home)).map((home) => `${page}: ${home}`);
  });
  expect(missing).toEqual([]);
});
