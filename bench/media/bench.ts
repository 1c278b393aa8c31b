import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { MediaRoom, PlayerSnapshot } from '@tally/contract';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { type EventPage, openEvents } from '@tally/tests/event-page';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { logIn } from '../../tests/chaos/world/cast.ts';
import { demoUser } from '../../tests/chaos/world/people.ts';

/**
 * Measures media share on Postgres: the time from a press to the player and from a request to the queue, the cost of a
 * thousand idle players, and how soon one returns after its server was killed. Linux only, because it reads /proc.
 */
const BARS = { pressMs: 500, requestMs: 1_000, playersMib: 150, idleStatements: 0, backMs: 5_000, aheadSeconds: 5 };
const { values } = parseArgs({
  options: { players: { type: 'string', default: '1000' }, presses: { type: 'string', default: '60' } },
});
const PLAYERS = Number(values.players);
const PRESSES = Number(values.presses);
const IDLE_MS = 20_000;

let isGood = true;
function report(what: string, figure: number, unit: string, most: number): void {
  const isOver = !(figure <= most);
  if (isOver) isGood = false;
  process.stdout.write(`${what}: ${figure.toFixed(1)} ${unit} (at most ${most})${isOver ? ' MISSED' : ''}\n`);
}
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

async function waitFor(check: () => boolean | Promise<boolean>): Promise<number> {
  const since = performance.now();
  while (!(await check())) {
    if (performance.now() - since > 60_000) throw new Error('nothing has happened for a minute');
    await pause(2);
  }
  return performance.now() - since;
}

interface Scene {
  readonly sim: Sim;
  readonly server: ServerProcess;
  ask<T = unknown>(method: string, path: string, body?: object): Promise<T>;
}

interface Made {
  readonly video_id: string;
}
const upload = ({ sim }: Scene, title: string): string =>
  (sim.worlds.get('youtube')?.controls['upload']?.({ who: 'mkbhd', title, seconds: 280 }) as Made | undefined)
    ?.video_id ?? '';
const request = async (scene: Scene, title: string): Promise<string> => {
  const id = upload(scene, title);
  await scene.ask('POST', `/data/media/${demoUser}/items`, { text: `https://youtu.be/${id}` });
  return id;
};
const openPlayer = (url: string, address: string, from?: string): Promise<EventPage<PlayerSnapshot>> =>
  openEvents(`${url}/data/media/player/${address}/live?tab=obs`, from ? { 'x-forwarded-for': from } : {});

async function newAddress(scene: Scene): Promise<string> {
  const { url } = await scene.ask<{ url: string }>('POST', `/data/media/${demoUser}/player/address`, {});
  return url.split('/').at(-1) ?? '';
}

async function measurePresses(scene: Scene, page: EventPage<PlayerSnapshot>): Promise<void> {
  const waits: number[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    const action = press % 2 === 0 ? 'pause' : 'play';
    const since = performance.now();
    const asked = scene.ask('PUT', `/data/media/${demoUser}/player/${action}`, {});
    await waitFor(() => page.events.at(-1)?.paused === (action === 'pause'));
    waits.push(performance.now() - since);
    await asked;
  }
  report('from a press until the player knows, p95', p95(waits), 'ms', BARS.pressMs);
}

