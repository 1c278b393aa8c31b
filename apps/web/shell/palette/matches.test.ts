import { expect, test } from 'vitest';
import { bestMatches } from './matches.ts';

const named = (...names: string[]) => names.map((streamerUserName) => ({ streamerUserName, displayName: null }));
const found = (typed: string, ...names: string[]) =>
  bestMatches(named(...names), typed).map((each) => each.streamerUserName);

test('names that begin with the words come first, the shorter before the longer', () => {
  expect(found('ada', 'nevada', 'Ada_Live', 'ADA', 'grace')).toEqual(['ADA', 'Ada_Live', 'nevada']);
});

test('an empty search finds no one, an @ is ignored, and the list stays short', () => {
  expect(found('  ', 'ada')).toEqual([]);
  expect(found('@ada', 'ada')).toEqual(['ada']);
  expect(found('a', ...Array.from({ length: 2500 }, (_, number) => `a${number}`))).toHaveLength(8);
});

test('a person is found by either name', () => {
  const all = [
    { streamerUserName: 'gm_42', displayName: 'Grace' },
    { streamerUserName: 'gracious', displayName: 'Ada' },
  ];
  expect(bestMatches(all, 'grac').map((each) => each.displayName)).toEqual(['Grace', 'Ada']);
  expect(bestMatches(all, 'gm_').map((each) => each.displayName)).toEqual(['Grace']);
});
