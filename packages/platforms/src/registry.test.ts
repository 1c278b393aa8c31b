import { aboutPlatforms } from '@tally/contract/platforms/words';
import { createEgress, egressHosts } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import { type PlatformDoors, readConfig, systemTimers } from '@tally/kernel';
import { expect, it } from 'vitest';
import { connectPlatforms, platforms } from './registry.ts';

const bot = { DISCORD_TOKEN: 'a real one', DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 's' };
const outside = 'https://api.tally.example';
let calls: { url: string; headers?: Record<string, string> }[] = [];
let said: string[] = [];

/** Connects the platforms that these settings enable. No call gets a response. */
function connect(env: Record<string, string>) {
  calls = [];
  said = [];
  const note = (_: unknown, text: string) => void said.push(text);
  const call = async (about: (typeof calls)[number]) => {
    calls.push(about);
    throw new Error('nobody answers');
  };
  return connectPlatforms({
    config: readConfig({ NODE_ENV: 'test', ...env }),
    clock: { now: () => new Date('2026-11-21T18:00:00Z') },
    timers: systemTimers,
    log: { debug: note, info: note, warn: note, error: note },
    metrics: createMetrics({ withProcess: false }),
    http: { json: call, text: call, raw: call },
  } as unknown as PlatformDoors);
}
const ready = (env: Record<string, string>) => {
  const connected = connect(env);
  return platforms.flatMap(({ id }) => (connected.find(id) ? [id] : []));
};

it('with a real Discord and no keys no platform is watched, and the start names what is missing', () => {
  expect(ready(bot)).toEqual([]);
  expect(said).toEqual([
    expect.stringMatching(
      /^Not set up, so nobody is watched there: Kick \(KICK_CLIENT_ID, KICK_CLIENT_SECRET\); Rumble \(RUMBLE_PAGES=real\); /,
    ),
  ]);
});

it('the most that people and strangers may ask leaves detection its share of Twitch’s limit', () => {
  const pace = platforms.find(({ id }) => id === 'twitch')?.pace;
  // The images and emotes of a channel cost two points.
  const most = (pace?.questionsPerMinute ?? 0) + (pace?.peoplePerMinute ?? 0) + 2 * (pace?.strangersPerMinute ?? 0);
  expect(most).toBeLessThanOrEqual(800);
});

it('with the simulated Discord all platforms are there, except those switched off', () => {
  expect(ready({})).toEqual(platforms.map(({ id }) => id));
  expect(said).toEqual([]);
  expect(ready({ TIKTOK_PAGES: 'off' })).not.toContain('tiktok');
});

/** Each platform, simulated and real. "NAME=value" is a setting with a fixed value. The others are keys. */
const standings = platforms.flatMap(({ id }) => {
  const { settings, links } = aboutPlatforms[id];
  const set = settings.map((setting) => setting.split('='));
  const [[fixed = '', value]] = set as [string[]];
  const real = Object.fromEntries(set.map(([name = '', text = 'key']) => [name, text]));
  return [
    [id, { [value ? fixed : `${id.toUpperCase()}_SIMULATED`]: value ? 'simulated' : 'true' }, '127.0.0.1'],
    [id, real, id === 'youtube' ? 'googleapis.com' : links.site],
  ] as const;
});

it.each(standings)(
  'with a real Discord %s is the only platform with %o, and %s receives the call',
  async (platform, env, host) => {
    expect(ready({ ...bot, ...env })).toEqual([platform]);
    await expect(
      connect({ ...bot, ...env })
        .find(platform)
        ?.stream.findChannel('somebody'),
    ).rejects.toThrow('nobody answers');
    const called = new URL(calls[0]?.url ?? '').hostname;
    expect(called).toContain(host);
    const egress = createEgress(egressHosts(readConfig({ NODE_ENV: 'test', ...bot, ...env }), platforms));
    expect([called, 'kick.com', 'rumble.com'].map((each) => egress.isAllowed(each))).toEqual([
      true,
      called.endsWith('kick.com'),
      called.endsWith('rumble.com'),
    ]);
  },
);

it.each([
  [outside, true],
  ['http://127.0.0.1:4000', false],
  ['https://localhost', false],
  ['http://server:4000', false],
  ['http://192.168.1.7:4000', false],
] as const)('the real Kick is asked to push to %s: %s; it can be linked and asked all the same', (address, isAsked) => {
  const keys = { KICK_CLIENT_ID: 'k', KICK_CLIENT_SECRET: 's', PUBLIC_API_URL: address };
  const kick = connect({ ...bot, ...keys }).find('kick');
  expect([kick?.push, kick?.chat].map((group) => group !== undefined)).toEqual([isAsked, isAsked]);
  expect(kick?.login).toBeDefined();
  expect(said.filter((text) => text.startsWith('Kick cannot push'))).toHaveLength(isAsked ? 0 : 1);
});

it('the simulated Kick pushes to this machine', () => {
  expect(connect({ PUBLIC_API_URL: 'http://127.0.0.1:4000' }).find('kick')?.push).toBeDefined();
});

it.each([
  ['rumble', (env: Record<string, string>) => connect(env).find('rumble')?.stream.findChannel('c/ada')],
  ['tiktok', (env: Record<string, string>) => connect(env).find('tiktok')?.stream.findChannel('ada')],
  [
    'kick',
    (env: Record<string, string>) => connect(env).find('kick')?.followers?.countFollowers({ id: '1', name: 'ada' }),
  ],
] as const)(
  'pages of %s get the headers of a browser, or those of a setting; an API gets our own name',
  async (_, ask) => {
    await expect(ask({})).rejects.toThrow('nobody answers');
    expect(calls[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 .*Chrome\/(\d+)/),
      'sec-ch-ua': expect.stringContaining('Google Chrome'),
      'accept-language': expect.any(String),
    });
    await expect(ask({ BROWSER_USER_AGENT: 'Mozilla/5.0 mine' })).rejects.toThrow('nobody answers');
    expect(calls[0]?.headers).toMatchObject({ 'user-agent': 'Mozilla/5.0 mine', 'sec-ch-ua': expect.any(String) });
    await expect(ask({ BROWSER_HEADERS: '{"accept-language":"de"}' })).rejects.toThrow('nobody answers');
    expect(calls[0]?.headers).toMatchObject({
      'accept-language': 'de',
      'user-agent': expect.stringMatching(/^Mozilla/),
    });
    expect(calls[0]?.headers).not.toHaveProperty('sec-ch-ua');
  },
);

it('official APIs get our name and never the headers of a browser', async () => {
  const connected = connect({});
  await expect(connected.find('kick')?.stream.findChannel('ada')).rejects.toThrow('nobody answers');
  await expect(
    connected
      .find('rumble')
      ?.supporters?.readSecret(
        'http://127.0.0.1:4400/rumble/site/-livestream-api/get-data?key=canary-key-0123456789-0123456789',
      ),
  ).rejects.toThrow('nobody answers');
  expect(calls.map(({ headers }) => headers?.['user-agent'])).toEqual(calls.map(() => undefined));
  expect(calls.length).toBeGreaterThan(1);
});
