import { account, connections, notifications, type PlatformToLink, session, type User } from '@tally/contract';
import { features } from '@tally/features/registry';
import { defineFeature, hours, minutes } from '@tally/kernel';
import { type Answer, demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAccessToken } from '../../packages/features/src/connections/index.ts';
import { leaveChats } from '../../packages/features/src/connections/service/sweep.ts';

/** People link accounts on the simulated platforms, and attackers try to abuse that. */
let api: TestApi;
let ann: string;
let bob: string;
const told: string[] = [];
const listener = defineFeature({
  name: 'role-sync',
  accountChanged: async (_ctx, { kind, account: { userId, platform, username } }) =>
    void told.push(`${kind} ${platform} ${username} ${userId}`),
});

beforeAll(async () => {
  api = await testApi({
    isWorking: true,
    features: [...features.filter(({ name }) => name !== 'role-sync'), listener],
    env: { PLANS: 'unlimited' },
  });
  ann = await api.logIn();
  bob = await api.logIn(somebodyElse);
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const token of [ann, bob]) {
    for (const platform of ['kick', 'twitch', 'rumble', 'youtube'] as const) await unlink(platform, token);
  }
  told.length = 0;
});

const names = { kick: 'xqc', twitch: 'tinwhistler', youtube: 'mkbhd' } as const;
type WithLogin = keyof typeof names;
const ways = Object.keys(names) as WithLogin[];
const control = (world: string, action: string, body: object = {}) =>
  api.sim.worlds.get(world)?.controls[action]?.(body);

const begin = async (platform: PlatformToLink, token = ann, depth?: 'creator') =>
  String((await api.call(connections.startConnecting, { params: { platform }, query: { depth } }, token)).json.data);

interface Back {
  readonly code: string;
  readonly state: string;
  readonly error: string | null;
}
/** Returns the URL to which the platform redirects the browser. An empty `as` refuses. */
async function agree(address: string, as: string, change: Record<string, string> = {}): Promise<Back> {
  const url = new URL(address);
  url.searchParams.set('as', as);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const { searchParams } = new URL(headers.get('location') ?? '');
  const get = (name: string) => searchParams.get(name) ?? '';
  return { code: get('code'), state: get('state'), error: searchParams.get('error') };
}
const finish = (platform: PlatformToLink, { code, state }: { code: string; state?: string }, token = ann) =>
  api.call(connections.connect, { params: { platform }, query: { state }, body: { code } }, token);
async function link(platform: WithLogin, as: string = names[platform], token = ann): Promise<Answer> {
  return await finish(platform, await agree(await begin(platform, token), as), token);
}
const unlink = (platform: PlatformToLink, token = ann) =>
  api.call(connections.disconnect, { params: { platform } }, token);
const me = async (token = ann) => ((await api.call(account.me, {}, token)).json.data as { database: User }).database;
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const said = (answer: Answer) => [answer.status, answer.json.error ?? answer.json.data];

describe.each(ways)('%s', (platform) => {
  it('is linked by logging in there, shown without a token, and given back on unlinking', async () => {
    expect(said(await link(platform))).toEqual([200, 'Platform has been successfully connected']);
    const shown = (await me())[`${platform}Account`];
    expect(shown).toMatchObject({ platform, username: names[platform], isGone: false });
    const held = await api.ctx.db.execute<{ access_token: string }>('select access_token from linked_accounts');
    const token = await getAccessToken(api.ctx, demoUser as never, platform);
    expect(JSON.stringify([held.rows, await me()])).not.toContain(token?.accessToken);
    // The job of an earlier platform may still end during this test.
    const toldOfThis = () => told.filter((line) => line.includes(` ${platform} `));
    await vi.waitFor(() => expect(toldOfThis()).toEqual([`linked ${platform} ${names[platform]} ${demoUser}`]), 60_000);

    expect(said(await unlink(platform))).toEqual([200, 'Platform has been successfully unlinked']);
    expect((await me())[`${platform}Account`]).toBeNull();
    expect(said(await unlink(platform))[0]).toBe(404);
    await vi.waitFor(async () => expect(await isGood(platform, token?.accessToken ?? '')).toBe(false), 60_000);
    const unlinked = `unlinked ${platform} ${names[platform]} ${demoUser}`;
    await vi.waitFor(() => expect(toldOfThis().at(-1)).toBe(unlinked), 60_000);
  });

  it('a revoked permission is noticed, reported once, and can be given again', async () => {
    await link(platform);
    await api.pass(hours(25));
    ann = await api.logIn();
    bob = await api.logIn(somebodyElse);
    expect(await getAccessToken(api.ctx, demoUser as never, platform)).not.toBeNull();
    control(platform, 'take-back', { who: names[platform] });
    await api.pass(hours(8));
    expect(await getAccessToken(api.ctx, demoUser as never, platform)).toBeNull();
    await vi.waitFor(async () => {
      const { notifications: bell, ...user } = await me();
      expect(user[`${platform}Account`]).toMatchObject({ isGone: true });
      expect(bell.list.filter(({ title }) => title.endsWith('no longer gives us access'))).toHaveLength(1);
    }, 60_000);
    expect((await link(platform)).status).toBe(200);
    expect((await me())[`${platform}Account`]).toMatchObject({ isGone: false });
    await api.call(account.clearNotifications, {}, ann);
  });
});

