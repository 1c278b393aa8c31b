import { type Sim, startSim } from '@tally/sim/start';
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

/** A login that Discord takes its time to answer; it is on its way when this resolves. */
async function beginSlowCall(server: ServerProcess, ms: number): Promise<{ answer: Promise<unknown> }> {
  const { id } = sim.faults.add({ world: 'discord', route: '*oauth2/token', kind: 'stall', ms });
  const answer = fetch(`${server.url}/sessions?code=abc`, { method: 'POST' })
    .then((each) => each.json())
    .catch((error: unknown) => error);
  await vi.waitFor(() => expect(sim.faults.list().find((fault) => fault.id === id)?.hits).toBe(1), soon);
  return { answer };
}

describe('a server that is asked to stop', () => {
  it('finishes the request that it has begun, and takes no new one', async () => {
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

  it('goes when whoever started it is gone', async () => {
    const server = await startReady();
    server.orphan();
    expect(await server.gone).toBe(0);
  });
});

it('Discord away: red with the reason, green again by itself, and the rest goes on', async () => {
  // Away from the first question on: once Discord has answered, that is believed for half a minute.
  const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
  const server = await start({ sim });
  const state = await read(`${server.url}/ready`);
  expect(state).toMatchObject({ status: 503, error: [expect.stringMatching(/^discord: /)] });
  expect((await read(`${server.url}/status`)).status).toBe(200);
  sim.faults.remove(outage.id);
  await vi.waitFor(() => isReady(server), soon);
});

it('a database that can not be reached is named without its password', async () => {
  const port = await freePort();
  const server = await start({ role: 'api', env: { DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/tally` } });
  expect(await server.gone).toBe(1);
  expect(server.output().trim()).toBe(
    `DATABASE_URL: the database at 127.0.0.1:${port}/tally can not be reached. Is it running?`,
  );
});
