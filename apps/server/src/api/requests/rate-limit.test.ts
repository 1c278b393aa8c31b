import { AppError } from '@tally/kernel';
import { describe, expect, test } from 'vitest';
import { as, sampleApi } from '../sample.ts';
import { createRateLimiter } from './rate-limit.ts';

const movable = () => {
  let at = Date.UTC(2026, 0, 1);
  return { clock: { now: () => new Date(at) }, move: (ms: number) => (at += ms) };
};

test('allows this many calls per minute, then refills evenly', () => {
  const { clock, move } = movable();
  const limiter = createRateLimiter({ perMinute: 60, clock });
  for (let n = 59; n >= 0; n -= 1) expect(limiter.take('a').remaining).toBe(n);
  expect(() => limiter.take('a')).toThrow(AppError);
  expect(limiter.take('b').remaining).toBe(59);
  move(2000);
  expect(limiter.take('a')).toMatchObject({
    limit: 60,
    remaining: 1,
    resetAt: new Date(clock.now().getTime() + 59_000),
  });
  move(3_600_000);
  expect(limiter.take('a').remaining).toBe(59);
});

test('a clock that is set back costs no calls, and memory stays bounded', () => {
  const { clock, move } = movable();
  const limiter = createRateLimiter({ perMinute: 10, clock, maxBuckets: 3 });
  limiter.take('a');
  move(-3_600_000);
  expect(limiter.take('a').remaining).toBe(8);
  for (const name of ['b', 'c', 'd']) limiter.take(name);
  expect(limiter.take('a').remaining, 'the oldest was forgotten').toBe(9);
});

test('forgets the caller who asked longest ago, not the one who came first', () => {
  const limiter = createRateLimiter({ perMinute: 10, clock: movable().clock, maxBuckets: 3 });
  for (const name of ['a', 'b', 'c', 'a', 'd']) limiter.take(name);
  expect(limiter.take('a').remaining).toBe(7);
  expect(limiter.take('b').remaining).toBe(9);
});

test('refuses with 429 and says when to retry; a call counts once', async () => {
  const { clock, move } = movable();
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '3' }, clock });
  const ask = (name: 'ada' | 'sam') => app.inject({ url: '/@me', headers: as(name) });
  expect((await ask('ada')).json().data.rate).toBe(2);
  expect((await ask('ada')).headers['x-ratelimit-remaining']).toBe('1');
  expect((await ask('ada')).json().data.rate).toBe(0);
  const refused = await ask('ada');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('20');
  expect(refused.json()).toMatchObject({
    status: 429,
    code: 'rateLimited',
    error: 'Too many requests. Try again in 20 seconds.',
  });
  expect((await ask('sam')).statusCode, 'another session has its own budget').toBe(200);
  move(20_000);
  expect((await ask('ada')).statusCode).toBe(200);
});

test('a person with many sessions counts once', async () => {
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
  const ask = async (session: string) =>
    (await app.inject({ url: '/@me', headers: { authorization: `Bearer ${session}` } })).statusCode;
  expect([await ask('ada'), await ask('ada/2'), await ask('ada/3'), await ask('sam')]).toEqual([200, 200, 429, 200]);
});

test('strangers are counted by address, and health is never refused', async () => {
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
  const from = (remoteAddress: string) => app.inject({ url: '/open', remoteAddress });
  expect((await from('203.0.113.1')).statusCode).toBe(200);
  expect((await from('203.0.113.1')).statusCode).toBe(200);
  expect((await from('203.0.113.1')).statusCode).toBe(429);
  expect((await from('203.0.113.2')).statusCode).toBe(200);
  for (let n = 0; n < 5; n += 1)
    expect((await app.inject({ url: '/health', remoteAddress: '203.0.113.1' })).statusCode).toBe(200);
});

test('the address of a visitor is believed from this machine only', async () => {
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
  const via = (remoteAddress: string, visitor: string) =>
    app.inject({ url: '/open', remoteAddress, headers: { 'x-forwarded-for': visitor } });
  expect((await via('127.0.0.1', '198.51.100.1')).statusCode).toBe(200);
  expect((await via('127.0.0.1', '198.51.100.2')).statusCode).toBe(200);
  expect((await via('203.0.113.9', '198.51.100.3')).statusCode).toBe(200);
  expect((await via('203.0.113.9', '198.51.100.4')).statusCode, 'a stranger may not choose an address').toBe(429);
});

test('guessing tokens is cut off before the database is asked', async () => {
  let looks = 0;
  const app = await sampleApi({
    env: { RATE_LIMIT_PER_MINUTE: '3' },
    feature: {
      authenticate: async () => {
        looks += 1;
        throw new AppError('sessionExpired');
      },
    },
  });
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1)
    codes.push((await app.inject({ url: '/@me', headers: { authorization: `guess-${n}` } })).statusCode);
  expect(codes).toEqual([401, 401, 401, 429, 429, 429]);
  expect(looks).toBe(3);
});

describe('addresses', () => {
  const statuses = async (prefix: string, count: number, headers: Record<string, string> = {}) => {
    const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '40' } });
    const ask = async (place: number) =>
      await app.inject({ url: '/@me', headers, remoteAddress: `${prefix}${place.toString(16)}` });
    return (await Promise.all(Array.from({ length: count }, (_, place) => ask(place)))).map(
      ({ statusCode }) => statusCode,
    );
  };
  const count = (list: readonly number[], status: number) => list.filter((each) => each === status).length;

  test('of one /64 are limited like one address', async () => {
    expect(count(await statuses('2001:db8:1:2::', 400), 429)).toBe(360);
  });
  test('of one /64 share the guesses at a token', async () => {
    expect(count(await statuses('2001:db8:1:2::', 60, { authorization: 'Bearer guess' }), 429)).toBe(20);
  });
  test('of different /64 are limited each', async () => {
    const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    const ask = async (remoteAddress: string) => (await app.inject({ url: '/open', remoteAddress })).statusCode;
    expect([await ask('2001:db8:1:2::1'), await ask('2001:db8:1:3::1'), await ask('2001:db8:1:3::2')]).toEqual([
      200, 200, 429,
    ]);
  });
});

test('other calls from an address do not lock people out', async () => {
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
  const ask = async (method: 'GET' | 'POST', url: string) => (await app.inject({ method, url })).statusCode;
  for (let n = 0; n < 3; n += 1) await ask('GET', '/open');
  expect(await ask('GET', '/open')).toBe(429);
  expect([await ask('POST', '/login'), await ask('POST', '/login'), await ask('POST', '/login')]).toEqual([
    200, 200, 429,
  ]);
});

test('documents are counted like calls, cards and files like pictures', async () => {
  const card = { word: 'e', answer: async () => ({ status: 200, headers: {}, body: 'card' }) };
  const app = await sampleApi({ env: { RATE_LIMIT_PER_MINUTE: '1' }, feature: { openPaths: [card] } });
  const ask = async (url: string) => (await app.inject({ url })).statusCode;
  expect([await ask('/openapi.json'), await ask('/openapi.json')]).toEqual([200, 429]);
  const cards: number[] = [];
  for (let n = 0; n < 21; n += 1) cards.push(await ask('/e/xqc'));
  expect([cards.filter((status) => status === 200).length, cards.at(-1)]).toEqual([20, 429]);
});
