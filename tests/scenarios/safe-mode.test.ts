import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { applicationId } from '@tally/tests/stack';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

let sim: Sim;
let dataDir: string;
let port: number;
const running: ServerProcess[] = [];
/** Starts the same process each time, with one name, one port and one folder. */
const start = async (env: Record<string, string> = {}) => {
  const server = await startServer({ sim, dataDir, port, env: { OWNER_IDS: demoUser, ...env } });
  running.push(server);
  return server;
};
beforeAll(async () => {
  sim = await startSim({ limits: false });
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tally-safe-'));
  port = await freePort();
  await sim.worlds.get('kick')?.controls['callback']?.({ url: `http://127.0.0.1:${port}/webhooks/kick` });
});
afterEach(async () => {
  sim.faults.clear();
  await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')));
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => sim.close());

const soon = { timeout: 60_000, interval: 100 };
const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
const goLive = (who: string, title: string) => sim.worlds.get('kick')?.controls['go-live']?.({ who, title });
const messagesIn = async (channel: string) =>
  ((await discord('messages', { channel_id: channel })) as { messages: unknown[] }).messages;

interface Envelope {
  readonly status: number;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
}
const answered = async (answer: Promise<Response>) => (await (await answer).json()) as Envelope;
const read = (server: ServerProcess, path: string, token = '') =>
  answered(fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } }));
const write = (server: ServerProcess, path: string, { token, body }: { token: string; body: object }) =>
  answered(
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

async function logIn(server: ServerProcess): Promise<string> {
  const { location } = (await discord('authorise', {
    client_id: applicationId,
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds',
    user_id: demoUser,
  })) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const { data } = await answered(fetch(`${server.url}/sessions?code=${code}`, { method: 'POST' }));
  return String(data?.['customToken']);
}

async function follow(server: ServerProcess, token: string, name: string): Promise<string> {
  const { id } = (await discord('add-channel', { guild_id: nightCity, name: `room-of-${name}` })) as { id: string };
  const path = `/data/guild/${nightCity}/kick/${name}`;
  const body = { notificationChannelId: id };
  await vi.waitFor(async () => expect((await write(server, path, { token, body })).status).toBe(200), soon);
  return id;
}

/** Waits until a pushed stream is stored and its job is in the queue. */
const hasJobs = async (server: ServerProcess, token: string) => {
  const { data } = await read(server, '/admin/queues', token);
  expect(data).toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^detection\/tell-(all|start)$/), waiting: 1 }),
  );
};

it('in safe mode pages work and nothing is sent; waiting messages are posted when staff leave it', {
  timeout: 240_000,
}, async () => {
  const first = await start();
  const subscribed = sim.faults.add({ world: 'kick', route: 'POST *subscriptions*', kind: 'stall', ms: 1 });
  const room = await follow(first, await logIn(first), 'xqc');
  await vi.waitFor(() => expect(subscribed.hits).toBeGreaterThan(0), soon);
  await first.kill('SIGKILL');
  sim.faults.clear();

  const calls = ['POST *channels/*', 'PUT *guilds/*', 'PATCH *', 'DELETE *', 'GET *gateway/bot*'].map((route) =>
    sim.faults.add({ world: 'discord', route, kind: 'stall', ms: 1 }),
  );
  const safe = await start({ SAFE_MODE: 'true' });
  const token = await logIn(safe);
  expect(await read(safe, '/')).toMatchObject({ data: { safeMode: { reason: 'setting' } } });
  expect((await read(safe, '/ready')).data?.['sending']).toMatch(/^safe mode since .*: setting$/);
  expect((await read(safe, `/data/guild/${nightCity}`, token)).status).toBe(200);
  await goLive('xqc', 'While it was safe');
  await vi.waitFor(() => hasJobs(safe, token), soon);
  const leave = { token, body: { forget: 'nothing' } };
  expect(await write(safe, '/admin/safety/leave', leave)).toMatchObject({ status: 409, code: 'safeModeFixed' });
  await safe.kill('SIGKILL');

  // Without the setting, safe mode lasts until staff decide about the waiting messages.
  const again = await start();
  expect(await read(again, '/admin/safety', token)).toMatchObject({
    data: { isFixed: false, safeMode: { reason: 'setting' } },
  });
  await hasJobs(again, token);
  expect(calls.map(({ hits }) => hits)).toEqual(calls.map(() => 0));
  expect(await messagesIn(room)).toEqual([]);
  expect((await write(again, '/admin/safety/leave', leave)).status).toBe(200);
  await vi.waitFor(async () => expect(await messagesIn(room)).toHaveLength(1), soon);
  expect(await read(again, '/')).toMatchObject({ data: { safeMode: null } });
  expect((await read(again, '/ready')).data?.['sending']).toBe('ok');
});
