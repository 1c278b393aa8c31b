import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listContract } from '../registry.ts';
import { arbitraryOf } from '../testing/arbitrary.ts';
import { fieldsOf } from '../testing/walk.ts';
import type { Schema } from './endpoint.ts';

const bodies = listContract().flatMap(({ key, endpoint }) =>
  Object.entries<Schema>(endpoint.bodyBy?.choices ?? { '': endpoint.body })
    .filter(([, body]) => Object.keys(fieldsOf(body)).length > 0)
    .map(([word, body]) => ({ name: word ? `${key} (${word})` : key, body })),
);

/** Generates one valid body in wire format. */
const sampleOf = (body: Schema) => z.encode(body, fc.sample(arbitraryOf(body), { numRuns: 1, seed: 7 })[0]) as object;

test.each(bodies)('$name: a bad field is refused by its name', ({ body }) => {
  const good = sampleOf(body);
  expect(z.safeDecode(body, good).success).toBe(true);
  for (const field of Object.keys(fieldsOf(body))) {
    // Both values are invalid for any field, because no field is a list of lists of text.
    for (const bad of [{ [field]: Number.NaN }, { [field]: [['x']] }]) {
      const result = z.safeDecode(body, { ...good, ...bad });
      expect(result.error?.issues.map((issue) => issue.path[0]) ?? `${field} took a bad value`).toEqual([field]);
    }
  }
});

/** Returns the same body with other text in every text field. */
function reworded(value: unknown, words: string): unknown {
  if (typeof value === 'string') return words;
  if (Array.isArray(value)) return value.map((each) => reworded(each, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reworded(each, words)]));
}

test.each(bodies)('$name: refuses text that Postgres could not store', ({ body }) => {
  const samples = fc.sample(arbitraryOf(body), { numRuns: 30, seed: 7 }).map((each) => z.encode(body, each));
  for (const words of ['\ud800', 'a\udc00b', 'https://example.org/\ud800', 'a\0b']) {
    for (const sample of samples) {
      // Tests one field at a time, so the refusal cannot come from another field.
      for (const [field, value] of Object.entries(sample as object)) {
        const read = z.safeDecode(body, { ...(sample as object), [field]: reworded(value, words) });
        const taken = read.success ? JSON.stringify(z.encode(body, read.data)) : '';
        expect(taken).not.toMatch(/\\u(?:d[89a-f]|0000)/);
      }
    }
  }
});

const privileged = { isDev: true, premium: { tier: 'd63cdc01' }, blacklisted: false, dbId: '1', votes: 99 };

test.each(bodies)('$name: drops unknown keys', ({ body }) => {
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
