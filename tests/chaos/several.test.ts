import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '@tally/server/doctor/examine';
import { type Sim, startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { type ServerProcess, type ServerProcessOptions, startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** Several processes of each role on one Postgres with its own default of connections. */
const started = await startPostgres({ maxConnections: 100 });
const server = 'reason' in started ? null : started;
if ('reason' in started) process.stdout.write(`No Postgres for several processes: ${started.reason}\n`);
const { url: DATABASE_URL } = server ?? ({ url: '' } as PostgresServer);

let sim: Sim;
let dataDir: string;
const running: ServerProcess[] = [];
const clients: Client[] = [];
beforeAll(async () => {
  sim = await startSim();
  dataDir = await mkdtemp(join(tmpdir(), 'tally-several-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.kill('SIGKILL')));
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(async () => {
  await Promise.all([sim.close(), server?.stop(), rm(dataDir, { recursive: true })]);
});

const start = async (role: ServerProcessOptions['role']): Promise<ServerProcess> => {
  const each = await startServer({ sim, role, dataDir, env: { DATABASE_URL } });
  running.push(each);
  return each;
};
const connect = async (): Promise<Client> => {
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  clients.push(client);
  return client;
};

describe.skipIf(!server)('a Postgres as it comes, with 100 connections', () => {
  it('serves two APIs, two bots and three workers, each with its share', async () => {
    // The first one migrates.
    await start('api');
    await Promise.all((['api', 'bot', 'bot', 'worker', 'worker', 'worker'] as const).map(start));
    expect(running.map((each) => each.output())).toEqual(running.map(() => ''));
    await Promise.all(
      running.map((each) =>
        vi.waitFor(async () => expect((await fetch(`${each.url}/ready`)).status).toBe(200), {
          timeout: 60_000,
          interval: 100,
        }),
      ),
    );
    const client = await connect();
    const { rows } = await client.query(
      `select application_name as name, count(*)::int as count from pg_stat_activity
        where application_name like 'tally%' group by 1 order by 1`,
    );
    // The name of a listening connection ends with the folder of files.
    const counts = Object.fromEntries(
      rows.map(({ name, count }) => [name.startsWith('tally listen ') ? 'tally listen' : name, count]),
    );
    expect(counts['tally listen'], 'each process listens on one connection').toBe(7);
    expect(counts['tally queue']).toBeLessThanOrEqual(7 * 2);
    expect(counts['tally']).toBeLessThanOrEqual(5 * 3 + 2 * 7);
  }, 240_000);

  it('tells a process that would have too few connections what to set', async () => {
    const first = await connect();
    const { rows } = await first.query('select count(*)::int as used from pg_stat_activity where backend_type = $1', [
      'client backend',
    ]);
    for (let used = rows[0].used; used < 94; used += 1) await connect();
    const api = await start('api');
    expect(await api.gone).toBe(1);
    expect(api.output().trim()).toBe(
      'DATABASE_URL: Postgres allows 97 connections and 94 are in use, but this process needs 6. Raise max_connections, or set DATABASE_CONNECTIONS to a lower number (at least 4).',
    );
  }, 120_000);

  it('the doctor counts what planned processes need', async () => {
    const env = { DATABASE_URL, NODE_ENV: 'test' };
    expect((await examine(env, ['api=2', 'bot=2', 'worker=3'])).problems).toEqual([]);
    expect((await examine(env, ['api=4', 'bot=4', 'worker=6'])).problems).toEqual([
      expect.stringMatching(
        /Postgres allows 97 connections, but api=4 bot=4 worker=6 need 100\. Raise max_connections/,
      ),
    ]);
    expect((await examine(env, ['web=1'])).problems).toEqual([
      expect.stringMatching(/^web=1: not a number of processes/),
    ]);
  });
});
