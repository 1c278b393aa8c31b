import { statusTotals } from '@tally/contract/status/calls';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reply, standInApi } from '../../lib/proxy/stand-in-api.ts';

let shard: 'connecting' | 'ready' = 'connecting';
let api: Awaited<ReturnType<typeof standInApi>>;

beforeAll(async () => {
  api = await standInApi((request, response) =>
    reply(response, 200, { status: 200, data: request.url === '/recent' ? [] : statusNow() }),
  );
  vi.stubEnv('API_URL', api.url);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

function statusNow() {
  const totals = Object.fromEntries(statusTotals.map((name) => [name, 0]));
  const servers = shard === 'ready' ? 4 : 0;
  const known = { totalGuilds: servers, totalMembers: servers };
  const stats = { coreUsage: '1%', cpuUsage: '1%', memoryUsage: '1 MB' };
  const shards = [{ shardId: 0, shardPing: -1, status: shard, ...known }];
  return {
    devMode: false,
    shardsPerClusters: 1,
    database: 'online',
    ...totals,
    medianPostMs: null,
    totalClusters: 1,
    totalShards: 1,
    ...known,
    missingIntents: [],
    clusters: [{ clusterId: 0, online: true, uptime: 1, ping: -1, stats, shards, ...known }],
  };
}

test('while the bot connects the number of servers is unknown, and this is not cached for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { isCounted, readFacts } = await import('./facts.ts');
  const first = await readFacts('en-US');
  expect(first && isCounted(first.status)).toBe(false);
  shard = 'ready';
  vi.setSystemTime(Date.now() + 2_001);
  const second = await readFacts('en-US');
  expect(second && isCounted(second.status)).toBe(true);
  expect(second?.status.totalGuilds).toBe(4);
  vi.setSystemTime(Date.now() + 30_000);
  await readFacts('en-US');
  expect(api.seen.filter(({ url }) => url?.startsWith('/status'))).toHaveLength(2);
});
