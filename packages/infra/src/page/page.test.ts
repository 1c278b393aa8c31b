import { expect, test } from 'vitest';
import { cursorOf, cursorOfOne, pieces } from './index.ts';

const cursor = cursorOf({ at: pieces.moment, id: pieces.text });
const place = { at: new Date('2026-11-28T12:00:00Z'), id: 'a_b' };

test('a position is read back from its text, and no text is the first page', () => {
  expect(cursor.read(cursor.write(place))).toEqual(place);
  expect(cursor.read(undefined)).toBeUndefined();
});

test.each(['', '_', 'x_a', '-1_a', '1', '1_', '8640000000000001_a', '253402300800000_a', '1e3_a'])(
  'the text %j is refused as a bad cursor',
  (text) => expect(() => cursor.read(text)).toThrow(expect.objectContaining({ code: 'badCursor' })),
);

test.each([
  [pieces.rowId, '9223372036854775808'],
  [pieces.uuid, 'x'],
  [pieces.day, '2026-02-30'],
  [pieces.day, '2026-13-01'],
  [pieces.discordId, '1'],
  [pieces.word(['a', 'b']), 'c'],
])('a piece refuses invalid text', (piece, text) =>
  expect(() => cursorOfOne<unknown>(piece as never).read(text)).toThrow(expect.objectContaining({ code: 'badCursor' })),
);
