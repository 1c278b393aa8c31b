import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { addresses, sayAs, strangersCalls } from '@tally/tests/flood';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Runs one program with platforms that enforce their limits, and people who are not logged in. */
const MINUTE_MS = 60_000;
/** More names than Twitch has points. Each name is requested in three ways. */
const NAMES = 300;
const patience = { timeout: 60_000, interval: 100 };

let sim: Sim;
let server: ServerProcess;
let room: string;
let headers: Record<string, string>;

beforeAll(async () => {
  sim = await startSim();
  server = await startServer({ sim, env: { TRUST_PROXY: 'true' } });
  act('kick', 'callback', { url: `${server.url}/webhooks/kick` });
  headers = await logIn();
  room = (discord('add-channel', { guild_id: nightCity, name: 'alerts' }) as { id: string }).id;
  for (const platform of ['kick', 'twitch']) {
    // Waits for the bot, which reports its servers shortly after the start.
    await vi.waitFor(async () => {
      const { status } = await follow(platform, 'xqc');
      if (status !== 200) throw new Error(`following on ${platform} was answered with ${status}`);
    }, patience);
  }
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await sim.close();
});

const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
const act = (world: string, action: string, body: object) => sim.worlds.get(world)?.controls[action]?.(body);
const shown = () => sim.discord.state.channels.get(room)?.messages.size ?? 0;

async function logIn(): Promise<Record<string, string>> {
  const asked = {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  };
  const { location } = discord('authorise', asked) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const answer = await fetch(`${server.url}/sessions?code=${code}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  return {
    authorization: `Bearer ${data.customToken}`,
    'content-type': 'application/json',
    'x-forwarded-for': '198.51.100.9',
  };
}

const follow = (platform: string, name: string) =>
  fetch(`${server.url}/data/guild/${nightCity}/${platform}/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ notificationChannelId: room }),
  });
const lookUp = async (platform: string, name: string) =>
  (await fetch(`${server.url}/data/creators/${platform}/${name}`, { headers })).status;

async function goesLive(platform: string): Promise<void> {
  const before = shown();
  act(platform, 'go-live', { who: 'xqc', title: `Hello from ${platform}` });
  await vi.waitFor(() => expect(shown()).toBe(before + 1), patience);
}

/** Sends a few calls at a time, from each address in turn. */
async function flood(calls: ReturnType<typeof strangersCalls>, from: readonly string[]) {
  const answers: { name: string; path: string; answer: Response }[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < calls.length; at = next++) {
      const call = calls[at];
      if (!call) continue;
      const answer = await sayAs(server.url, from[at % from.length] ?? '', call);
      answers.push({ name: call.name, path: call.path, answer });
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  return answers;
}

it.each([
  ['twenty addresses', addresses.many, 'kick'],
  ['one IPv6 network', addresses.oneNetwork, 'twitch'],
] as const)('every anonymous call from %s keeps no stream and no member waiting', async (_, from, platform) => {
  const round = platform === 'kick' ? 10_000 : 20_000;
  const flooding = flood(
    [0, 1, 2, 3].flatMap((at) => strangersCalls(round + at)),
    from,
  );
  await goesLive(platform);
  expect(await lookUp('kick', 'nordwind')).toBe(200);
  const failed = (await flooding).filter(({ answer }) => answer.status >= 500).map(({ name }) => name);
  expect(failed).toEqual([]);
});

it('unknown names use up the small share of strangers, and nothing else', async () => {
  const startedAt = Date.now();
  const names = Array.from({ length: NAMES }, (_, at) => strangersCalls(30_000 + at)).flat();
  const ofTwitch = names.filter(({ path }) => path.includes('/twitch/made_up'));
  expect(ofTwitch.length).toBeGreaterThan(800);
  const answers = await flood(ofTwitch, addresses.many);

  // These names do not exist, so Twitch answers 404. The cache answers a second request.
  const told = answers.filter(({ answer }) => answer.status === 404);
  const asked = new Set(told.map(({ path }) => /made_up_\d+/.exec(path)?.[0]));
  const minutes = Math.floor(Date.now() / MINUTE_MS) - Math.floor(startedAt / MINUTE_MS) + 1;
  expect(asked.size).toBeLessThanOrEqual(40 * minutes);

  const refused = answers.flatMap(({ answer }) => (answer.status === 429 ? answer : []));
  expect(told.length + refused.length).toBe(ofTwitch.length);
  const codes = await Promise.all(refused.map(async (answer) => ((await answer.json()) as { code: string }).code));
  expect(codes.filter((code) => code === 'strangersUsedUp').length).toBeGreaterThan(400);
  expect(Number(refused.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);

  // Members still get answers, and so does a followed chat.
  for (const name of ['xqc', 'shroud', 'hinata_kobo']) expect(await lookUp('twitch', name)).toBe(200);
  const decor = { name: 'decor', method: 'GET', path: '/data/chat/twitch/xqc/decor' };
  expect((await sayAs(server.url, '203.0.113.200', decor)).status).toBe(200);
});

it('and the sentence is in the caller’s language', async () => {
  const call = async (at: number) =>
    await fetch(`${server.url}/data/emotes/twitch/made_up_${at}`, {
      headers: { 'accept-language': 'ar', 'x-forwarded-for': '203.0.113.201' },
    });
  const sentence = await vi.waitFor(async () => {
    for (let at = 40_000; at < 40_060; at += 1) {
      const { code, error } = (await (await call(at)).json()) as { code: string; error: string };
      if (code === 'strangersUsedUp') return error;
    }
    throw new Error('the share was not used up');
  }, patience);
  expect(sentence).toMatch(/Twitch.*سجّل الدخول/);
});
