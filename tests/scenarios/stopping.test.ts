import { randomBytes } from 'node:crypto';
import { type Sim, startSim } from '@tally/sim/start';
import { createTestDatabase } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const running: ServerProcess[] = [];
const start = async (options: Parameters<typeof startServer>[0]) => {
  const server = await startServer(options);
  running.push(server);
  return server;
};
let sim: Sim;
beforeAll(async () => {
  sim = await startSim();
});
afterEach(async () => {
  sim.faults.clear();
  await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
});
afterAll(() => sim.close());

const soon = { timeout: 30_000, interval: 100 };
const read = async (url: string) => (await fetch(url)).json() as Promise<{ status: number; error?: unknown }>;
const isReady = async (server: ServerProcess) => expect((await read(`${server.url}/ready`)).status).toBe(200);
const isClosed = (server: ServerProcess) => expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed');

async function startReady(): Promise<ServerProcess> {
  const server = await start({ sim });
  await vi.waitFor(() => isReady(server), soon);
  return server;
}

/** Starts a login that Discord answers slowly. Resolves when Discord has received it. */
async function beginSlowCall(server: ServerProcess, ms: number): Promise<{ answer: Promise<unknown> }> {
  const { id } = sim.faults.add({ world: 'discord', route: '*oauth2/token', kind: 'stall', ms });
  const answer = fetch(`${server.url}/sessions?code=abc`, { method: 'POST' })
    .then((each) => each.json())
    .catch((error: unknown) => error);
  await vi.waitFor(() => expect(sim.faults.list().find((fault) => fault.id === id)?.hits).toBe(1), soon);
  return { answer };
}

describe('a server that is asked to stop', () => {
  it('finishes the current request, and accepts no new one', async () => {
    const server = await startReady();
    const { answer } = await beginSlowCall(server, 2000);
    const gone = server.kill('SIGTERM');
    await vi.waitFor(() => isClosed(server), soon);
    expect(await answer).toMatchObject({ status: 401, code: 'loginFailed' });
    expect(await gone).toBe(0);
  });

  it('does not wait when it is asked a second time', async () => {
    const server = await startReady();
    const { answer } = await beginSlowCall(server, 60_000);
    const first = server.kill('SIGTERM');
    await vi.waitFor(() => isClosed(server), soon);
    const second = server.kill('SIGINT');
    expect(await Promise.all([first, second])).toEqual([1, 1]);
    expect(await answer).toBeInstanceOf(Error);
  });

  it('ends with the process that started it', async () => {
    const server = await startReady();
    server.orphan();
    expect(await server.gone).toBe(0);
  });
});

it('Discord away: named as a part of a process that stays ready, and well again when it is back', async () => {
  // Discord is down from the first request on, because a good answer is cached for half a minute.
  const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
  const server = await start({ sim });
  const discord = async () => ((await read(`${server.url}/ready`)) as { data?: { discord?: string } }).data?.discord;
  expect(await discord()).toMatch(/discord/i);
  await isReady(server);
  expect((await read(`${server.url}/status`)).status).toBe(200);
  sim.faults.remove(outage.id);
  await vi.waitFor(async () => expect(await discord()).toBe('ok'), soon);
});

describe.runIf(process.env.TEST_DATABASE_URL)('an API behind a balancer', () => {
  it('is not ready as soon as it is asked to stop, and accepts requests until it has drained', async () => {
    const DATABASE_URL = await createTestDatabase(`drain_${randomBytes(4).toString('hex')}`);
    // Draining takes longer than this test, so a second signal must end it.
    const server = await start({ sim, role: 'api', env: { DATABASE_URL, DRAIN_SECONDS: '300' } });
    sim.faults.add({ world: 'discord', kind: 'outage' });
    await vi.waitFor(() => isReady(server), soon);
    const gone = server.kill('SIGTERM');
    await vi.waitFor(
      async () =>
        expect(await read(`${server.url}/ready`)).toMatchObject({
          status: 503,
          error: ['running: this process is stopping'],
        }),
      soon,
    );
    expect((await read(`${server.url}/status`)).status).toBe(200);
    await server.kill('SIGTERM');
    expect(await gone).toBe(1);
  });

  it('closes when it has drained', async () => {
    const DATABASE_URL = await createTestDatabase(`drain_${randomBytes(4).toString('hex')}`);
    const server = await start({ sim, role: 'api', env: { DATABASE_URL, DRAIN_SECONDS: '0.1' } });
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});

it('a database that can not be reached is named without its password', async () => {
  const port = await freePort();
  const server = await start({ role: 'api', env: { DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/tally` } });
  expect(await server.gone).toBe(1);
  expect(server.output().trim()).toBe(
    `DATABASE_URL: the database at 127.0.0.1:${port}/tally can not be reached. Is it running?`,
  );
});
