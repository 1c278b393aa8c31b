import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';
import { answers } from '../scripts/start/answers.ts';
import { small } from '../scripts/start/small.ts';
import { addServers, startSimProcess } from './delivery/sim.ts';
import { descendantsOf, listProcesses, type Memory, readCommand, readMemory } from './processes.ts';

/**
 * What an installation holds and does while nothing happens. As it is: `npm start` with an empty data folder, each part by
 * itself, without the simulated world. `--servers 5000`: one process on Postgres, after its first start with so many
 * servers. The kernel counts the seconds of the processor, so other work on the machine matters little. Reads /proc: Linux
 * only, and the web app must be built.
 */
const BARS = { together: 600, peak: 600, supervisor: 60, processor: 1.5, withServers: 350 };
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '240' },
    /** Until what a start leaves behind is over: shards that have just come report every second for a minute. */
    settle: { type: 'string', default: '120' },
    servers: { type: 'string' },
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
  const postgres = await startPostgres();
  if ('reason' in postgres) throw new Error(postgres.reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-idle-'));
  const sim = await startSimProcess();
  await addServers(sim, count);
  const API_PORT = `${await freePort()}`;
  const child = spawn(process.execPath, [...small.flags, 'apps/server/src/all.ts'], {
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
  try {
    await answers([`http://127.0.0.1:${API_PORT}/ready`], 300_000);
    const [row] = await watch(child);
    if (!row) throw new Error('The server has ended.');
    const isGood = row.rss <= BARS.withServers;
    say({ ...row, name: `${count} servers` }, `bar ${BARS.withServers} MiB`, isGood);
    return isGood;
  } finally {
    await end(child);
    await sim.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

type Row = Omit<Reading, 'cpu'> & { readonly share: number };

/** What the command and everything below it holds in the end, and how much of a core it used meanwhile. */
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

const isGood = values.servers ? await withServers(Number(values.servers)) : await wholeInstallation();
process.exitCode = isGood ? 0 : 1;
