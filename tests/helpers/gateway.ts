import { type Clusters, createClusters, namedMembers, timingOf } from '@tally/discord/gateway';
import { silentLog } from '@tally/kernel';
import { roleGateway } from '@tally/pipeline/roles';
import { vi } from 'vitest';
import type { TestApi } from './api.ts';

/** Receives the simulated Discord's events with every feature's listeners, as one bot with one shard. */
export async function connectGateway(api: TestApi): Promise<Clusters> {
  const gateway = createClusters({
    db: api.ctx.db,
    discord: api.ctx.discord,
    token: 'sim-bot-token',
    listeners: [...api.ctx.features.flatMap((each) => each.gateway ?? []), ...roleGateway, ...namedMembers],
    intents: api.ctx.features.flatMap((each) => each.intents ?? []),
    shardCount: 1,
    shardsPerCluster: 1,
    timing: timingOf(12_000),
    saveEveryMs: 50,
    makeCtx: () => api.ctx,
    random: api.ctx.random,
    log: silentLog,
  });
  await gateway.start();
  await vi.waitFor(() => {
    if (gateway.list()[0]?.shards[0]?.status !== 'ready') throw new Error('not connected yet');
  }, 60_000);
  return gateway;
}
