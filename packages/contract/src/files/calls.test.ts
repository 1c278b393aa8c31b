import { expect, test } from 'vitest';
import { UploadKey } from './calls.ts';

const isTaken = (key: string) => UploadKey.safeParse(key).success;

test.each(['a.png', 'blog/summer.png', 'blog/2026/summer_update-2.webp', 'plan.pdf'])('%s', (key) => {
  expect(isTaken(key)).toBe(true);
});

test.each([
  '../x.png',
  'a/../x.png',
  '/x.png',
  'a//x.png',
  'x.png.exe',
  'x.php.png',
  'x.svg',
  'x',
  '.png',
  'X.png',
  'con.png',
  'aux/x.png',
  'a/b/c/d/e/x.png',
  'ä.png',
  'a b.png',
  'a%2fx.png',
  `${'a'.repeat(130)}.png`,
])('%s is refused', (key) => {
  expect(isTaken(key)).toBe(false);
});
