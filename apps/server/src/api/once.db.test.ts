import { AppError } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { as, bareDoors, sampleApi, sampleConfig, serverId } from './sample.ts';

let database: TestDatabase;
let app: FastifyInstance;
let runs = 0;
let answer: () => Promise<void> = async () => {};

beforeAll(async () => {
  database = await testDb();
  app = await sampleApi({
    options: { doors: { ...bareDoors({ config: sampleConfig() }), db: database.db } },
    handlers: {
      write: async (_ctx, { body }) => {
        runs += 1;
        await answer();
        return body;
      },
    },
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  runs = 0;
  answer = async () => {};
});

const post = async (about: { key?: string; name?: string; who?: 'ada' | 'sam' }) => {
  const { key = 'k1', name = 'Bob', who = 'ada' } = about;
  const headers = as(who, { 'idempotency-key': key });
  return await app.inject({ method: 'POST', url: `/echo/${serverId}`, headers, payload: { name } });
};

test('the same call with the same key is carried out once and answered twice', async () => {
  const first = await post({});
  const second = await post({});
  expect(second.json()).toEqual(first.json());
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(runs).toBe(1);
});

test('another body under the same key is refused, another person may use the same key', async () => {
  await post({});
  expect((await post({ name: 'Eve' })).json()).toMatchObject({ status: 409, code: 'idempotencyKeyReused' });
  expect((await post({ who: 'sam', name: 'Eve' })).statusCode).toBe(200);
  expect(runs).toBe(2);
});

test('twenty at once: one is carried out, the others are told to wait or get its answer', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => post({})));
  expect(runs).toBe(1);
  expect(all.filter((each) => each.statusCode === 200).length).toBeGreaterThan(0);
  for (const each of all) expect([200, 409]).toContain(each.statusCode);
});

test('a call that failed may be tried again with its key', async () => {
  answer = async () => {
    throw new AppError('conflict');
  };
  expect((await post({})).statusCode).toBe(409);
  answer = async () => {};
  expect((await post({})).json()).toEqual({ status: 200, data: { name: 'Bob' } });
  expect(runs).toBe(2);
});

test('a key that makes no sense is named', async () => {
  expect((await post({ key: 'two words' })).json()).toMatchObject({
    status: 400,
    error: ['Idempotency-Key: does not have the right form'],
  });
  expect((await post({ key: 'x'.repeat(300) })).json()).toMatchObject({ status: 400 });
});
