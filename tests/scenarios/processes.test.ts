import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '@tally/infra/db';
import { silentLog } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { createTestDatabase } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

/** Each process starts in a second or two, or in ten on a busy machine. */
const FIVE_STARTS_MS = 180_000;

let sim: Sim;
const running: ServerProcess[] = [];
const start = async (...options: Parameters<typeof startServer>) => {
  const server = await startServer(...options);
  running.push(server);
  return server;
};

beforeAll(async () => {
  sim = await startSim();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
});
afterAll(() => sim.close());

const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
const kick = (action: string, body: object) => sim.worlds.get('kick')?.controls[action]?.(body);

async function logIn(api: string): Promise<Record<string, string>> {
  const asked = {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  };
  const { location } = (await discord('authorise', asked)) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const answer = await fetch(`${api}/sessions?code=${code}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  return { authorization: `Bearer ${data.customToken}`, 'content-type': 'application/json' };
}

async function follow(api: string, name: string): Promise<string> {
  const headers = await logIn(api);
  const { id } = (await discord('add-channel', { guild_id: nightCity, name: `room-of-${name}` })) as { id: string };
  const add = () =>
    fetch(`${api}/data/guild/${nightCity}/kick/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ notificationChannelId: id }),
    });
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(async () => expect((await add()).status).toBe(200), { timeout: 60_000, interval: 250 });
  return id;
}

const messagesIn = async (channel: string) =>
  ((await discord('messages', { channel_id: channel })) as { messages: { embeds: { title?: string }[] }[] }).messages;

function countSubscriptions(): number {
  const kickWorld = sim.worlds.get('kick')?.summary() as { subscriptions: number } | undefined;
  return kickWorld?.subscriptions ?? 0;
}

describe('one process on the built-in database', () => {
  it('brings a stream into the channel, calls no address outside this machine, and stops cleanly', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tally-watch-'));
    const log = join(folder, 'connections');
    const server = await start({
      sim,
      isFirstStart: true,
      env: { WATCH_CONNECTIONS: log },
      nodeArgs: ['--import', new URL('../helpers/watch-connections.mjs', import.meta.url).href],
    });
    const room = await follow(server.url, 'xqc');
    kick('go-live', { who: 'xqc', title: 'Hello' });
    await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), { timeout: 60_000, interval: 100 });
    expect(await server.kill('SIGTERM')).toBe(0);
    const targets = new Set((await readFile(log, 'utf8')).trim().split('\n'));
    expect([...targets].filter((host) => !/^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host))).toEqual([]);
    expect(targets.size).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
  });

  it('finds everything again after kill -9, also the job in the middle of which it was killed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tally-again-'));
    const first = await start({ sim, dataDir });
    const stall = sim.faults.add({ world: 'kick', route: 'POST *subscriptions*', kind: 'stall', ms: 120_000 });
    const room = await follow(first.url, 'lumi-vale');
    await vi.waitFor(() => expect(stall.hits).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
    const before = countSubscriptions();
    await first.kill('SIGKILL');
    sim.faults.remove(stall.id);
    await start({ sim, dataDir });
    kick('go-live', { who: 'lumi-vale', title: 'Still here' });
    // Shorter than any lease of the dead process, because a process that is alone with its database does not wait for
    // leases.
    await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), { timeout: 60_000, interval: 100 });
    await vi.waitFor(() => expect(countSubscriptions()).toBeGreaterThan(before), { timeout: 60_000, interval: 100 });
    await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
    await rm(dataDir, { recursive: true });
  });

  it('stops in time while Discord does not answer, and the next process posts the message once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tally-busy-'));
    const first = await start({ sim, dataDir });
    const room = await follow(first.url, 'kettlecorn');
    // Longer than a process may take to stop. A process that waited for this answer would exit with 1.
    const stall = sim.faults.add({
      world: 'discord',
      route: `POST *channels/${room}/messages`,
      kind: 'stall',
      ms: 60_000,
    });
    kick('go-live', { who: 'kettlecorn', title: 'Hello' });
    await vi.waitFor(() => expect(stall.hits).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
    expect(await first.kill('SIGTERM')).toBe(0);
    sim.faults.remove(stall.id);
    await start({ sim, dataDir });
    await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), { timeout: 60_000, interval: 100 });
    await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
    await rm(dataDir, { recursive: true });
  });
});

