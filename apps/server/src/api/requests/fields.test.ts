import { endpoint, isoDate, user } from '@tally/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sample } from '../sample.ts';
import { readParts } from './fields.ts';

const read = (body: unknown, locale: 'en-US' | 'ar-SA' = 'en-US') =>
  readParts(sample.echo.write, { params: { serverId: 'x' }, query: { force: 'maybe' }, body }, locale).problems;

test('names every bad field at any depth', () => {
  expect(read({ name: 'a', at: 'soon', rows: [{ id: '123456' }, { id: 7 }, {}] })).toEqual([
    'serverId: must be a Discord ID',
    'force: must be one of: 0, 1, true, false',
    'name: must have at least 2 characters',
    'at: must be a date and time such as 2026-01-31T18:00:00Z',
    'rows[1].id: must be text',
    'rows[2].id: is missing',
  ]);
});

test('names the fields of a missing body', () => {
  expect(read(undefined)).toContain('name: is missing');
  expect(read([])).toContain('body: must be an object');
  expect(read('text')).toContain('body: must be an object');
});

test('answers in the caller’s language, even with sentences from the schema', () => {
  const problems = read({ name: 'far too long a name' }, 'ar-SA');
  expect(problems[0]).toBe('serverId: يجب أن يكون معرّف ديسكورد');
  expect(problems[2]).toBe('name: يجب ألا يزيد على 10 أحرف');
});

test('explains the branch of a union that the caller meant', () => {
  const call = endpoint({
    method: 'POST',
    path: '/u',
    summary: 'A union',
    access: user,
    body: z.union([
      z.object({ kind: z.literal('a'), size: z.number() }),
      z.object({ kind: z.literal('b'), list: z.array(z.object({ deep: z.string() })) }),
    ]),
  });
  const problems = (body: unknown) => readParts(call, { params: {}, query: {}, body }, 'en-US').problems;
  expect(problems({ kind: 'b', list: [{ deep: 1 }] })).toEqual(['list[0].deep: must be text']);
  expect(problems(5)).toEqual(['body: is not valid']);
});

test('a hostile body gives a short list of short sentences', () => {
  const call = endpoint({
    method: 'POST',
    path: '/s',
    summary: 'Strict',
    access: user,
    body: z.strictObject({ rows: z.array(z.string()).optional() }),
  });
  const strange = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${'k'.repeat(500)}${n}`, 1]));
  const { problems } = readParts(call, { params: {}, query: {}, body: strange }, 'en-US');
  expect(problems.length).toBeLessThanOrEqual(50);
  expect(Math.max(...problems.map((each) => each.length))).toBeLessThan(200);
});

test('describes limits in the terms of the field', () => {
  const body = z.object({
    count: z.int().optional(),
    few: z.int().max(5).optional(),
    when: isoDate.pipe(z.date().min(new Date(0))).optional(),
  });
  const call = endpoint({ method: 'POST', path: '/l', summary: 'Limits', access: user, body });
  const problems = (sent: unknown) => readParts(call, { params: {}, query: {}, body: sent }, 'en-US').problems;
  // This number exceeds JavaScript's exact integers and was once mistaken for a date.
  expect(problems({ count: 2 ** 53 })).toEqual(['count: must be 9007199254740991 or less']);
  expect(problems({ few: 6 })).toEqual(['few: must be 5 or less']);
  expect(problems({ when: '1969-01-01T00:00:00Z' })).toEqual(['when: must be 1970-01-01T00:00:00.000Z or more']);
});
