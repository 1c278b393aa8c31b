import { randomBytes } from 'node:crypto';
import { openDb } from '@tally/infra/db';
import { silentLog } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { createTestDatabase } from '@tally/tests/database';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** Two real bots on one Postgres, with four shards. */
const applicationId = '900000000000000001';
const SHARDS = ['0/4', '1/4', '2/4', '3/4'];

let sim: Sim;
const running: ServerProcess[] = [];

beforeAll(async () => {
  sim = await startSim();
  sim.discord.controls.application?.({ application_id: applicationId, max_concurrency: 4 });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((bot) => bot.kill('SIGKILL')));
});
afterAll(() => sim.close());

const sessions = () => [...sim.discord.gateway.sessions.values()].filter(({ connection }) => connection);
const identifies = (): number => sim.discord.state.applications.get(applicationId)?.identifies.used ?? 0;
const areConnected = (timeout: number) =>
  vi.waitFor(
    () =>
      expect(
        sessions()
          .map(({ shard }) => shard.join('/'))
          .toSorted(),
      ).toEqual(SHARDS),
    {
      timeout,
      interval: 50,
    },
  );

describe.runIf(process.env.TEST_DATABASE_URL)('two bots on one Postgres', () => {
  it('one is killed: the other has its shards within 30 s; both are replaced one by one: within 3 s, without an identify', async () => {
    const DATABASE_URL = await createTestDatabase(`bots_${randomBytes(4).toString('hex')}`);
    const env = { DATABASE_URL, SHARDS: '4', SHARDS_PER_CLUSTER: '1' };
    const start = async (): Promise<ServerProcess> => {
      const bot = await startServer({ sim, role: 'bot', env });
      running.push(bot);
      // A bot that ended at once says why; otherwise it has said nothing yet.
      expect(bot.output()).toBe('');
      return bot;
    };
    const database = await openDb({ databaseUrl: DATABASE_URL, dataDir: null, log: silentLog, poolSize: 1 });
    const shares = async (): Promise<number[]> => {
      const { rows } = await database.db.execute(
        'select count(*)::int as count from gateway_clusters where is_ready and until > now() group by holder order by 1',
      );
      return rows.map(({ count }) => count as number);
    };
    const areShared = (wanted: number[]) =>
      vi.waitFor(async () => expect(await shares()).toEqual(wanted), { timeout: 40_000, interval: 100 });

    const first = await start();
    const second = await start();
    await areConnected(40_000);
    await areShared([2, 2]);
    const before = identifies();

    await first.kill('SIGKILL');
    const killedAt = performance.now();
    await vi.waitFor(() => expect(sessions().length).toBeLessThan(4), { timeout: 5000, interval: 10 });
    await areConnected(30_000);
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    await areShared([4]);

    const third = await start();
    await areShared([2, 2]);
    const stopping = second.kill('SIGTERM');
    await vi.waitFor(() => expect(sessions().length).toBeLessThan(4), { timeout: 10_000, interval: 5 });
    const stoppedAt = performance.now();
    await areConnected(10_000);
    expect(performance.now() - stoppedAt).toBeLessThan(3000);
    expect(await stopping).toBe(0);
    expect(third.output()).toBe('');
    expect(identifies()).toBe(before);
    await database.close();
  }, 180_000);
});
