import { randomBytes } from 'node:crypto';
import type { ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { openDb } from '@tally/infra/db';
import { silentLog } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { createTestDatabase } from '@tally/tests/database';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** Two real bots on one Postgres, with four shards. */
const applicationId = '900000000000000001';
const nightCity = '801000000000000000' as ServerId;
const SHARDS = ['0/4', '1/4', '2/4', '3/4'];
/** The shortest lease that an operator can set, which quickly frees a dead bot's shards. */
const LEASE_SECONDS = 4;

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

const connected = (): string[] =>
  [...sim.discord.gateway.sessions.values()]
    .filter(({ connection }) => connection)
    .map(({ shard }) => shard.join('/'))
    .toSorted();
const identifies = (): number => sim.discord.state.applications.get(applicationId)?.identifies.used ?? 0;
const said = (): string[] => running.map((bot) => bot.output()).filter(Boolean);
const areConnected = () =>
  // The failure includes the bots' output, which explains why one complained or exited.
  vi.waitFor(() => expect({ shards: connected(), said: said() }).toMatchObject({ shards: SHARDS }), {
    timeout: 40_000,
    interval: 20,
  });
const someLeave = () => vi.waitFor(() => expect(connected().length).toBeLessThan(4), { timeout: 40_000, interval: 5 });

describe.runIf(process.env.TEST_DATABASE_URL)('two bots on one Postgres', () => {
  it('one is killed and the other has its shards; both are replaced one by one, then all at once: without an identify, and nothing is missed', async () => {
    const DATABASE_URL = await createTestDatabase(`bots_${randomBytes(4).toString('hex')}`);
    const env = { DATABASE_URL, SHARDS: '4', SHARD_LEASE_SECONDS: `${LEASE_SECONDS}` };
    const start = async (): Promise<ServerProcess> => {
      const bot = await startServer({ sim, role: 'bot', env });
      running.push(bot);
      // The bot's output is empty, unless it exited immediately and printed the reason.
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
      vi.waitFor(async () => expect({ shares: await shares(), said: said() }).toMatchObject({ shares: wanted }), {
        timeout: 40_000,
        interval: 50,
      });

    const first = await start();
    const second = await start();
    await areConnected();
    await areShared([2, 2]);
    const before = identifies();

    await first.kill('SIGKILL');
    await someLeave();
    await areConnected();
    await areShared([4]);

    const third = await start();
    await areShared([2, 2]);
    const stopping = second.kill('SIGTERM');
    await someLeave();
    await areConnected();
    expect(await stopping).toBe(0);
    expect(third.output()).toBe('');

    // Restarts a bot that runs alone (target S6b, which an idle machine meets within 3 s).
    await areShared([4]);
    expect(await third.kill('SIGTERM')).toBe(0);
    sim.discord.controls['change-guild']?.({ guild_id: nightCity, name: 'Renamed while nobody listened' });
    await start();
    const startedAt = performance.now();
    await areConnected();
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`S6b: every shard is back ${tookMs.toFixed(0)} ms after the start of the bot\n`);
    await vi.waitFor(
      async () =>
        expect((await findServerStates(database.db, [nightCity])).get(nightCity)?.name).toBe(
          'Renamed while nobody listened',
        ),
      { timeout: 40_000, interval: 50 },
    );
    expect(identifies()).toBe(before);
    await database.close();
  });
});
