import { type AnyEndpoint, listContract, user } from '@tally/contract';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { endClaims, keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, type Route, systemRandom } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { as, bareDoors, sampleApi, sampleConfig, serverId } from '../sample.ts';

let database: TestDatabase;
let app: FastifyInstance;
let runs = 0;
let answer: (ctx: Ctx) => Promise<void> = async () => {};
const secrets = createSecrets({
  keys: parseKeys('test', `t:${Buffer.alloc(32, 7).toString('base64')}`),
  random: systemRandom,
});
const doors = () => ({ ...bareDoors({ config: sampleConfig() }), db: database.db, secrets });

beforeAll(async () => {
  database = await testDb();
  app = await sampleApi({
    options: { doors: doors() },
    handlers: {
      write: async (ctx, { body }) => {
        runs += 1;
        await answer(ctx);
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

test('runs once for the same key and answers twice', async () => {
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

test('runs once for twenty concurrent calls, and all get the answer', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => post({})));
  expect(runs).toBe(1);
  expect(all.map((each) => each.json())).toEqual(all.map(() => ({ status: 200, data: { name: 'Bob' } })));
});

test('a waiting repeat runs when the first one fails', async () => {
  answer = async () => {
    answer = async () => {};
    throw new AppError('conflict');
  };
  const both = await Promise.all([post({}), post({})]);
  expect(both.map((each) => each.statusCode).sort((one, other) => one - other)).toEqual([200, 409]);
  expect(runs).toBe(2);
});

test('a process that dies right after the commit leaves the answer behind', async () => {
  answer = async (ctx) => {
    await ctx.db.transaction(async (tx) => await keepReply(ctx, tx, { name: 'Bob' }));
    throw new Error('the process died here');
  };
  expect((await post({})).statusCode).toBe(500);
  await endClaims(doors());
  expect((await post({})).json()).toEqual({ status: 200, data: { name: 'Bob' } });
  expect(runs).toBe(1);
});

test('a refusal after the commit keeps nothing, so the next try is carried out', async () => {
  answer = async (ctx) => {
    answer = async () => {};
    await ctx.db.transaction(async (tx) => await keepReply(ctx, tx, { name: 'on its way' }));
    throw new AppError('conflict');
  };
  expect((await post({})).statusCode).toBe(409);
  expect((await post({})).json()).toEqual({ status: 200, data: { name: 'Bob' } });
  expect(runs).toBe(2);
});

test('work whose key was taken over is not committed', async () => {
  const late = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  answer = async (ctx) => {
    answer = async () => {};
    begun.resolve();
    await late.promise;
    await ctx.db.transaction(async (tx) => await keepReply(ctx, tx, { name: 'late' }));
  };
  const slow = post({});
  await begun.promise;
  await endClaims(doors());
  expect((await post({})).statusCode).toBe(200);
  late.resolve();
  expect((await slow).json()).toMatchObject({ status: 409, code: 'callStillRunning' });
  expect((await post({})).json()).toMatchObject({ data: { name: 'Bob' } });
});

test('a stored answer cannot be read in the database', async () => {
  await post({});
  const { rows } = await database.session(async (session) => await session.query('select body from idempotency_keys'));
  expect(rows).toEqual([{ body: expect.not.stringContaining('Bob') }]);
});

test('a failed call may be retried with its key', async () => {
  answer = async () => {
    throw new AppError('conflict');
  };
  expect((await post({})).statusCode).toBe(409);
  answer = async () => {};
  expect((await post({})).json()).toEqual({ status: 200, data: { name: 'Bob' } });
  expect(runs).toBe(2);
});

test('names a malformed key', async () => {
  expect((await post({ key: 'two words' })).json()).toMatchObject({
    status: 400,
    error: ['Idempotency-Key: has the wrong format'],
  });
  expect((await post({ key: 'x'.repeat(300) })).json()).toMatchObject({ status: 400 });
});

const declared = listContract().filter(({ endpoint }) => endpoint.once);

describe('each call of the contract that is declared once', () => {
  let all: FastifyInstance;
  const effects = new Map<string, number>();
  /** Reduces an endpoint to its method, path and upload, because access and body do not matter here. */
  const bare = ({ endpoint }: { endpoint: AnyEndpoint }): AnyEndpoint => ({
    method: endpoint.method,
    path: endpoint.path,
    once: endpoint.once,
    ...(endpoint.upload ? { upload: endpoint.upload } : {}),
    summary: '',
    access: user,
    params: z.record(z.string(), z.string()),
    query: z.object({}),
    body: z.object({}),
    reply: z.string(),
    answers: endpoint.answers,
    maxBodyBytes: endpoint.maxBodyBytes,
  });
  beforeAll(async () => {
    const calls = Object.fromEntries(declared.map((each) => [each.key, bare(each)]));
    const routes = Object.entries(calls).map(([key, endpoint]) => ({
      endpoint,
      handler: async () => {
        const effect = (effects.get(key) ?? 0) + 1;
        effects.set(key, effect);
        return `effect ${effect}`;
      },
    })) as unknown as readonly Route[];
    all = await sampleApi({ feature: { routes }, options: { doors: doors(), endpoints: { all: calls } } });
  });
  afterAll(() => all.close());

  test.each(declared)(
    '$key has one effect: pressed twice, and again after a lost answer',
    async ({ key, endpoint }) => {
      const url = endpoint.path.replaceAll(/\{\w+\}/g, 'x1');
      const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--b--\r\n';
      const sent = endpoint.upload
        ? { headers: { 'content-type': 'multipart/form-data; boundary=b' }, payload: form }
        : { headers: { 'content-type': 'application/json' }, payload: '{}' };
      const press = async () =>
        await all.inject({
          method: endpoint.method,
          url,
          payload: sent.payload,
          headers: as('ada', { ...sent.headers, 'idempotency-key': key }),
        });
      const twice = await Promise.all([press(), press()]);
      const again = await press();
      expect([...twice, again].map((each) => each.json())).toEqual(
        [...twice, again].map(() => ({ status: 200, data: 'effect 1' })),
      );
      expect(effects.get(key)).toBe(1);
    },
  );
});
