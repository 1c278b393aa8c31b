import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** xQc on Kick and Twitch and a YouTube channel are one creator here. Each test continues from the last one. */
let sim: Sim;
let server: ServerProcess;
let dataDir: string;
let port: number;
let headers: Record<string, string>;
let creatorId: string;
const rooms = { own: '', together: '' };
let role: string;

interface Shown {
  content: string;
  embeds: { title?: string; description?: string }[];
  components?: { components: { url?: string; label?: string }[] }[];
}

const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
const act = (world: 'kick' | 'twitch' | 'youtube', action: string, body: object) =>
  sim.worlds.get(world)?.controls[action]?.(body);
const made = async (action: string, name: string) =>
  ((await discord(action, { guild_id: nightCity, name })) as { id: string }).id;
const shown = async (room: string) =>
  ((await discord('messages', { channel_id: room })) as { messages: Shown[] }).messages;
const buttons = ({ components = [] }: Shown) => components.flatMap((row) => row.components.map((button) => button.url));
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 40_000, interval: 100 });

const start = async () => {
  const env = { PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '100000' };
  server = await startServer({ sim, dataDir, port, env });
};

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/data/${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = (await answer.json()) as { data?: unknown; error?: string };
  return { status: answer.status, data, error };
}
const inServer = (path: string) => `guild/${nightCity}/${path}`;