async function isGood(platform: WithLogin, token: string): Promise<boolean> {
  const { kick, twitch, youtube } = api.ctx.config;
  const address = {
    kick: `${kick.apiUrl}/public/v1/users`,
    twitch: `${twitch.helixUrl}/users`,
    youtube: `${youtube.apiUrl}/channels?part=id&mine=true`,
  }[platform];
  const headers = { authorization: `Bearer ${token}`, 'client-id': twitch.clientId };
  return (await fetch(address, { headers })).ok;
}

/** Every attempt must be refused with this status and text, and must link nothing to Ann. */
const notBegun =
  'This login was not started here, has already been used, or is more than ten minutes old. Start again.';
const misuse: Record<string, () => Promise<readonly [Answer, number, string]>> = {
  'no state': async () => [await finish('twitch', { code: (await fresh()).code }), 400, notBegun],
  'a made-up state': async () => [await finish('twitch', { ...(await fresh()), state: 'x'.repeat(43) }), 400, notBegun],
  'a state of somebody else': async () => [await finish('twitch', await fresh(bob)), 400, notBegun],
  'a state of another session of one’s own': async () => [
    await finish('twitch', await fresh(await api.logIn())),
    400,
    notBegun,
  ],
  'a state of another platform': async () => [
    await finish('twitch', { ...(await fresh()), state: (await agree(await begin('kick'), 'xqc')).state }),
    400,
    notBegun,
  ],
  'a state that was used': async () => {
    const back = await fresh(bob);
    await finish('twitch', back, bob);
    return [await finish('twitch', back, bob), 400, notBegun];
  },
  'a state that was tried by somebody else first': async () => {
    const back = await fresh(bob);
    await finish('twitch', back);
    return [await finish('twitch', back, bob), 400, notBegun];
  },
  'a state that is too old': async () => {
    const { state } = await fresh();
    await api.pass(minutes(10));
    return [await finish('twitch', { ...(await fresh()), state }), 400, notBegun];
  },
  'two states at once': async () => {
    const { code, state } = await fresh();
    return [await post(`twitch?state=${state}&state=${state}`, { code }), 400, 'state'];
  },
  'a code that was used, with a new state': async () => {
    const { code, state } = await fresh(bob);
    await finish('twitch', { code, state }, bob);
    return [await finish('twitch', { code, state: (await fresh()).state }), 400, refusedBy('Twitch')];
  },
  'a made-up code': async () => [
    await finish('kick', { ...(await fresh(ann, 'kick')), code: 'abc' }),
    400,
    refusedBy('Kick'),
  ],
  'a code of another platform': async () => [
    await finish('kick', { ...(await fresh(ann, 'kick')), code: (await fresh()).code }),
    400,
    refusedBy('Kick'),
  ],
  // An attacker inserts their own code into Ann's login, which would link their account to her.
  'a foreign code at Kick': async () => [
    await finish('kick', { ...(await fresh(ann, 'kick')), code: (await fresh(bob, 'kick')).code }),
    400,
    refusedBy('Kick'),
  ],
  'a foreign code at YouTube': async () => [
    await finish('youtube', { ...(await fresh(ann, 'youtube')), code: (await fresh(bob, 'youtube')).code }),
    400,
    refusedBy('YouTube'),
  ],
  'a code for another address': async () => {
    const change = { redirect_uri: 'http://localhost:9/link/twitch/callback' };
    return [
      await finish('twitch', await agree(await begin('twitch'), 'tinwhistler', change)),
      400,
      refusedBy('Twitch'),
    ];
  },
  'a refusal on the page': async () => {
    const back = await agree(await begin('kick'), '');
    expect(back).toMatchObject({ error: 'access_denied', code: '' });
    return [await post(`kick?state=${back.state}`, { code: back.code }), 400, 'code'];
  },
  'an answer with an error in the place of the code': async () => [
    await post(`twitch?state=${(await fresh()).state}`, { error: 'access_denied' }),
    400,
    'code',
  ],
  'a code with line breaks': async () => [
    await post(`twitch?state=${(await fresh()).state}`, { code: 'a\r\nb' }),
    400,
    'code',
  ],
  'a code of 10,000 letters': async () => [
    await post(`twitch?state=${(await fresh()).state}`, { code: 'a'.repeat(10_000) }),
    400,
    'code',
  ],
  'an account of somebody else': async () => {
    await link('twitch', 'tinwhistler', bob);
    return [
      await link('twitch'),
      409,
      'This Twitch account is linked to another Discord account. Unlink it there first.',
    ];
  },
  'a login without a channel': async () => [
    await link('youtube', 'no-channel'),
    400,
    'This YouTube account has no channel. Choose the account that owns your channel.',
  ],
  'a platform that is away': async () => {
    const back = await fresh();
    control('twitch', 'trouble', { kind: 'outage' });
    const answer = await finish('twitch', back);
    control('twitch', 'calm');
    return [answer, 503, 'Twitch is not responding right now. Please try again in a moment.'];
  },
  'nobody who is logged in': async () => {
    const { code, state } = await fresh();
    return [
      await api.request('POST', `/@me/connect/twitch?state=${state}`, { body: { code } }),
      401,
      'Please log in first.',
    ];
  },
  'somebody who has logged out since': async () => {
    const token = await api.logIn();
    const back = await fresh(token);
    await api.call(session.logOut, {}, token);
    return [await finish('twitch', back, token), 401, 'Your session has expired'];
  },
  'a login page at Rumble': async () => [
    await api.call(connections.startConnecting, { params: { platform: 'rumble' } }, ann),
    400,
    'Rumble has no login page for this.',
  ],
  'an API address of another site': async () => [
    await finish('rumble', { code: 'https://evil.example/-livestream-api/get-data?key=0123456789abcdef' }),
    400,
    'Rumble does not know this API address.',
  ],
  'an API address that Rumble does not know': async () => [
    await finish('rumble', { code: `${rumbleAddress()}x` }),
    400,
    'Rumble does not know this API address.',
  ],
};
const refusedBy = (platform: string) => `${platform} did not accept this login. Please try again.`;
const fresh = async (token = ann, platform: WithLogin = 'twitch') =>
  await agree(await begin(platform, token), names[platform]);
