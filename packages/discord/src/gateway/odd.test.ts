import { expect, test } from 'vitest';
import { z } from 'zod';
import { OddEventError, readOf } from './odd.ts';

const Shape = z.object({
  id: z.string(),
  token: z.number(),
  roles: z.array(z.number()),
  user: z.object({ name: z.string() }),
});
const messageOf = (raw: unknown): string => {
  try {
    readOf(raw, () => Shape.parse(raw));
  } catch (error) {
    if (error instanceof OddEventError) return error.message;
  }
  return '';
};
const fine = { id: '1', token: 1, roles: [], user: { name: 'x' } };

test('an odd value is reported by its place and shape, never by its content', () => {
  expect(messageOf(fine)).toBe('');
  expect(messageOf({ ...fine, token: 'Bot-12.sécret' })).toBe('token: a text of 13 like "aaa-00.aaaaaa"');
  expect(messageOf({ ...fine, id: null, roles: [1, 'Owls'] })).toBe('id: null; roles.1: a text of 4 like "aaaa"');
  expect(messageOf({ ...fine, id: ['x'], user: { name: { first: 1, last: 2 } } })).toBe(
    'id: a list of 1; user.name: an object with first, last',
  );
  expect(messageOf({ ...fine, user: 7 })).toBe('user: 7');
  expect(messageOf(undefined)).toBe('all of it: undefined');
});

test('it stays short for any input', () => {
  const long = 'a'.repeat(100_000);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}${long}`, 1]));
  expect(
    messageOf({ id: many, token: long, roles: Array.from({ length: 500 }, () => long), user: many }).length,
  ).toBeLessThan(600);
  expect(messageOf({ ...fine, token: '\ud800😀'.repeat(50) })).toContain('a text of 150');
});

test('other errors stay unchanged', () => {
  expect(() =>
    readOf(null, () => {
      throw new RangeError('else');
    }),
  ).toThrow(RangeError);
});
