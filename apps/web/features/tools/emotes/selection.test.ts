import { expect, it } from 'vitest';
import { afterClick } from './selection.ts';

const keys = ['a', 'b', 'c', 'd'];
const click = (chosen: string[], key: string, last: string | null = null, isRange = false) => [
  ...afterClick(new Set(chosen), { keys, key, last, isRange }),
];

it('a click chooses, a second one clears the choice', () => {
  expect(click([], 'b')).toEqual(['b']);
  expect(click(['b', 'c'], 'b')).toEqual(['c']);
});

it('with Shift everything between the two is chosen, in either direction', () => {
  expect(click(['b'], 'd', 'b', true)).toEqual(['b', 'c', 'd']);
  expect(click(['d'], 'b', 'd', true).sort()).toEqual(['b', 'c', 'd']);
});

it('without a first one, or where it is not shown any more, Shift is a plain click', () => {
  expect(click([], 'c', null, true)).toEqual(['c']);
  expect(click([], 'c', 'gone', true)).toEqual(['c']);
});