const post = (path: string, body: object) => api.request('POST', `/@me/connect/${path}`, { token: ann, body });
const rumbleAddress = () => (control('rumble', 'api-url', { who: 'c/quietpines' }) as { url: string }).url;

describe('misuse', () => {
  it.each(Object.keys(misuse))('%s links nothing', async (name) => {
    const [answer, status, words] = (await misuse[name]?.()) ?? [];
    expect([answer?.status, String(answer?.json.error)]).toEqual([status, expect.stringContaining(words ?? '?')]);
    const { kickAccount, twitchAccount, rumbleAccount, youtubeAccount } = await me();
    expect([kickAccount, twitchAccount, rumbleAccount, youtubeAccount]).toEqual([null, null, null, null]);
    expect(answer?.text).not.toContain(somebodyElse);
  });

  it('when two use one state, or two prove one account, only one succeeds', async () => {
    const back = await fresh();
    const both = await Promise.all([finish('twitch', back), finish('twitch', back)]);
    expect(statuses(both)).toEqual([200, 400]);
    await unlink('twitch');
    const [hers, his] = [await fresh(), await fresh(bob)];
    const race = await Promise.all([finish('twitch', hers), finish('twitch', his, bob)]);
    expect(statuses(race)).toEqual([200, 409]);
  });

  it('a second account of one platform has to wait until the first is unlinked', async () => {
    await link('twitch');
    expect(said(await link('twitch', 'marlow_keys'))).toEqual([
      409,
      'You have linked another Twitch account. Unlink it first.',
    ]);
    expect((await me()).twitchAccount?.username).toBe('tinwhistler');
  });
});

it('one of many callers renews an expired token', async () => {
  await link('twitch');
  const before = await getAccessToken(api.ctx, demoUser as never, 'twitch');
  await api.pass(hours(4));
  const calls = () =>
    (api.sim.worlds.get('twitch')?.summary() as { requests: { path: string }[] } | undefined)?.requests.filter(
      ({ path }) => path.endsWith('/token'),
    ).length ?? 0;
  const earlier = calls();
  // The two processes share only the database.
  const other = {
    ...api.ctx,
    cache: { ...api.ctx.cache, get: async (_: string, __: number, load: () => unknown) => await load() },
  };
  const all = await Promise.all(
    [api.ctx, other as typeof api.ctx, api.ctx, other as typeof api.ctx].map((ctx) =>
      getAccessToken(ctx, demoUser as never, 'twitch'),
    ),
  );
  expect(new Set(all.map((token) => token?.accessToken)).size).toBe(1);
  expect(all[0]?.accessToken).not.toBe(before?.accessToken);
  expect(calls() - earlier).toBe(1);
});

