import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';
import { startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { answers } from '../../scripts/start/answers.ts';
import { small } from '../../scripts/start/small.ts';
import { type Place, type SimProcess, startLargeWorld, startSimProcess } from '../fan-out/sim.ts';
import { descendantsOf, listProcesses, type Memory, readCommand, readMemory } from '../shared/processes.ts';

/**
 * The memory and CPU of an idle installation. Default: `npm start` with an empty data folder, each part separately,
 * without the simulated world. `--servers 5000`: one process on Postgres, after its first start with this many servers.
 * `--servers 500 --small`: the same with Postgres and the web app as in `compose.small.yml`, all memory together.
 * `--workers 1,3,8`: the transactions that this many idle workers make on Postgres. The kernel counts CPU seconds, so
 * other work on the machine matters little. Reads /proc: Linux only, and the web app must be built.
 */
const BARS = {
  together: 600,
  peak: 600,
  supervisor: 60,
  processor: 1.5,
  withServers: 350,
  ready: 30,
  fanningOut: 450,
  smallTogether: 650,
  smallProcessor: 5,
  transactions: 8,
};
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '240' },
    /** How long the work of the start takes: new shards report every second for a minute. */
    settle: { type: 'string', default: '120' },
    servers: { type: 'string' },
    small: { type: 'boolean', default: false },
    workers: { type: 'string' },
  },
});
const SECONDS = Number(values.seconds);

interface Reading extends Memory {
  readonly name: string;
  readonly cpu: number;
}

