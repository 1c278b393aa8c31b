import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyEndpoint,
  type CallInput,
  contract,
  encodeRequest,
  type Setup,
  type SetupSaved,
} from '@tally/contract';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const { setup } = contract;
const web = 'http://localhost:3000';
const keys = {
  DISCORD_CLIENT_ID: '900000000000000001',
  DISCORD_CLIENT_SECRET: 'sim-client-secret',
  DISCORD_TOKEN: 'sim-bot-token',
};
const canary = 'sim-kick-secret';

let sim: Sim;
let server: ServerProcess;
let dataDir: string;
let port: number;
let word = '';
let token: string | undefined;
const seen: string[] = [];

/** Starts the server with Discord and Kick URLs that point at the simulated world, and no keys. */
const start = () =>
  startServer({
    dataDir,
    port,
    env: {
      SIM_PORT: `${sim.port}`,
      DISCORD_API_URL: `${sim.url}/discord/api`,
      DISCORD_CDN_URL: `${sim.url}/discord/cdn`,
      KICK_API_URL: `${sim.url}/kick/api`,
      KICK_ID_URL: `${sim.url}/kick/id`,
      KICK_SITE_URL: `${sim.url}/kick/site`,
      KICK_WEB_URL: `${sim.url}/kick/web`,
      KICK_MOBILE_URL: `${sim.url}/kick/mobile`,
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  });

beforeAll(async () => {
  sim = await startSim({ limits: false });
  sim.discord.controls['add-redirect']?.({
    client_id: keys.DISCORD_CLIENT_ID,
    redirect_uri: `${web}/login/callback`,
  });
  dataDir = await mkdtemp(join(tmpdir(), 'tally-setup-'));
  port = await freePort();
  server = await start();
  word = server.setupWord() ?? '';
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await sim.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) {
  const { path, method, body } = encodeRequest(endpoint, input);
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(server.url + path, { method, body: body ?? null, headers });
  const text = await answer.text();
  seen.push(text);
  const { data, error, code } = JSON.parse(text) as { data: unknown; error?: string; code?: string };
  return { status: answer.status, data, error, code };
}
const save = async (step: 'discord' | 'platforms' | 'addresses', values: Record<string, string | null>) =>
  await call(setup.setUp, { params: { step }, body: { word, values } });
const saved = async (...about: Parameters<typeof save>) => (await save(...about)).data as SetupSaved;
const read = async () => (await call(setup.openSetup, { body: { word } })).data as Setup;
/** Restarts the process as systemd, compose and `npm start` do when it exits to apply new settings. */
async function restart(): Promise<void> {
  await call(setup.restartSetup, { body: { word } });
  expect(await server.gone).toBe(75);
  server = await start();
}
const control = async (action: string, body: object): Promise<unknown> => await sim.discord.controls[action]?.(body);
const logIn = async (userId: string) => {
  const { location } = (await control('authorise', {
    client_id: keys.DISCORD_CLIENT_ID,
    redirect_uri: `${web}/login/callback`,
    scope: 'identify email guilds guilds.join',
    user_id: userId,
  })) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const { data } = await call(contract.session.logIn, { query: { code } });
  return (data as { customToken: string }).customToken;
};

it('a stranger without the word sees nothing', async () => {
  expect(word).toHaveLength(43);
  expect(await call(setup.openSetup, { body: { word: 'guess' } })).toMatchObject({ status: 404, code: 'setupClosed' });
  expect(await call(setup.getHouseSettings, {})).toMatchObject({ status: 401 });
  expect(await read()).toMatchObject({ isReal: false, isPending: false, hasOwner: false, database: 'builtIn' });
});

it('keys that Discord refuses are not stored, and the answer explains the fix', async () => {
  expect(await save('discord', { DISCORD_TOKEN: keys.DISCORD_TOKEN })).toMatchObject({
    status: 400,
    error: 'DISCORD_CLIENT_ID: fill it in too, or leave all fields of this group empty.',
  });
  const wrong = await saved('discord', { ...keys, DISCORD_CLIENT_SECRET: 'wrong' });
  expect(wrong.isSaved).toBe(false);
  expect(wrong.checks[0]?.faults[0]?.cause).toBe('Discord does not accept DISCORD_CLIENT_SECRET, so logins fail.');
  expect(await read()).toMatchObject({ isPending: false });
});

it('good keys are stored sealed, wait for a restart, and survive it', async () => {
  const good = await saved('discord', keys);
  expect(good).toMatchObject({ isSaved: true, setup: { isPending: true, isReal: false } });
  expect(good.intents.map(({ isOn }) => isOn)).toEqual([true, true, true]);
  const kick = await saved('platforms', { KICK_CLIENT_ID: 'sim-kick-client', KICK_CLIENT_SECRET: canary });
  expect(kick).toMatchObject({ isSaved: true });
  expect((await call(setup.becomeOwner, { body: { word } })).status).toBe(401);
  token = await logIn(demoUser);
  expect((await call(contract.admin.checkInstallation, {})).status).toBe(200);
  await restart();
  // The simulated world's owner was deleted together with it.
  expect((await call(contract.session.check, {})).status).toBe(401);
  token = undefined;
  expect(await read()).toMatchObject({ isReal: true, isPending: false, hasOwner: false });
  const none = Object.fromEntries(Object.keys(keys).map((name) => [name, null]));
  expect(await save('discord', none)).toMatchObject({ status: 409, code: 'setupStaysReal' });
});

it('the first person with the word becomes the owner, and the page closes', async () => {
  token = await logIn(demoUser);
  const list = (await call(contract.admin.checkInstallation, {})).status;
  expect(list).toBe(403);
  expect(await call(setup.becomeOwner, { body: { word } })).toMatchObject({ status: 200 });
  expect(await call(setup.openSetup, { body: { word } })).toMatchObject({ status: 404, code: 'setupClosed' });
  expect((await call(contract.account.me, {})).data).toMatchObject({ isDev: true });
  expect(await call(setup.getHouseSettings, {})).toMatchObject({ status: 200, data: { hasOwner: true } });
  // The next login does not become the owner.
  token = await logIn(demoUser);
  expect(await call(setup.getHouseSettings, {})).toMatchObject({ status: 200, data: { hasOwner: true } });
});

it('the new installation posts its first message with the stored keys', async () => {
  const { id: room } = (await control('add-channel', { guild_id: nightCity, name: 'live' })) as {
    id: string;
  };
  const params = { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const;
  await vi.waitFor(
    async () => {
      const body = { notificationChannelId: room } as never;
      const added = await call(contract.notifications.addStreamer, { params, query: {}, body });
      expect(added).toMatchObject({ status: 200 });
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(await call(contract.notifications.sendTest, { params, query: {} })).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    const { messages } = (await control('messages', { channel_id: room })) as { messages: object[] };
    expect(messages).toHaveLength(1);
  }, 60_000);
});

it('no answer of any step held a secret', () => {
  for (const secret of [canary, keys.DISCORD_CLIENT_SECRET, keys.DISCORD_TOKEN])
    expect(seen.filter((text) => text.includes(secret))).toEqual([]);
});
