import { on, type ShardStatus } from '@tally/discord/gateway';
import { sql } from '@tally/infra/sql';
import { days, defineFeature, seconds } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listActivity, remember } from '../telemetry/index.ts';
import { getStatus, reportCluster, tidy } from './service/overview.ts';

const shard = (shardId: number, about: Partial<ShardStatus> = {}): ShardStatus => ({
  shardId,
  pingMs: 40,
  status: 'ready',
  servers: 10,
  members: 1000,
  ...about,
});
const counting = [
  defineFeature({ name: 'notifications', counts: async () => ({ totalStreamers: 3, totalNotifications: 5 }) }),
  defineFeature({
    name: 'creators',
    gateway: [on('memberLeft', async () => {})],
    counts: async () => ({ totalStreamers: 4, totalSecrets: 9 }),
  }),
];

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: counting });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const report = (clusterId: number, shards: readonly ShardStatus[], clusterCount = 2) =>
  reportCluster(world.ctx(), {
    clusterId,
    clusterCount,
    startedAt: new Date('2026-01-15T11:00:00Z'),
    corePercent: 12.34,
    machinePercent: 6.17,
    memoryBytes: 209_715_200,
    shards,
  });

it('is all zero before any bot has reported', async () => {
  expect(await getStatus(world.ctx(), { topServers: false })).toEqual({
    devMode: true,
    shardsPerClusters: 0,
    database: 'online',
    totalStreamers: 7,
    totalGiveaways: 0,
    totalNotifications: 5,
    totalStatChannels: 0,
    totalStatusRoles: 0,
    totalClips: 0,
    totalVods: 0,
    medianPostMs: null,
    totalClusters: 0,
    totalShards: 0,
    totalGuilds: 0,
    totalMembers: 0,
    clusters: [],
    missingIntents: [],
  });
});

it('shows the median duration of the newest live messages', async () => {
  const { db } = world;
  for (const [place, ms] of [300, 900, 20_000].entries()) {
    await db.execute(sql`insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, give_up_at, detected_at, matched_at, queued_at, sent_at)
      values (gen_random_uuid(), ${`k${place}`}, 'notifications', '1', 's', 'live', '2', 'posted', now(), now(), now(), now(), now() + make_interval(secs => ${ms / 1000}))`);
  }
  expect((await getStatus(world.ctx(), { topServers: false })).medianPostMs).toBe(900);
});

it('sums up clusters and shards; a shard without a heartbeat does not affect the ping', async () => {
  await report(0, [shard(0), shard(1, { pingMs: null, status: 'closed' })]);
  await report(1, [shard(2, { pingMs: 60.4 }), shard(3, { pingMs: 90 })]);
  const status = await getStatus(world.ctx(), { topServers: true });
  expect(status).toMatchObject({
    totalClusters: 2,
    totalShards: 4,
    totalGuilds: 40,
    totalMembers: 4000,
    topServers: [],
  });
  expect(status.clusters[0]?.shards[1]).toEqual({
    shardId: 1,
    shardPing: -1,
    status: 'disconnected',
    totalGuilds: 10,
    totalMembers: 1000,
  });
  expect(status.clusters.map(({ ping, uptime, stats }) => ({ ping, uptime, stats }))).toEqual([
    { ping: 40, uptime: 3_600_000, stats: { coreUsage: '12.3%', cpuUsage: '6.2%', memoryUsage: '200 MB' } },
    { ping: 75, uptime: 3_600_000, stats: { coreUsage: '12.3%', cpuUsage: '6.2%', memoryUsage: '200 MB' } },
  ]);
});

it('clusters of an earlier number of shards disappear at once', async () => {
  await report(0, [shard(0)]);
  await report(1, [shard(1)]);
  await report(0, [shard(0)], 1);
  const { clusters } = await getStatus(world.ctx(), { topServers: false });
  expect(clusters.map(({ clusterId }) => clusterId)).toEqual([0]);
});

it('names the features that miss an intent', async () => {
  await world.db.execute(sql`insert into gateway_refusals (intent) values ('GuildMembers')`);
  expect((await getStatus(world.ctx(), { topServers: false })).missingIntents).toEqual([
    { intent: 'GuildMembers', features: ['creators'] },
  ]);
});

it('a silent cluster is offline, and disappears after a day', async () => {
  await report(0, [shard(0)]);
  const online = async () => (await getStatus(world.ctx(), { topServers: false })).clusters.map((each) => each.online);
  world.clock.move(seconds(30));
  expect(await online()).toEqual([true]);
  world.clock.move(seconds(1));
  expect(await online()).toEqual([false]);
  await report(0, [shard(0)]);
  expect(await online()).toEqual([true]);
  world.clock.move(days(1));
  expect(await online()).toEqual([]);
});

it('shows the newest twenty activities, and keeps a limited number', async () => {
  for (let n = 0; n < 25; n++) await remember(world.ctx(), { type: 'live', message: String(n) });
  const shown = await listActivity(world.ctx());
  expect(shown.map((each) => each.message)).toEqual(Array.from({ length: 20 }, (_, n) => String(24 - n)));
  expect(shown[0]).toEqual({ type: 'live', message: '24', createdAt: world.clock.now().getTime() });
  await tidy(world.ctx());
  expect((await listActivity(world.ctx())).length).toBe(20);
});

it('names the largest servers only when asked', async () => {
  await world.db.execute(
    `insert into servers (id, name, member_count, joined_at, is_listed) values
       ('900000000000000001', 'Small', 5, now(), true), ('900000000000000002', 'Large', 500, now(), true),
       ('900000000000000004', 'Shy', 700, now(), false)`,
  );
  await world.db.execute(
    `insert into servers (id, name, member_count, joined_at, left_at, is_listed) values ('900000000000000003', 'Gone', 900, now(), now(), true)`,
  );
  const { topServers } = await getStatus(world.ctx(), { topServers: true });
  expect(topServers?.map(({ name, members }) => [name, members])).toEqual([
    ['Large', 500],
    ['Small', 5],
  ]);
  expect((await getStatus(world.ctx(), { topServers: false })).topServers).toBeUndefined();
});