async function wholeInstallation(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-idle-'));
  const [WEB_PORT, API_PORT, SIM_PORT] = [await freePort(), await freePort(), await freePort()].map(String);
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, WEB_PORT, API_PORT, SIM_PORT, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await answers([`http://127.0.0.1:${API_PORT}/ready`, `http://127.0.0.1:${WEB_PORT}/`], 300_000);
    const rows = await watch(child);
    const ours = rows.filter(({ name }) => name !== 'simulated world');
    const sum = (what: 'rss' | 'pss' | 'share'): number => ours.reduce((all, row) => all + row[what], 0);
    const peak = Math.max(...ours.map((row) => row.peak));
    const together = { name: 'all but world', rss: sum('rss'), pss: sum('pss'), peak, share: sum('share') };
    const supervisor = ours.find(({ name }) => name === 'supervisor')?.rss ?? Number.POSITIVE_INFINITY;
    const isSmall = together.rss <= BARS.together && peak <= BARS.peak && supervisor <= BARS.supervisor;
    const isGood = isSmall && together.share <= BARS.processor;
    say(
      together,
      `bars ${BARS.together} MiB, peak ${BARS.peak} MiB, ${BARS.processor} %, supervisor ${BARS.supervisor} MiB`,
      isGood,
    );
    return isGood;
  } finally {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withServers(count: number): Promise<boolean> {
  const postgres = await startPostgres(values.small ? { maxConnections: 20, sharedBuffersMb: 64 } : {});
  if ('reason' in postgres) throw new Error(postgres.reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-idle-'));
  const { sim, places } = await startLargeWorld(count);
  const API_PORT = `${await freePort()}`;
  const child = spawn(process.execPath, [...small.flags, 'apps/server/src/main.ts'], {
    env: {
      ...process.env,
      ...small.env,
      LOG_LEVEL: 'error',
      API_PORT,
      SIM_PORT: `${sim.port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const since = performance.now();
  const secondsSince = (): number => (performance.now() - since) / 1_000;
  try {
    await answers([`http://127.0.0.1:${API_PORT}/ready`], 300_000);
    const readyAfter = secondsSince();
    await untilAllArrived(postgres.url, count);
    console.log(`ready after ${readyAfter.toFixed(1)} s, ${count} servers after ${secondsSince().toFixed(1)} s`);
    const [row] = await watch(child);
    if (!row) throw new Error('The server has ended.');
    const isSmall = row.rss <= BARS.withServers && readyAfter <= BARS.ready;
    say({ ...row, name: `${count} servers` }, `bars ${BARS.withServers} MiB, ${BARS.ready} s`, isSmall);
    const most = await whileItFansOut({ url: postgres.url, sim, places, api: `http://127.0.0.1:${API_PORT}` }, child);
    if (values.small) return await allOf(child, `http://127.0.0.1:${API_PORT}`);
    const isGood = most <= BARS.fanningOut;
    console.log(
      `most while a stream is posted in all of them: ${most.toFixed(0)} MiB (bar ${BARS.fanningOut} MiB)  ${isGood ? 'ok' : 'FALLS SHORT'}`,
    );
    return isSmall && isGood;
  } finally {
    await end(child);
    await sim.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Measures the server, the web app and Postgres after a post in all servers. */
async function allOf(server: ChildProcess, api: string): Promise<boolean> {
  const port = `${await freePort()}`;
  const web = spawn(process.execPath, [...small.flags, 'apps/web/.next/standalone/apps/web/server.js'], {
    env: { ...process.env, ...small.env, NODE_ENV: 'production', API_URL: api, HOSTNAME: '127.0.0.1', PORT: port },
    stdio: 'ignore',
  });
  try {
    await answers([`http://127.0.0.1:${port}/icon.svg`], 60_000);
    for (const page of ['/', '/docs', '/status', '/premium', '/faq', '/blog', '/docs/self-hosting/configure'])
      await fetch(`http://127.0.0.1:${port}${page}`).then((answer) => answer.text());
    const ours = new Set([server.pid, web.pid]);
    const parts = async () => {
      const all = descendantsOf(process.pid, await listProcesses());
      return all.filter(({ pid, name }) => ours.has(pid) || name === 'postgres');
    };
    const before = await parts();
    await pause(SECONDS * 1_000);
    const after = await parts();
    const memories = await Promise.all(after.map(({ pid }) => readMemory(pid)));
    const sum = (of: (memory: Memory) => number): number => memories.reduce((all, each) => all + of(each), 0);
    const seconds = (list: typeof after) => list.reduce((all, each) => all + each.seconds, 0);
    const share = ((seconds(after) - seconds(before)) / SECONDS) * 100;
    const together = { name: 'all together', rss: sum(({ rss }) => rss), pss: sum(({ pss }) => pss), peak: 0, share };
    const isGood = together.pss <= BARS.smallTogether && share <= BARS.smallProcessor;
    say(together, `bars ${BARS.smallTogether} MiB, ${BARS.smallProcessor} %, processes ${after.length}`, isGood);
    return isGood;
  } finally {
    await end(web);
  }
}

/** Counts transactions, because nearly every statement of an idle process is one. */
async function idleWorkers(count: number): Promise<void> {
  const postgres = await startPostgres({ maxConnections: 200 });
  if ('reason' in postgres) throw new Error(postgres.reason);
  const sim = await startSimProcess();
  const client = new Client({ connectionString: postgres.url });
  const env = { DATABASE_URL: postgres.url, SIM_PORT: `${sim.port}` };
  // The first worker migrates the database, so it starts alone.
  const workers = [await startServer({ role: 'worker', env })];
  try {
    workers.push(...(await Promise.all(Array.from({ length: count - 1 }, () => startServer({ role: 'worker', env })))));
    await client.connect();
    const transactions = async (): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(
        'select xact_commit::int as count from pg_stat_database where datname = current_database()',
      );
      return rows[0]?.count ?? 0;
    };
    await pause(Number(values.settle) * 1_000);
    const before = await transactions();
    await pause(SECONDS * 1_000);
    const each = ((await transactions()) - before) / SECONDS / count;
    console.log(`${count} idle workers: ${each.toFixed(2)} transactions a second each`);
  } finally {
    await client.end();
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    await sim.stop();
    await postgres.stop();
  }
}

/** Waits for all servers, because missing ones would use no memory. */
async function untilAllArrived(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const until = performance.now() + 300_000;
  try {
    for (let arrived = 0; arrived < count; await pause(100)) {
      const { rows } = await client.query<{ arrived: number }>('select count(*)::int as arrived from servers');
      arrived = rows[0]?.arrived ?? 0;
      if (performance.now() > until) throw new Error(`${arrived} of ${count} servers have arrived.`);
    }
  } finally {
    await client.end();
  }
}

/** All servers follow one creator, who goes live. Returns the server's highest memory usage in any second. */
async function whileItFansOut(
  { url, sim, places, api }: { url: string; sim: SimProcess; places: readonly Place[]; api: string },
  { pid = 0 }: ChildProcess,
): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { user_id: id } = (await sim.control('kick/add-creator', { username: 'everybodys' })) as { user_id: number };
    await sim.control('kick/callback', { url: `${api}/webhooks/kick` });
    await client.query(
      `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, followed_at)
       values ('kick', $1, 'everybodys', 'everybodys', 'https://kick.com/everybodys', now(), now(), now())`,
      [String(id)],
    );
    await client.query(
      `insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
       select gen_random_uuid(), place->>'serverId', 'kick', $1, 'everybodys',
              jsonb_build_object('notificationChannelId', place->>'channelId'), now(), now()
         from jsonb_array_elements($2::jsonb) place`,
      [String(id), JSON.stringify(places)],
    );
    await sim.control('kick/go-live', { who: 'everybodys', title: 'For everybody' });
    const until = performance.now() + 900_000;
    let most = 0;
    for (let sent = 0; sent < places.length; await pause(1_000)) {
      most = Math.max(most, (await readMemory(pid)).rss);
      const { rows } = await client.query<{ sent: number }>(
        'select count(*)::int as sent from deliveries where sent_at is not null',
      );
      sent = rows[0]?.sent ?? 0;
      if (performance.now() > until) throw new Error(`${sent} of ${places.length} messages were sent.`);
    }
    return most;
  } finally {
    await client.end();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

type Row = Omit<Reading, 'cpu'> & { readonly share: number };

/** Returns the final memory of the command and its children, and the share of a core that they used. */
async function watch(child: ChildProcess): Promise<readonly Row[]> {
  await pause(Number(values.settle) * 1_000);
  const before = await readParts(child);
  await pause(SECONDS * 1_000);
  const rows = [...(await readParts(child))].map(([pid, { cpu, ...reading }]) => ({
    ...reading,
    share: ((cpu - (before.get(pid)?.cpu ?? 0)) / SECONDS) * 100,
  }));
  for (const row of rows) say(row);
  return rows;
}

async function readParts({ pid = 0 }: ChildProcess): Promise<ReadonlyMap<number, Reading>> {
  const processes = await listProcesses();
  const ours = [...processes.filter((each) => each.pid === pid), ...descendantsOf(pid, processes)];
  const readings = ours.map(async (each) => {
    const [memory, command] = await Promise.all([readMemory(each.pid), readCommand(each.pid)]);
    return [each.pid, { ...memory, name: nameOf(command), cpu: each.seconds }] as const;
  });
  return new Map(await Promise.all(readings));
}

function nameOf(command: string): string {
  if (command.includes('apps/sim/')) return 'simulated world';
  if (command.includes('apps/server/')) return 'server';
  return command.includes('scripts/start.mjs') ? 'supervisor' : 'web app';
}

function say({ name, rss, pss, peak, share }: Row, bar?: string, isGood?: boolean): void {
  const verdict = bar === undefined ? '' : `  (${bar})  ${isGood ? 'ok' : 'FALLS SHORT'}`;
  const memory = `${rss.toFixed(0).padStart(5)} MiB (${pss.toFixed(0)} with shared parts divided, peak ${peak.toFixed(0)})`;
  console.log(`${name.padEnd(16)} ${memory}  ${share.toFixed(2).padStart(5)} % of a core${verdict}`);
}

if (values.workers) {
  for (const count of values.workers.split(',').map(Number)) await idleWorkers(count);
} else {
  const isGood = values.servers ? await withServers(Number(values.servers)) : await wholeInstallation();
  process.exitCode = isGood ? 0 : 1;
}
