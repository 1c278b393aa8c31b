import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every font file exists', () => {
  const text = readFileSync(new URL('fonts.ts', import.meta.url), 'utf8');
  const sources = [...text.matchAll(/\bsrc: '([^']+)'/g)].map(([, source = '']) => source);
  expect(sources.length).toBeGreaterThan(3);
  expect(sources.filter((source) => !existsSync(new URL(source, import.meta.url)))).toEqual([]);
});
