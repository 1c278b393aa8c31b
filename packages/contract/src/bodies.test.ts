import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Schema } from './endpoint.ts';
import { listContract } from './registry.ts';
import { arbitraryOf } from './testing/arbitrary.ts';
import { fieldsOf } from './testing/walk.ts';

const bodies = listContract().flatMap(({ key, endpoint }) =>
  Object.entries<Schema>(endpoint.bodyBy?.choices ?? { '': endpoint.body })
    .filter(([, body]) => Object.keys(fieldsOf(body)).length > 0)
    .map(([word, body]) => ({ name: word ? `${key} (${word})` : key, body })),
);

/** One good body, as it stands on the wire. */
const sampleOf = (body: Schema) => z.encode(body, fc.sample(arbitraryOf(body), { numRuns: 1, seed: 7 })[0]) as object;

test.each(bodies)('$name: a bad field is refused by its name', ({ body }) => {
  const good = sampleOf(body);
  expect(z.safeDecode(body, good).success).toBe(true);
  for (const field of Object.keys(fieldsOf(body))) {
    // Neither is right for any field: there is no list of lists of text.
    for (const bad of [{ [field]: Number.NaN }, { [field]: [['x']] }]) {
      const result = z.safeDecode(body, { ...good, ...bad });
      expect(result.error?.issues.map((issue) => issue.path[0]) ?? `${field} took a bad value`).toEqual([field]);
    }
  }
});

/** The same with other words wherever there are words. */
function reworded(value: unknown, words: string): unknown {
  if (typeof value === 'string') return words;
  if (Array.isArray(value)) return value.map((each) => reworded(each, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reworded(each, words)]));
}

test.each(bodies)('$name: takes no text that Postgres could not store', ({ body }) => {
  const samples = fc.sample(arbitraryOf(body), { numRuns: 30, seed: 7 }).map((each) => z.encode(body, each));
  for (const words of ['\ud800', 'a\udc00b', 'https://example.org/\ud800', 'a\0b']) {
    for (const sample of samples) {
      // One field at a time: another's refusal shall not stand in for its own.
      for (const [field, value] of Object.entries(sample as object)) {
        const read = z.safeDecode(body, { ...(sample as object), [field]: reworded(value, words) });
        const taken = read.success ? JSON.stringify(z.encode(body, read.data)) : '';
        expect(taken).not.toMatch(/\\u(?:d[89a-f]|0000)/);
      }
    }
  }
});

const privileged = { isDev: true, premium: { tier: 'd63cdc01' }, blacklisted: false, dbId: '1', votes: 99 };

test.each(bodies)('$name: keys that are not its own are dropped', ({ body }) => {
  const sent = JSON.parse(
    `{"__proto__": {"isDev": true}, "constructor": 1, ${JSON.stringify({ ...privileged, ...sampleOf(body) }).slice(1)}`,
  );
  const read = z.decode(body, sent) as object;
  const own = new Set(Object.keys(fieldsOf(body)));
  expect(Object.keys(read).filter((key) => !own.has(key))).toEqual([]);
  expect(Reflect.get(read, 'isDev')).toBeUndefined();
});

test('an absent key stays absent: nothing fills in a default behind the back of a PATCH', () => {
  const filled = bodies.flatMap(({ name, body }) => {
    const read = z.safeDecode(body, {});
    return read.success ? Object.keys(read.data as object).map((key) => `${name}: ${key}`) : [];
  });
  expect(filled).toEqual([]);
});