async function logIn(): Promise<void> {
  const { location } = (await discord('authorise', {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  })) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const answer = await fetch(`${server.url}/sessions?code=${code}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  headers = { authorization: `Bearer ${data.customToken}`, 'content-type': 'application/json' };
}

beforeAll(async () => {
  sim = await startSim({ limits: false });
  dataDir = await mkdtemp(join(tmpdir(), 'tally-creators-'));
  port = await freePort();
  await start();
  act('kick', 'callback', { url: `${server.url}/webhooks/kick` });
  await logIn();
  rooms.own = await made('add-channel', 'alerts');
  rooms.together = await made('add-channel', 'everywhere');
  role = await made('add-role', 'xqc-fans');
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await sim.close();
  await rm(dataDir, { recursive: true, force: true });
});

const channels = [
  { platform: 'kick', streamerUserName: 'xqc', rumbleType: null },
  { platform: 'twitch', streamerUserName: 'xqc', rumbleType: null },
];

it('a creator is looked up on a platform, by name or address', async () => {
  expect(await call('GET', `creators/twitch/${encodeURIComponent('https://www.twitch.tv/xQc')}`)).toMatchObject({
    status: 200,
    data: { platform: 'twitch', name: 'xqc', url: 'https://www.twitch.tv/xqc', isLive: null, rumbleType: null },
  });
  expect(await call('GET', 'creators/kick/nobody-at-all')).toMatchObject({
    status: 404,
    error: 'There is no channel called nobody-at-all on Kick. You can paste a link to the channel instead.',
  });
});

it('a streamer who is not followed yet is refused by name', async () => {
  for (const platform of ['kick', 'twitch']) {
    const body = { notificationChannelId: rooms.own, offlineGraceMinutes: 0 };
    // Waits for the bot, which reports its servers shortly after the start.
    await until(async () =>
      expect([200, 409]).toContain((await call('POST', inServer(`${platform}/xqc`), body)).status),
    );
  }
  const missing = { platform: 'youtube', streamerUserName: 'mkbhd', rumbleType: null };
  const body = { name: 'xQc', channels: [...channels, missing] };
  expect(await call('POST', inServer('creators'), body)).toMatchObject({
    status: 409,
    error: 'mkbhd on YouTube is not followed here yet. Add them to the notifications first.',
  });
  expect(await call('GET', inServer('creators'))).toMatchObject({ status: 200, data: [] });
});

it('is put together, and each channel belongs to one creator only', async () => {
  const body = {
    name: 'xQc',
    channels,
    platformOrder: ['twitch'],
    notificationChannelId: rooms.together,
    pingRoleId: role,
  };
  const added = await call('POST', inServer('creators'), body);
  expect(added).toMatchObject({ status: 200, data: { ...body, guildId: nightCity } });
  ({ creatorId } = added.data as { creatorId: string });
  expect(await call('POST', inServer('creators'), { name: 'Other', channels: channels.slice(1) })).toMatchObject({
    status: 409,
    error: 'xqc already belongs to xQc. Remove them there first.',
  });
  const elsewhere = { notificationChannelId: '801000000000000099' };
  expect((await call('PATCH', inServer(`creators/${creatorId}`), elsewhere)).status).toBe(400);
  expect((await call('PATCH', inServer('creators/somebody'), { name: 'x' })).status).toBe(404);
  expect((await call('PATCH', inServer(`creators/${creatorId}`), { name: 'xQc everywhere' })).status).toBe(200);
  expect(await call('GET', inServer('creators'))).toMatchObject({ data: [{ name: 'xQc everywhere', channels }] });
});

it('both platforms go live: one message with both links, one ping', async () => {
  await until(() => {
    const world = sim.worlds.get('twitch')?.summary() as { subscriptions: { status: string }[] } | undefined;
    expect(world?.subscriptions.filter(({ status }) => status === 'enabled')).toHaveLength(3);
  });
  act('kick', 'go-live', { who: 'xqc', title: 'On Kick' });
  act('twitch', 'go-live', { who: 'xqc', title: 'On Twitch' });
  await until(async () => {
    const [message] = await shown(rooms.together);
    expect(message && buttons(message)).toEqual(['https://www.twitch.tv/xqc', 'https://kick.com/xqc']);
    expect(message?.embeds[0]?.title).toBe('On Twitch');
    expect(message?.content.match(/<@&\d+>/g)).toEqual([`<@&${role}>`]);
  });
  expect(await shown(rooms.together)).toHaveLength(1);
  expect(await shown(rooms.own)).toEqual([]);
});

it('the journal shows who was live where, and why no channel was announced alone', async () => {
  const { data } = await call('GET', inServer('journal'));
  const rows = (data as { rows: { platform: string; outcome: string | null; reason: string | null }[] }).rows;
  const alone = rows.filter(({ reason }) => reason === 'partOfCreator');
  expect(alone.map(({ platform }) => platform).toSorted()).toEqual(['kick', 'twitch']);
  expect(rows).toHaveLength(3);
});

it('a restart changes nothing; Kick ends, and its link is removed', async () => {
  await server.kill('SIGTERM');
  await start();
  act('kick', 'end', { who: 'xqc' });
  await until(async () => {
    const [message] = await shown(rooms.together);
    expect(message && buttons(message)).toEqual(['https://www.twitch.tv/xqc']);
  });
  const [message] = await shown(rooms.together);
  expect(message?.embeds[0]?.description ?? '').not.toContain('was live');
});

it('Twitch ends too, and the message becomes the end card', async () => {
  act('twitch', 'end', { who: 'xqc' });
  await until(async () => expect((await shown(rooms.together))[0]?.embeds[0]?.description).toContain('was live'));
  expect(await shown(rooms.together)).toHaveLength(1);
  expect(await shown(rooms.own)).toEqual([]);
});

it('YouTube joins the creator, and continues with the same message within the cooldown', async () => {
  const body = { liveNotificationChannelId: rooms.own, offlineGraceMinutes: 0 };
  expect((await call('POST', inServer('youtube/mkbhd'), body)).status).toBe(200);
  const youtube = { platform: 'youtube', streamerUserName: 'mkbhd', rumbleType: null };
  const changed = await call('PATCH', inServer(`creators/${creatorId}`), { channels: [...channels, youtube] });
  expect(changed.status).toBe(200);
  await until(() => {
    const world = sim.worlds.get('youtube')?.summary() as { subscriptions: object[] } | undefined;
    expect(world?.subscriptions).toMatchObject([{ state: 'running' }]);
  });
  act('youtube', 'go-live', { who: 'mkbhd', title: 'On YouTube' });
  await until(async () => expect((await shown(rooms.together))[0]?.embeds[0]?.title).toBe('On YouTube'));
  expect(await shown(rooms.together)).toHaveLength(1);
  expect(await shown(rooms.own)).toEqual([]);
});

it('is split up while live: the current stream is not announced again, a new one is', async () => {
  expect((await call('DELETE', inServer(`creators/${creatorId}`))).data).toBe(
    'xQc everywhere has been split up. Each channel is announced separately again.',
  );
  expect(await call('GET', inServer('creators'))).toMatchObject({ data: [] });
  // In this server a stream ends immediately, so Kick's next one is a new stream.
  act('kick', 'go-live', { who: 'xqc', title: 'Back on Kick' });
  await until(async () => expect((await shown(rooms.own))[0]?.embeds[0]?.title).toBe('Back on Kick'));
  expect(await shown(rooms.together)).toHaveLength(1);
  expect(await shown(rooms.own)).toHaveLength(1);
});

it('nothing was asked of the outside world that it does not know', () => expect(sim.unknownCalls).toEqual([]));
