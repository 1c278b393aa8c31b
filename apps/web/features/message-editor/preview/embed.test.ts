import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Embed, neighboursOf } from './embed.tsx';

test.each([
  [0x00000f, '#00000f'],
  [0xffffff, '#ffffff'],
  [0, '#000000'],
])('the stripe of %d is %s', (color, shown) => {
  expect(renderToStaticMarkup(createElement(Embed, { embed: { color } }))).toContain(`--stripe:${shown}`);
});

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
