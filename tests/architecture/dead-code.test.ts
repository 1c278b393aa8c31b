import { languages } from '@tally/contract';
import { withPlatforms } from '@tally/contract/platforms/sentences';
import { expect, it } from 'vitest';
import { deadExportViolations, deadTextViolations } from './rules/dead.ts';
import { readSources } from './rules/source.ts';

const code = readSources(/\.(ts|tsx|mjs)$/);

type Nested = { readonly [key: string]: string | Nested };
const keysOf = (texts: Nested, above: string): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${above}.${key}`] : keysOf(value, `${above}.${key}`),
  );

it('every export is used', () => expect(deadExportViolations(code)).toEqual([]));

it('every sentence of the pages can be shown', () => {
  const pages = code.filter(({ path }) => /^(apps\/web|packages\/(contract|message))\//.test(path));
  const keys = readSources(/^apps\/web\/messages\/en-US\/[\w-]+\.json$/)
    // The specification defines the messages for failed calls.
    .filter(({ path }) => !path.endsWith('/failures.json'))
    .flatMap(({ path, text }) => {
      const texts: Nested = withPlatforms(JSON.parse(text) as Nested, 'en-US');
      return keysOf(texts, /([\w-]+)\.json$/.exec(path)?.[1] ?? '');
    });
  expect(keys.length).toBeGreaterThan(500);
  expect(deadTextViolations(keys, pages)).toEqual([]);
});

it('every sentence of server and bot is used', () => {
  const server = code.filter(({ path }) => /^(apps\/server|packages)\//.test(path) && !path.includes('/texts/'));
  const keys = Object.entries(languages[0].texts as unknown as Nested).flatMap(([home, texts]) =>
    keysOf(texts as Nested, home),
  );
  expect(keys.length).toBeGreaterThan(500);
  expect(deadTextViolations(keys, server)).toEqual([]);
});

it('a planted one is found', () => {
  const plant = (text: string) => [{ path: 'packages/x/src/y.ts', text }];
  expect(deadExportViolations(plant('export const forgotten = 1;'))).toHaveLength(1);
  const keys = ['x.forgotten', 'x.said', 'x.kind.blue'];
  expect(deadTextViolations(keys, plant("t('said'); t(`kind.${colour}`)"))).toEqual(['x.forgotten']);
});