describe('a start that cannot succeed explains it in one sentence', () => {
  const refused = async (options: Parameters<typeof startServer>[0]) => {
    const server = await start({ sim, ...options });
    expect(await server.gone).toBe(1);
    return server.output().trim().split('\n');
  };

  it('if the port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    const said = await refused({ port });
    other.close();
    expect(said).toEqual([`Port ${port} is taken. Stop the program that uses it, or set API_PORT to another one.`]);
  });

  it('when another process has the database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tally-lock-'));
    await start({ sim, dataDir });
    const said = await refused({ dataDir });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(dataDir);
    await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
    await rm(dataDir, { recursive: true });
  });

  it('when a variable is wrong', async () => {
    expect(await refused({ env: { API_PORT: 'eighty' } })).toEqual([
      'API_PORT: must be a port: a whole number from 1 to 65535',
    ]);
  });

  it('when several processes are wanted without a real database', async () => {
    expect((await refused({ role: 'worker' }))[0]).toMatch(/^DATABASE_URL: needed with ROLE=worker/);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)('several processes on one Postgres', () => {
  it(
    'share the work: one API, one bot and two workers post one message, also when a worker is killed',
    async () => {
      const DATABASE_URL = await createTestDatabase(`processes_${randomBytes(4).toString('hex')}`, { isEmpty: true });
      const env = { DATABASE_URL };
      const api = await start({ sim, role: 'api', env });
      await kick('callback', { url: `${api.url}/webhooks/kick` });
      await start({ sim, role: 'bot', env });
      const workers = [await start({ sim, role: 'worker', env }), await start({ sim, role: 'worker', env })];
      const room = await follow(api.url, 'pixelpastor');
      kick('go-live', { who: 'pixelpastor', title: 'Shared' });
      await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), { timeout: 30_000, interval: 100 });
      await workers[0]?.kill('SIGKILL');
      kick('change-title', { who: 'pixelpastor', title: 'Shared, still' });
      await vi.waitFor(async () => expect((await messagesIn(room))[0]?.embeds[0]?.title).toBe('Shared, still'), {
        timeout: 45_000,
        interval: 250,
      });
      expect(await messagesIn(room)).toHaveLength(1);
    },
    FIVE_STARTS_MS,
  );

  it(
    'poll a platform together: a single worker sweeps, and another takes over when it is killed',
    async () => {
      const DATABASE_URL = await createTestDatabase(`sweeps_${randomBytes(4).toString('hex')}`);
      const env = { DATABASE_URL };
      const database = await openDb({ databaseUrl: DATABASE_URL, dataDir: null, log: silentLog, poolSize: 1 });
      const leader = async () => {
        const { rows } = await database.db.execute("select holder from leads where work = 'sweep/kick'");
        return rows[0]?.holder;
      };
      const api = await start({ sim, role: 'api', env });
      await start({ sim, role: 'bot', env });
      const first = await start({ sim, role: 'worker', env });
      // Without a callback, only polls can notice changes.
      await kick('callback', { url: `http://127.0.0.1:${await freePort()}/nobody` });
      const room = await follow(api.url, 'ridgewalker');
      const holder = await vi.waitFor(async () => {
        const found = await leader();
        expect(found).toBeTypeOf('string');
        return found;
      }, 60_000);

      await start({ sim, role: 'worker', env });
      const { asked, seconds } = await countSweeps(10);
      expect(await leader()).toBe(holder);
      // A round takes two seconds. Two leaders would poll twice as often.
      expect(asked).toBeGreaterThan(1);
      expect(asked).toBeLessThanOrEqual(Math.ceil(seconds / 2) + 1);

      await first.kill('SIGKILL');
      kick('go-live', { who: 'ridgewalker', title: 'Over to you' });
      await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), { timeout: 90_000, interval: 100 });
      expect(await leader()).not.toBe(holder);
      await database.close();
    },
    FIVE_STARTS_MS,
  );
});

/** Waits for this many polls for live channels. */
async function countSweeps(most: number): Promise<{ asked: number; seconds: number }> {
  const from = performance.now();
  const startedAt = Date.now();
  const seen = () => {
    const world = sim.worlds.get('kick')?.summary() as { requests: { at: number; path: string }[] } | undefined;
    return (world?.requests ?? []).filter(({ at, path }) => at >= startedAt && path.includes('/users/livestreams'))
      .length;
  };
  await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(most), { timeout: 60_000, interval: 100 });
  return { asked: seen(), seconds: (performance.now() - from) / 1_000 };
}
