import { expect, test } from 'vitest';
import { markedPieces } from './marks.ts';

const shown = (text: string, query: string) =>
  markedPieces(text, query)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

test('a word is marked in place, in its own case', () => {
  expect(shown('Big GIVEAWAY tonight', 'giveaway')).toBe('Big [GIVEAWAY] tonight');
  expect(shown('Giveaway', 'giveaway')).toBe('[Giveaway]');
});

test('a whole word is preferred to the part of a longer one', () => {
  expect(shown('artful art', 'art')).toBe('artful [art]');
  expect(shown('artful', '*art*')).toBe('[art]ful');
});

test('a pattern, and a match in other letters, marks the whole text', () => {
  expect(shown('round 12', String.raw`/round \d+/`)).toBe('[round 12]');
  expect(shown('STRASSE', 'straße')).toBe('[STRASSE]');
  expect(shown('İstanbul drops', 'drops')).toBe('[İstanbul drops]');
});
