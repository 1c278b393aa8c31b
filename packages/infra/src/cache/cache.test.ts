import { type Clock, type Ctx, silentLog, systemRandom } from '@tally/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { DatabaseDownError } from '../db/index.ts';
import { type Cache, createCache, knownSet } from './index.ts';

let now = 0;
const clock: Clock = { now: () => new Date(now) };
let cache: Cache;
let loads = 0;
const load = async () => {
  loads += 1;
  return loads;
};
beforeEach(async () => {
  now = 1_000;
  loads = 0;
  cache = await createCache({ clock, random: systemRandom, log: silentLog, maxEntries: 3 });
});

describe('keeping', () => {
  test('an answer is kept until it expires', async () => {
    expect(await cache.get('a', 100, load)).toBe(1);
    now += 99;
    expect(await cache.get('a', 100, load)).toBe(1);
    now += 1;
    expect(await cache.get('a', 100, load)).toBe(2);
  });

  test('null and undefined are answers too', async () => {
    expect(await cache.get('a', 100, async () => null)).toBeNull();
    expect(await cache.get<unknown>('a', 100, load)).toBeNull();
  });

  test('callers at the same time share one load', async () => {
    expect(await Promise.all([cache.get('a', 100, load), cache.get('a', 100, load)])).toEqual([1, 1]);
  });

  test('an error reaches every waiting caller and is not kept', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const both = await Promise.allSettled([cache.get('a', 100, fail), cache.get('a', 100, fail)]);
    expect(both.map((each) => each.status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('a', 100, load)).toBe(1);
  });

  test('drops the least used entry first when there are too many', async () => {
    for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.get(key, 100, load);
    expect(loads).toBe(4);
    await cache.get('a', 100, load);
    expect(loads).toBe(4);
    await cache.get('b', 100, load);
    expect(loads).toBe(5);
  });
});

describe('forgetting', () => {
  test('keys and prefixes', async () => {
    for (const key of ['s/1/a', 's/1/b', 's/2/a']) await cache.get(key, 100, load);
    await cache.forget('s/1/a');
    await cache.forgetPrefix('s/2/');
    await cache.get('s/1/b', 100, load);
    expect(loads).toBe(3);
    await cache.get('s/1/a', 100, load);
    await cache.get('s/2/a', 100, load);
    expect(loads).toBe(5);
  });

  test('an answer is not kept if its key was forgotten during the load', async () => {
    const gate = Promise.withResolvers<string>();
    const old = cache.get('a', 100, () => gate.promise);
    await cache.forget('a');
    gate.resolve('old');
    expect(await old).toBe('old');
    expect(await cache.get<unknown>('a', 100, load)).toBe(1);
  });
});

test('an expired known set is used while the database is down, and only then', async () => {
  let problem: Error | null = null;
  const servers = knownSet('servers', 100, async () => {
    if (problem) throw problem;
    return ['a'];
  });
  const ctx = { cache } as Ctx;
  expect(await servers.list(ctx)).toEqual(new Set(['a']));
  now += 100;
  problem = new DatabaseDownError('down');
  expect(await servers.list(ctx)).toEqual(new Set(['a']));
  problem = new Error('a mistake');
  await expect(servers.list(ctx)).rejects.toThrow('a mistake');
  await cache.forget('servers');
  problem = new DatabaseDownError('down');
  await expect(servers.list(ctx)).rejects.toThrow('down');
});