it('an outage does not count as a revoked permission', async () => {
  await link('twitch');
  await api.pass(hours(4));
  control('twitch', 'trouble', { kind: 'outage' });
  await expect(getAccessToken(api.ctx, demoUser as never, 'twitch')).rejects.toMatchObject({ world: 'twitch' });
  control('twitch', 'calm');
  expect(await getAccessToken(api.ctx, demoUser as never, 'twitch')).not.toBeNull();
});

describe('Rumble', () => {
  it('an API address links the channel, serves detection, and is never shown', async () => {
    const url = rumbleAddress();
    const answer = await finish('rumble', { code: url });
    expect(answer.status).toBe(200);
    expect((await me()).rumbleAccount).toMatchObject({ accountId: 'c/quietpines', username: 'quietpines' });
    const key = new URL(url).searchParams.get('key') ?? '';
    const { rows } = await api.ctx.db.execute(
      "select *, secret is not null as has_secret from channels where channel_id = 'c/quietpines'",
    );
    expect(rows).toMatchObject([{ has_secret: true }]);
    expect(JSON.stringify([await me(), rows, answer])).not.toContain(key);
    expect((await finish('rumble', { code: url }, bob)).status).toBe(409);
    await unlink('rumble');
    const after = await api.ctx.db.execute("select secret from channels where channel_id = 'c/quietpines'");
    expect(after.rows).toEqual([{ secret: null }]);
  });
});

describe('a code in the chat', () => {
  const getCode = (token = ann) => api.call(connections.getChatCode, { params: { platform: 'kick' } }, token);
  const write = (content: string, by = 'late-latency') => control('kick', 'chat', { who: 'xqc', by, content });

  it('is refused where no server follows a creator on Kick', async () => {
    expect(said(await getCode(bob))).toEqual([409, expect.stringContaining('None of your servers follows')]);
  });

  it('links its author, once, and the chat is left again', async () => {
    await api.ctx.db.execute(
      `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
    );
    const follow = { params: { guildId: nightCity, platform: 'kick', streamer: 'xqc' }, body: {} } as never;
    expect((await api.call(notifications.addStreamer, follow, ann)).status).toBe(200);
    const { command, chats, code } = (await getCode()).json.data as { command: string; chats: object[]; code: string };
    expect([command, chats]).toEqual([`!link ${code}`, [{ name: 'xqc', url: 'https://kick.com/xqc' }]]);
    await vi.waitFor(() => expect(heard()).toBe(1), 60_000);
    write('hello');
    write('!link ABCDEFGH');
    const arabic = code.toLowerCase().replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    write(` !LINK ${arabic} `);
    await vi.waitFor(async () => expect((await me()).kickAccount).toMatchObject({ username: 'late-latency' }), 60_000);
    expect(await getAccessToken(api.ctx, demoUser as never, 'kick')).toBeNull();
    write(command, 'xqc');
    await api.pass(minutes(11));
    await leaveChats(api.ctx);
    expect(heard()).toBe(0);
    expect((await me()).kickAccount).toMatchObject({ username: 'late-latency' });
  });

  it('counts from the time it was written, not received', async () => {
    const { command } = (await getCode()).json.data as { command: string };
    await vi.waitFor(() => expect(heard()).toBe(1), 60_000);
    await api.pass(minutes(6));
    write(command);
    write('!link ABCDEFGH');
    await vi.waitFor(() => expect(delivered()).toBeGreaterThanOrEqual(2), 60_000);
    expect((await me()).kickAccount).toBeNull();
  });

  const summary = () =>
    api.sim.worlds.get('kick')?.summary() as { deliveries: { event: string; outcome: string }[] } | undefined;
  const delivered = () =>
    summary()?.deliveries.filter(({ event, outcome }) => event === 'chat.message.sent' && outcome === 'delivered')
      .length ?? 0;
  const heard = () => {
    const world = api.sim.worlds.get('kick') as unknown as { state: { subscriptions: Map<string, { event: string }> } };
    return [...world.state.subscriptions.values()].filter(({ event }) => event === 'chat.message.sent').length;
  };
});