async function measureRequests(scene: Scene): Promise<void> {
  const waits: number[] = [];
  for (let each = 0; each < 30; each += 1) {
    const since = performance.now();
    const id = await request(scene, `Request ${each}`);
    await waitFor(async () =>
      (await scene.ask<MediaRoom>('GET', `/data/media/${demoUser}`)).queue.some(({ videoId }) => videoId === id),
    );
    waits.push(performance.now() - since);
  }
  report('from a request until it stands in the queue, p95', p95(waits), 'ms', BARS.requestMs);
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** Returns how many statements the database counted on media share's own tables. */
async function statementsOnRooms(client: Client): Promise<number> {
  const { rows } = await client.query<{ many: string }>(
    "select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as many from pg_stat_user_tables where relname like 'media\\_%'",
  );
  return Number(rows[0]?.many ?? 0);
}

/** Adds owners who each have a room and a player URL. The server compares the URL's hash. */
async function putRooms(client: Client): Promise<string[]> {
  const tokens = Array.from({ length: PLAYERS }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'));
  await client.query(
    `insert into media_rooms (owner_id, name, enabled, address_hash)
     select (700000000000000000 + at)::text, 'bench' || at, true, hash
       from unnest($1::text[]) with ordinality as given (hash, at)`,
    [hashes],
  );
  return tokens;
}

/** Measures a process without other work, so the queries of other jobs do not count. */
async function measureCrowd(server: ServerProcess, client: Client): Promise<void> {
  const tokens = await putRooms(client);
  // By then, the process has released the memory that its start needed.
  await pause(15_000);
  const before = await residentMib(server.pid);
  const pages: EventPage<PlayerSnapshot>[] = [];
  for (const [at, token] of tokens.entries())
    pages.push(await openPlayer(server.url, token, `198.18.${at >> 8}.${at & 255}`));
  await waitFor(() => pages.every(({ events }) => events.at(-1)?.isSilent === false));
  // The database updates its counters a moment later: https://www.postgresql.org/docs/current/monitoring-stats.html
  await pause(12_000);
  const counted = await statementsOnRooms(client);
  await pause(IDLE_MS);
  const during = (await statementsOnRooms(client)) - counted;
  report(`${PLAYERS} players, more memory`, (await residentMib(server.pid)) - before, 'MiB', BARS.playersMib);
  report(`${PLAYERS} players, look-ups in ${IDLE_MS / 1_000} s of silence`, during, '', BARS.idleStatements);
  await Promise.all(pages.map((page) => page.leave()));
}

const started = await startPostgres({ maxConnections: 100 });
if ('reason' in started) throw new Error(started.reason);
const sim = await startSim({ limits: false });
const env = { DATABASE_URL: started.url, PLANS: 'unlimited', LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '100000' };
let server = await startServer({ sim, role: 'api', env });
const client = new Client({ connectionString: started.url });
try {
  await client.connect();
  await measureCrowd(server, client);
  await server.kill('SIGKILL');
  server = await startServer({ sim, role: 'all', env });
  const token = await logIn(sim, server.url, demoUser);
  const scene: Scene = {
    sim,
    get server() {
      return server;
    },
    async ask<T>(method: string, path: string, body?: object) {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (JSON.parse(text) as { data: T }).data;
    },
  };
  const settings = { approval: 'nobody', secondsBetween: 0, queueLimit: 200 };
  await scene.ask('PATCH', `/data/user/${demoUser}`, { mediaShare: { enabled: true, settings } });
  const address = await newAddress(scene);
  const page = await openPlayer(server.url, address);
  await request(scene, 'The first one');
  await measurePresses(scene, page);
  await measureRequests(scene);

  const itemId = page.events.at(-1)?.item?.itemId;
  const tell = (type: string, second: number) =>
    scene.ask<PlayerSnapshot>('POST', `/data/media/player/${address}/reports`, {
      tab: 'obs',
      itemId,
      type,
      second,
      code: null,
    });
  await scene.ask('PUT', `/data/media/${demoUser}/player/play`, {});
  await tell('started', 0);
  await pause(5_000);
  const { second } = await tell('second', 5);
  const saidAt = performance.now();
  const port = Number(new URL(server.url).port);
  await server.kill('SIGKILL');
  await page.leave();
  server = await startServer({ sim, role: 'all', env, port });
  const readyAt = performance.now();
  const again = await openPlayer(server.url, address);
  await waitFor(() => again.events.some(({ isSilent }) => !isSilent));
  report('killed: from the address answering until the player plays', performance.now() - readyAt, 'ms', BARS.backMs);
  const snapshot = again.events.at(-1);
  if (snapshot?.item?.itemId !== itemId) throw new Error('another video plays');
  const off = Math.abs((snapshot?.second ?? 0) - (second + (performance.now() - saidAt) / 1_000));
  report('killed: how far the second is from where the page is', off, 's', BARS.aheadSeconds);
  await again.leave();
} finally {
  await client.end();
  await server.kill('SIGKILL');
  await sim.close();
  await started.stop();
}
process.exitCode = isGood ? 0 : 1;
