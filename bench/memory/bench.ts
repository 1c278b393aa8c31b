import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';

/**
 * S11: measures the memory of the whole server in one process, on Postgres, under a mixed load of streams, sweeps,
 * dashboard calls and messages. Memory is read after a forced collection, and a line is fitted to the values after the
 * warm-up. `--seconds 1800` is the nightly length.
 */
const BAR = 0.05;
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '180' } } });
const SECONDS = Number(values.seconds);
/** Ignores the first third, in which caches fill, code compiles and pools open. */
const WARM_UP = 1 / 3;
const READINGS = 60;
const CREATORS = 60;
const ACT_EVERY_MS = 150;
const CALLS_AT_ONCE = 4;
const demoUser = '100000000000000001';
const server = '801000000000000000';

interface Reading {
  readonly at: number;
  readonly rss: number;
  readonly heap: number;
}

async function main(): Promise<void> {
  const postgres = await startPostgres();
  if (!('url' in postgres)) throw new Error(postgres.reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-memory-'));
  const sim = await startSim({ limits: false });
  const started = await start({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, SIM_PORT: `${sim.port}` });
  const over = new AbortController();
  try {
    const token = await logIn(sim, started.url);
    act(sim, 'kick', 'callback', { url: `${started.url}/webhooks/kick` });
    const names = await follow(sim, started.url, token);
    const done = { acts: 0, calls: 0 };
    const load = [
      stream(sim, names, over.signal, () => (done.acts += 1)),
      ...Array.from({ length: CALLS_AT_ONCE }, () => call(started.url, token, over.signal, () => (done.calls += 1))),
    ];
    const readings = await watch(started.child);
    over.abort();
    await Promise.all(load);
    process.exitCode = judge(readings, { ...done, messages: countMessages(sim) }) ? 0 : 1;
  } finally {
    over.abort();
    started.child.kill('SIGKILL');
    await once(started.child, 'exit');
    await sim.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function watch(child: ChildProcess): Promise<Reading[]> {
  const readings: Reading[] = [];
  const since = performance.now();
  for (let index = 0; index < READINGS; index += 1) {
    await pause(Math.max(0, ((index + 1) / READINGS) * SECONDS * 1000 - (performance.now() - since)));
    child.send('measure');
    const [told] = (await once(child, 'message')) as [{ memory: { rss: number; heap: number } }];
    readings.push({ at: performance.now() - since, ...told.memory });
  }
  return readings;
}

function judge(readings: readonly Reading[], done: { acts: number; calls: number; messages: number }): boolean {
  const judged = readings.slice(Math.floor(readings.length * WARM_UP));
  console.log(
    `S11 ${SECONDS} s: ${done.acts} events on platforms, ${done.calls} calls of the dashboard, ${done.messages} messages in channels`,
  );
  return [grows('heap', judged), grows('rss', judged)].every(Boolean);
}

function grows(what: 'heap' | 'rss', readings: readonly Reading[]): boolean {
  const { first, last } = fit(readings.map((reading) => [reading.at, reading[what]]));
  const growth = last / first - 1;
  const isGood = growth <= BAR;
  const mebibytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  console.log(
    `S11 ${what.padEnd(4)} ${mebibytes(first)} → ${mebibytes(last)} MiB after the warm-up: ${(growth * 100).toFixed(1)} % (bar ${BAR * 100} %)  ${isGood ? 'ok' : 'FALLS SHORT'}`,
  );
  return isGood;
}

/** Returns the values of the least-squares line at both ends. */
function fit(points: readonly (readonly [number, number])[]): { first: number; last: number } {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const slope =
    points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) /
    points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const valueAt = (at: number): number => y + slope * (at - x);
  return { first: valueAt(points[0]?.[0] ?? x), last: valueAt(points.at(-1)?.[0] ?? x) };
}

/** Starts, changes and ends streams of the creators in turn. */
async function stream(sim: Sim, names: readonly Name[], signal: AbortSignal, count: () => void): Promise<void> {
  const steps = ['go-live', 'change-title', 'change-title', 'end'] as const;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const { platform, name } = names[turn % names.length] as Name;
    const step = steps[Math.floor(turn / names.length) % steps.length] as (typeof steps)[number];
    act(sim, platform, step, step === 'end' ? { who: name } : { who: name, title: `Title ${turn}` });
    count();
    await pause(ACT_EVERY_MS);
  }
}

/** Calls the API like a dashboard, and sometimes sends a test message. */
async function call(url: string, token: string, signal: AbortSignal, count: () => void): Promise<void> {
  const paths = [
    ['GET', '/@me'],
    ['GET', '/@me/guilds'],
    ['GET', `/data/guild/${server}/kick`],
    ['GET', `/data/guild/${server}/twitch`],
    ['GET', `/data/guild/${server}/journal`],
    ['PUT', `/data/guild/${server}/kick/memory0`],
    ['GET', '/ready'],
  ] as const;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const [method, path] = paths[turn % paths.length] as (typeof paths)[number];
    const answer = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
    count();
    await pause(20);
  }
}

interface Name {
  readonly platform: 'kick' | 'twitch';
  readonly name: string;
}

async function follow(sim: Sim, url: string, token: string): Promise<Name[]> {
  const names: Name[] = [];
  for (let index = 0; index < CREATORS; index += 1) {
    const platform = index % 2 === 0 ? 'kick' : 'twitch';
    const name = `memory${index}`;
    act(sim, platform, 'add-creator', platform === 'kick' ? { username: name } : { name });
    const { id } = act(sim, 'discord', 'add-channel', { guild_id: server, name: `about-${name}` }) as { id: string };
    await until(async () => {
      const answer = await fetch(`${url}/data/guild/${server}/${platform}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ notificationChannelId: id }),
      });
      await answer.arrayBuffer();
      return answer.status === 200;
    });
    names.push({ platform, name });
  }
  return names;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > end) throw new Error('it never came to be');
    await pause(250);
  }
}

function act(sim: Sim, world: string, action: string, body: object): unknown {
  const control = sim.worlds.get(world)?.controls[action];
  if (!control) throw new Error(`The simulated ${world} has no action ${action}.`);
  return control(body);
}

const countMessages = (sim: Sim): number =>
  [...sim.discord.state.channels.values()].reduce((sum, channel) => sum + channel.messages.size, 0);

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const probe = new URL('./probe.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--expose-gc', '--import', probe, 'apps/server/src/main.ts'], {
    env: {
      ...process.env,
      API_PORT: `${port}`,
      LOG_LEVEL: 'error',
      PLANS: 'unlimited',
      RATE_LIMIT_PER_MINUTE: '1000000000',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}

async function logIn(sim: Sim, url: string): Promise<string> {
  const { location } = act(sim, 'discord', 'authorise', {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  }) as { location: string };
  const code = new URL(location).searchParams.get('code');
  const answer = await fetch(`${url}/sessions?code=${code}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  return data.customToken;
}

await main();
