import { ServerId, UserId } from '@tally/contract';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createShardStore } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

const botId = UserId.parse('900000000000000001');
const server = (n: number) => ServerId.parse(`80000000000000000${n}`);
const session = { sequence: 7, sessionId: 'abc', resumeURL: 'ws://127.0.0.1/', shardCount: 1, shardId: 0 };

it('a shard finds its session and its servers again, as they were saved last', async () => {
  const store = createShardStore(database.db);
  expect(await store.load(0)).toBeNull();
  await store.save({
    shardId: 0,
    session,
    botId,
    servers: new Map([
      [server(1), new Uint8Array([0, 255, 3])],
      [server(2), new Uint8Array([9])],
    ]),
  });
  await store.save({
    shardId: 0,
    session: { ...session, sequence: 9 },
    botId,
    servers: new Map([
      [server(1), new Uint8Array([4])],
      [server(2), null],
    ]),
  });
  const loaded = await store.load(0);
  expect(loaded?.session.sequence).toBe(9);
  expect([...(loaded?.servers ?? [])].map(([id, state]) => [id, [...state]])).toEqual([[server(1), [4]]]);
});

it('a session that is over takes its servers along', async () => {
  const store = createShardStore(database.db);
  await store.clear(0);
  expect(await store.load(0)).toBeNull();
  expect((await database.db.execute('select 1 from gateway_servers')).rows).toEqual([]);
});
