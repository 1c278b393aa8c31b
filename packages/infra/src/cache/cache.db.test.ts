import { silentLog, systemClock, systemRandom } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../sql/index.ts';
import { createCache } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());
const makeCache = () => createCache({ clock: systemClock, random: systemRandom, log: silentLog, database });

test('inside a transaction forgetting waits for the commit', async () => {
  const cache = await makeCache();
  await cache.get('a', 60_000, async () => 'old');
  await database.db
    .transaction(async () => {
      await cache.forget('a');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await cache.get('a', 60_000, async () => 'new')).toBe('old');
  await database.db.transaction(async () => {
    await cache.forget('a');
    expect(await cache.get('a', 60_000, async () => 'new')).toBe('old');
  });
  expect(await cache.get('a', 60_000, async () => 'new')).toBe('new');
  await cache.close();
});

test('a load that waits for my transaction does not block me', async () => {
  const cache = await makeCache();
  const inside = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const mine = database.db.transaction(async (tx) => {
    inside.resolve();
    await asked.promise;
    return await cache.get('shared', 60_000, async () => (await tx.execute(sql`select 1 as one`)).rows.length);
  });
  await inside.promise;
  const theirs = cache.get('shared', 60_000, async () => (await database.db.execute(sql`select 1 as one`)).rows.length);
  asked.resolve();
  expect(await Promise.all([mine, theirs])).toEqual([1, 1]);
  await cache.close();
});

test('on Postgres other processes forget too', async () => {
  const [here, there] = await Promise.all([makeCache(), makeCache()]);
  if (database.engine === 'embedded') {
    // The built-in database serves one process, so there is no second cache.
    await Promise.all([here.close(), there.close()]);
    return;
  }
  for (const cache of [here, there]) await cache.get('a', 60_000, async () => 'old');
  await here.forgetPrefix('a');
  await vi.waitFor(async () => expect(await there.get('a', 0, async () => 'new')).toBe('new'), 30_000);
  await Promise.all([here.close(), there.close()]);
});
