import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '@tally/infra/sql';
import { minutes } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { status } from './index.ts';
import { measure } from './service/measure.ts';
import { reportCluster } from './service/overview.ts';

/** How the pages, and the API behind them, answer through the proxy. */
let answers: { pages: number; api: number };
let front: Server;
let world: TestWorld;
beforeAll(async () => {
  front = createServer(({ url }, res) => {
    res.statusCode = url === '/icon.svg' ? answers.pages : url === '/api/tally' ? answers.api : 404;
    res.end();
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  world = await testWorld({
    features: [status],
    env: { WEB_URL: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await world.close();
  front.close();
});
beforeEach(async () => {
  await world.reset();
  answers = { pages: 200, api: 200 };
});

const ctx = () => ({ ...world.ctx(), platforms: fakePlatforms({}), stripe: null });
const seen = async () => Object.fromEntries(await measure(ctx()));
const deliver = async (about: { waitsSince: string | null; sentAt: string | null }) =>
  await world.db.execute(sql`
    insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, give_up_at, detected_at, matched_at, queued_at, next_attempt_at, sent_at)
    values (gen_random_uuid(), gen_random_uuid()::text, 'notifications', '1', 's', 'live', '2', ${about.sentAt ? 'posted' : 'queued'},
            now(), now(), now(), now(), ${about.waitsSince}::timestamptz, ${about.sentAt}::timestamptz)`);
const ago = (ms: number) => new Date(world.clock.now().getTime() - ms).toISOString();

it('checks pages and API as a visitor does; while the pages are down, the API is not visible', async () => {
  expect(await seen()).toEqual({ pages: true, api: true, sending: true });
  answers = { pages: 200, api: 503 };
  expect(await seen()).toMatchObject({ pages: true, api: false });
  answers = { pages: 502, api: 200 };
  expect(await seen()).toEqual({ pages: false, sending: true });
});

it('messages are stuck if one waits and none is sent; a long fan-out is fine', async () => {
  await deliver({ waitsSince: ago(minutes(2)), sentAt: null });
  expect(await seen()).toMatchObject({ sending: false });
  await deliver({ waitsSince: null, sentAt: ago(1_000) });
  expect(await seen()).toMatchObject({ sending: true });
});

it('the bot is well while each of its processes reports and each shard is ready', async () => {
  const shard = { shardId: 0, pingMs: 40, status: 'ready', servers: 1, members: 1 } as const;
  const report = async (state: 'ready' | 'connecting') =>
    await reportCluster(world.ctx(), {
      clusterId: 0,
      clusterCount: 1,
      startedAt: world.clock.now(),
      corePercent: 1,
      machinePercent: 1,
      memoryBytes: 1,
      shards: [{ ...shard, status: state }],
    });
  await report('ready');
  expect(await seen()).toMatchObject({ gateway: true });
  await report('connecting');
  expect(await seen()).toMatchObject({ gateway: false });
  await report('ready');
  world.clock.move(minutes(1));
  expect(await seen()).toMatchObject({ gateway: false });
});
