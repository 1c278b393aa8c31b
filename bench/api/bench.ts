import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSim } from '@tally/sim/start';
import { freePort } from '@tally/tests/free-port';

/**
 * S7: measures requests per second for `GET /@me` and for a list of 100 rows, compared with bare node:http and the same
 * bytes. The two alternate, so other work on the machine affects both, and the CPU time of each process counts. After
 * that, it measures the p99 at half of the maximum rate.
 */
const BARS = { ratio: 0.4, p99Ms: 50 };
const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const CONNECTIONS = 50;
const ROWS = 100;
const demoUser = '100000000000000001';

interface Measured {
  readonly perSecond: number;
  /** Requests per second of CPU time. */
  readonly perCore: number;
  readonly p99Ms: number;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-api-'));
  const sim = await startSim({ limits: false });
  const api = await start('apps/server/src/main.ts', (port) => ({
    API_PORT: port,
    DATA_DIR: dataDir,
    SIM_PORT: `${sim.port}`,
    RATE_LIMIT_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'error',
  }));
  try {
    await addServers(sim);
    const authorization = `Bearer ${await logIn(sim, api.url)}`;
    const paths = ['/@me', '/@me/guilds'];
    const answers = Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, await read(api.url, path, authorization)])),
    );
    const bare = await start('bench/api/bare-answers.ts', (port) => ({ PORT: port, ANSWERS: JSON.stringify(answers) }));
    const results: boolean[] = [];
    for (const path of paths) results.push(await compare(path, { api, bare, authorization }));
    bare.child.kill();
    process.exitCode = results.every(Boolean) ? 0 : 1;
  } finally {
    api.child.kill();
    await once(api.child, 'exit');
    await sim.close();
    await rm(dataDir, { recursive: true });
  }
}

async function compare(path: string, about: { api: Started; bare: Started; authorization: string }): Promise<boolean> {
  const { authorization } = about;
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  // The first round is only a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await load(about.bare, { path, authorization });
    const api = await load(about.api, { path, authorization });
    if (round > 0) theirs.push(bare);
    if (round > 0) ours.push(api);
  }
  const [mine, yardstick] = [median(ours), median(theirs)];
  const half = await load(about.api, { path, authorization, perSecond: Math.round(mine.perSecond / 2) });
  const ratio = mine.perCore / yardstick.perCore;
  const isGood = ratio >= BARS.ratio && half.p99Ms <= BARS.p99Ms;
  process.stdout.write(
    `S7 GET ${path}: ${text(mine)}, bare node:http ${text(yardstick)}, ratio ${ratio.toFixed(2)} (bar ${BARS.ratio}); ` +
      `p99 at half of it ${half.p99Ms} ms (bar ${BARS.p99Ms})  ${isGood ? 'ok' : 'FALLS SHORT'}\n`,
  );
  return isGood;
}

const text = ({ perSecond, perCore }: Measured) => `${Math.round(perSecond)}/s (${Math.round(perCore)}/s and core)`;

const run = promisify(execFile);

/** A separate process creates the load, so the measured process keeps its CPU time. */
async function load(
  { url, child }: Started,
  about: { path: string; authorization: string; perSecond?: number },
): Promise<Measured> {
  const rate = about.perSecond ? ['-R', `${about.perSecond}`] : [];
  const options = { c: CONNECTIONS, d: SECONDS, H: `authorization=${about.authorization}` };
  const args = [
    '-jn',
    ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, `${value}`]),
    ...rate,
    `${url}${about.path}`,
  ];
  const before = await processorSeconds(child);
  const { stdout } = await run('node_modules/.bin/autocannon', args, { maxBuffer: 10_000_000 });
  const result = JSON.parse(stdout) as {
    non2xx: number;
    errors: number;
    requests: { average: number; total: number };
    latency: { p99: number };
  };
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
  const perCore = result.requests.total / ((await processorSeconds(child)) - before);
  return { perSecond: result.requests.average, perCore, p99Ms: result.latency.p99 };
}

/** Returns the CPU time of all threads, or the wall time without /proc. */
async function processorSeconds(child: ChildProcess): Promise<number> {
  try {
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
    // Skips the name in brackets, which may contain anything: proc(5), fields 14 and 15, in 1/100 of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return performance.now() / 1000;
  }
}

function median(rounds: readonly Measured[]): Measured {
  const sorted = rounds.toSorted((a, b) => a.perCore - b.perCore);
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, perCore: 0, p99Ms: 0 };
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(program: string, env: (port: string) => Record<string, string>): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env(`${port}`) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}

type Sim = Awaited<ReturnType<typeof startSim>>;

/** Adds enough servers for a list of a hundred rows. */
async function addServers(sim: Sim): Promise<void> {
  const own = [...sim.discord.state.guilds.values()].filter((guild) => guild.members.has(demoUser)).length;
  for (let n = own; n < ROWS; n += 1) {
    await sim.discord.controls['add-guild']?.({ name: `Server number ${n}`, owner_id: demoUser });
  }
}

async function logIn(sim: Sim, url: string): Promise<string> {
  const asked = {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  };
  const agreed = (await sim.discord.controls['authorise']?.(asked)) as { location: string } | undefined;
  const code = new URL(agreed?.location ?? '').searchParams.get('code');
  const answer = await fetch(`${url}/sessions?code=${code}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  return data.customToken;
}

async function read(url: string, path: string, authorization: string) {
  const answer = await fetch(`${url}${path}`, { headers: { authorization } });
  const unwanted = new Set(['date', 'connection', 'keep-alive']);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !unwanted.has(name)));
  return { headers, body: await answer.text() };
}

await main();
