import { silentLog } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testTimers } from '@tally/tests/timers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Claims } from '../admission.ts';
import { addGeneration, readSituation } from '../store/clusters.ts';
import { createHeld } from './held.ts';
import type { RunningCluster } from './run-cluster.ts';
import { timingOf } from './share.ts';
import { createShareOut } from './share-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('a round asks the database once, however many clusters became ready: slow answers must not use up the leases', async () => {
  const { db } = database;
  const timers = testTimers();
  const timing = timingOf(12_000);
  await addGeneration(db, { generation: 1, shardCount: 16, shardsPerCluster: 1, phase: 'current' });
  const held = createHeld({
    open: (cluster) => ({ ...cluster, isComplete: () => true }) as unknown as RunningCluster,
    release: async () => {},
    leaseMs: timing.leaseMs,
    timers,
    log: silentLog,
  });
  const round = createShareOut({
    db,
    holder: 'one',
    timing,
    held,
    seen: { situation: { generations: [], clusters: [], bots: 1 }, at: 0 },
    claims: {} as Claims,
    lookUp: { untilFirst: async () => {}, ifDue() {} },
    timers,
    log: silentLog,
  });
  const asked = [vi.spyOn(db, 'execute'), vi.spyOn(db, 'update')];
  await round();
  expect(held.list()).toHaveLength(16);
  await round();
  // Each round makes one renewal, because the sixteen clusters were taken in one statement.
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  vi.restoreAllMocks();
  expect((await readSituation(db)).clusters.map(({ isReady }) => isReady)).toEqual(Array(16).fill(true));
});
