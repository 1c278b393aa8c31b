import { expect, test } from 'vitest';
import { neighboursOf } from './embed.tsx';

const fields = (text: string) => Array.from(text, (each) => ({ inline: each === 'i' }));

test.each([
  ['iii', [3, 3, 3]],
  ['iiii', [3, 3, 3, 1]],
  ['ibii', [1, 1, 2, 2]],
  ['b', [1]],
  ['iiiii', [3, 3, 3, 2, 2]],
] as const)('%s share their lines as Discord lets them', (text, widths) => {
  expect(fields(text).map((_, place) => neighboursOf(fields(text), place))).toEqual(widths);
});
