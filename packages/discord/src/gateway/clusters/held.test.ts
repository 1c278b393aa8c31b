import { silentLog } from '@tally/kernel';
import { type TestTimers, testTimers } from '@tally/tests/timers';
import { beforeEach, expect, test } from 'vitest';
import type { TakenCluster } from '../store/clusters.ts';
import { createHeld, type How } from './held.ts';
import type { RunningCluster } from './run-cluster.ts';

let timers: TestTimers;
beforeEach(() => {
  timers = testTimers();
});

const lease = (clusterId: number, fence = 1): TakenCluster => ({ generation: 1, clusterId, fence });

function world() {
  const said: string[] = [];
  const ready = new Set<number>();
  /** If set, a stop waits for this promise, as for a busy listener. */
  const slow: { finish?: Promise<void> } = {};
  const held = createHeld({
    open(cluster) {
      said.push(`begin ${cluster.clusterId}`);
      return {
        ...cluster,
        isComplete: () => ready.has(cluster.clusterId),
        async stop(how: How) {
          await slow.finish;
          said.push(`${how} ${cluster.clusterId}`);
        },
      } as unknown as RunningCluster;
    },
    release: async ({ clusterId }) => void said.push(`release ${clusterId}`),
    leaseMs: 10_000,
    timers,
    log: silentLog,
  });
  const ids = () => held.list().map(({ clusterId }) => clusterId);
  return { held, said, ready, slow, ids };
}

test('shards that another process took over are closed and not released; our others keep working', async () => {
  const { held, said, ids } = world();
  held.begin([lease(0), lease(1)], timers.nowMs());
  held.renew([lease(0), lease(1, 2)], timers.nowMs());
  await held.settle();
  expect(said).toEqual(['begin 0', 'begin 1', 'resumable 1']);
  expect(ids()).toEqual([0]);
});

test('a lease counts from its own beginning, not from the last round: a slow first round loses nothing', async () => {
  const { held, ids } = world();
  held.renew([], timers.nowMs());
  await timers.pass(8000);
  held.begin([lease(0)], timers.nowMs());
  await timers.pass(8000);
  held.expire();
  expect(ids()).toEqual([0]);
  await timers.pass(1000);
  held.expire();
  expect(ids()).toEqual([]);
});

test('a released cluster starts again only after it has closed, however long a listener takes', async () => {
  const { held, said, slow } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  slow.finish = promise;
  held.begin([lease(0)], timers.nowMs());
  const [cluster] = held.list();
  const given = held.giveAway(cluster as RunningCluster, 'resumable');
  held.renew([lease(0)], timers.nowMs());
  const askedAt = timers.nowMs();
  await timers.pass(5);
  resolve();
  await given;
  // This response is from before the cluster was released.
  held.renew([lease(0)], askedAt);
  expect(said).toEqual(['begin 0', 'resumable 0', 'release 0']);
  await timers.pass(5);
  held.renew([lease(0, 2)], timers.nowMs());
  expect(said.at(-1)).toBe('begin 0');
});

test('a restart ends the sessions, and the next round starts the shards that we still hold', async () => {
  const { held, said } = world();
  held.begin([lease(0)], timers.nowMs());
  await held.restart();
  await timers.pass(1);
  held.renew([lease(0)], timers.nowMs());
  expect(said).toEqual(['begin 0', 'ended 0', 'begin 0']);
});
