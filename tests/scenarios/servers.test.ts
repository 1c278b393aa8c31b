import { type ServerId, serverHome, servers, tiers, type UserId } from '@tally/contract';
import { hours, minutes, seconds } from '@tally/kernel';
import { nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverAppeared, serverLeft } from '../../packages/features/src/servers/service/presence.ts';

const harbour = '802000000000000000' as ServerId;
const arabic = '803000000000000000' as ServerId;
const withoutBot = '804000000000000000' as ServerId;
const museum = '805000000000000000' as ServerId;

let api: TestApi;
let robin: string;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  for (const guild of api.sim.discord.state.guilds.values()) {
    if (!guild.members.has(api.ctx.config.discord.clientId)) continue;
    await serverAppeared(api.ctx, {
      id: guild.id as ServerId,
      name: guild.name,
      icon: guild.icon,
      banner: null,
      ownerId: guild.owner_id as UserId,
      memberCount: guild.members.size,
    });
  }
  robin = await api.logIn();
});

const get = (path: string, token = robin) => api.request('GET', path, { token });
const guildOf = (id: string) => {
  const guild = api.sim.discord.state.guilds.get(id);
  if (!guild) throw new Error(`there is no server ${id}`);
  return guild;
};
const robinIn = (id: string) => guildOf(id).members.get('100000000000000001');

describe('the servers of a person', () => {
  it('are those that they may manage, with whether the bot is in', async () => {
    const { json } = await api.call(servers.listServers, {}, robin);
    const list = json.data as { id: string; icon: string | null; isBotIn: boolean }[];
    expect(Object.fromEntries(list.map((each) => [each.id, each.isBotIn]))).toEqual({
      [nightCity]: true,
      [harbour]: true,
      [arabic]: true,
      [withoutBot]: false,
    });
    const icon = list.find((each) => each.id === nightCity)?.icon ?? '';
    expect((await fetch(icon)).status).toBe(200);
  });

  it('open to managers only; a server without the bot reveals nothing', async () => {
    expect((await get(`/data/guild/${nightCity}`)).status).toBe(200);
    expect((await get(`/data/guild/${museum}`)).json).toMatchObject({ status: 403, code: 'notAllowed' });
    expect((await get(`/data/guild/${withoutBot}`)).json).toMatchObject({ status: 404, error: 'Guild not found' });
    expect((await get('/data/guild/999999999999999999')).status).toBe(404);
    expect((await get('/data/guild/night-city')).status).toBe(400);
    expect((await api.request('GET', `/data/guild/${nightCity}`)).status).toBe(401);
    const stranger = await api.logIn(somebodyElse);
    for (const path of ['', '/errors', '/errors/newest', '/changes']) {
      expect([path, (await get(`/data/guild/${harbour}${path}`, stranger)).status]).toEqual([path, 403]);
    }
    const answers = [
      await api.request('PATCH', `/data/guild/${museum}`, { token: robin, body: { locale: 'ar-SA' } }),
      await api.request('DELETE', `/data/guild/${museum}/errors`, { token: robin }),
      await get(`/@me/guilds/${museum}?types=channels`),
      await get(`/telemetry?guild=${museum}`),
      await api.request('POST', `/telemetry/dismissAds?guild=${museum}`, { token: robin }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('a revoked right is noticed after five minutes, or at once with force', async () => {
    expect((await get(`/@me/guilds/${arabic}?types=channels`)).status).toBe(200);
    robinIn(arabic)?.roles.splice(0);
    expect((await get(`/@me/guilds/${arabic}?types=channels`)).status).toBe(200);
    expect((await get(`/@me/guilds/${arabic}?types=channels&force`)).status).toBe(403);
    expect((await get(`/data/guild/${arabic}`)).status).toBe(403);
    expect(((await get('/@me/guilds?force=true')).json.data as unknown[]).length).toBe(3);
  });

  it('the same without force', async () => {
    expect((await get(`/data/guild/${arabic}`)).status).toBe(200);
    robinIn(arabic)?.roles.splice(0);
    api.clock.move(minutes(5) + 1);
    expect((await get(`/data/guild/${arabic}`)).status).toBe(403);
  });

  it('a promoted member gets in within seconds', async () => {
    expect((await get(`/data/guild/${museum}`)).status).toBe(403);
    const curator = [...guildOf(museum).roles.values()].find((role) => role.name === 'Curator');
    robinIn(museum)?.roles.push(curator?.id ?? '');
    api.clock.move(seconds(16));
    expect((await get(`/data/guild/${museum}`)).status).toBe(200);
  });

  it('a server that removed the bot is not found any more', async () => {
    await serverLeft(api.ctx, harbour);
    expect((await get(`/data/guild/${harbour}`)).status).toBe(404);
    const list = (await api.call(servers.listServers, {}, robin)).json.data as { id: string }[];
    expect(list.find((each) => each.id === harbour)).toMatchObject({ isBotIn: false, isKept: true });
    // No data is kept for a server that the bot never joined.
    expect(list.filter((each) => each.id !== harbour)).not.toContainEqual(expect.objectContaining({ isKept: true }));
  });

  it('while Discord is away the last answer is used, and new people read why they must wait', async () => {
    expect((await get(`/data/guild/${nightCity}`)).status).toBe(200);
    api.sim.faults.add({ world: 'discord', kind: 'outage' });
    api.clock.move(minutes(30));
    expect((await get(`/data/guild/${nightCity}`)).status).toBe(200);
    api.clock.move(minutes(31));
    expect((await get(`/data/guild/${nightCity}`)).json).toMatchObject({ status: 503, code: 'discordDown' });
  });
});

describe('choices in the dashboard', () => {
  it('has channels, roles and emojis as asked, with findings', async () => {
    const SEND_MESSAGES = String(1 << 11);
    for (const channel of api.sim.discord.state.channels.values()) {
      if (channel.guildId !== nightCity || channel.name !== 'announcements') continue;
      channel.permission_overwrites = [{ id: nightCity, type: 0 as const, allow: '0', deny: SEND_MESSAGES }];
    }
    const only = await get(`/@me/guilds/${nightCity}?types=roles`);
    expect(Object.keys(only.json.data as object)).toEqual(['roles']);
    const all = await get(`/@me/guilds/${nightCity}?types=channels,roles&types=emojis`);
    const data = all.json.data as {
      channels: {
        name: string;
        type: string;
        category: string | null;
        validPermissions: boolean;
        missingPermissions: string[];
      }[];
      roles: { name: string; reasons: string[]; color: string | null }[];
      emojis: { maxEach: number };
    };
    const channel = (name: string) => data.channels.find((each) => each.name === name);
    expect(channel('general')).toMatchObject({ type: 'text', category: 'Community', validPermissions: true });
    expect(channel('announcements')).toMatchObject({
      type: 'announcement',
      missingPermissions: ['SendMessages', 'EmbedLinks'],
    });
    expect(channel('mod-chat')?.missingPermissions).toContain('ViewChannel');
    const role = (name: string) => data.roles.find((each) => each.name === name);
    expect(role('Admin')?.reasons).toEqual(['position']);
    expect(role('Tally')?.reasons).toContain('managed');
    expect(role('@everyone')?.reasons).toContain('everyone');
    expect(role('Live now')).toMatchObject({ reasons: [], color: '#ff3b30' });
    expect(data.emojis.maxEach).toBe(250);
    expect((await get(`/@me/guilds/${nightCity}?types=secrets`)).status).toBe(400);
  });
});

describe('the first pages', () => {
  const robinId = '100000000000000001';
  const at = (ms: number) => `'${new Date(api.clock.now().getTime() + ms).toISOString()}'`;
  const put = async (table: string, row: Readonly<Record<string, string>>) =>
    await api.database.db.execute(
      `insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).join()})`,
    );
  const giveaway = async (id: string, row: Readonly<Record<string, string>>) =>
    await put('giveaways', {
      id: `'${id}'`,
      server_id: nightCity,
      channel_id: '1',
      settings: `'{"name":"A lamp"}'`,
      created_at: at(-hours(2)),
      ...row,
    });
  const post = async (id: string, queued: string, row: Readonly<Record<string, string>> = {}) =>
    await put('deliveries', {
      id: `'00000000-0000-4000-8000-00000000000${id}'`,
      dedupe_key: `'${id}'`,
      owner: "'notifications'",
      server_id: nightCity,
      subject: "'x'",
      kind: "'live'",
      channel_id: '1',
      state: "'posted'",
      give_up_at: queued,
      detected_at: queued,
      matched_at: queued,
      queued_at: queued,
      sent_at: queued,
      ...row,
    });
  const error = (fingerprint: string, rest: Readonly<Record<string, string>> = {}) =>
    put('error_logs', {
      server_id: nightCity,
      reason: "'missingPermission'",
      fingerprint: `'${fingerprint}'`,
      details: "'{}'",
      missing_permissions: "'[]'",
      action: `'{"kind":"grantPermissions","path":null,"targetId":null}'`,
      count: '1',
      first_at: at(0),
      last_at: at(0),
      ...rest,
    });
  const home = async () => {
    const { json } = await api.call(serverHome.getHome, {}, robin);
    return json.data as {
      waiting: { text: string; path: string; until: string | null }[];
      servers: { guildId: string; posts: number; errors: number; live: unknown[] }[];
    };
  };

  it('count the posts and the open errors of each server with the bot', async () => {
    await post('1', at(-hours(1)));
    await post('2', at(-hours(25)));
    await post('3', at(0), { kind: "'test'" });
    await post('4', at(0), { sent_at: 'null', state: "'failed'" });
    await post('5', at(0), { server_id: harbour });
    await error('open');
    await error('solved', { solved_at: at(0) });
    await error('foreign', { server_id: museum });
    const facts = new Map((await home()).servers.map((each) => [each.guildId, each]));
    expect([...facts.keys()].toSorted()).toEqual([nightCity, harbour, arabic].toSorted());
    expect(facts.get(nightCity)).toEqual({ guildId: nightCity, posts: 1, errors: 1, live: [] });
    expect(facts.get(harbour)).toMatchObject({ posts: 1, errors: 0 });
  });

  it('name the prizes and requests that wait for the person, until they are settled', async () => {
    expect((await home()).waiting).toEqual([]);
    const drawn = (id: string, rest: Readonly<Record<string, string>> = {}) =>
      put('giveaway_drawn', {
        giveaway_id: `'${id}'`,
        number: '1',
        place: '0',
        key: `'${id}'`,
        user_id: robinId,
        outcome: "'won'",
        ...rest,
      });
    for (const [id, claim, rest] of [
      ['gw_1', at(hours(1)), {}],
      ['gw_2', at(-1), {}],
      ['gw_3', at(hours(1)), { claimed_at: at(0) }],
      ['gw_4', at(hours(1)), { is_replaced: 'true' }],
    ] as const) {
      await giveaway(id, { state: "'ended'", ended_at: at(-hours(1)), claim_until: claim });
      await put('giveaway_draws', { giveaway_id: `'${id}'`, number: '1', commitment: "''", seed: "''" });
      await drawn(id, rest);
    }
    await put('media_rooms', { owner_id: robinId, name: "'robin'" });
    for (const [id, state] of [
      ['m1', 'pending'],
      ['m2', 'pending'],
      ['m3', 'queued'],
    ])
      await put('media_items', {
        id: `'${id}'`,
        owner_id: robinId,
        provider: "'youtube'",
        kind: "'video'",
        video_id: `'${id}'`,
        state: `'${state}'`,
        requested_at: at(0),
      });
    expect((await home()).waiting).toEqual([
      expect.objectContaining({
        text: 'You won “A lamp” on Night City. Claim it in time.',
        path: `/dashboard/user/${robinId}/giveaways`,
        until: new Date(api.clock.now().getTime() + hours(1)).toISOString(),
      }),
      expect.objectContaining({
        text: '2 requests are waiting for approval in your media share.',
        path: `/dashboard/user/${robinId}/media-sharing`,
        until: null,
      }),
    ]);
  });

  it("show a server's day: past and future events", async () => {
    await giveaway('gw_1', { state: "'ended'", started_at: at(-hours(30)), ended_at: at(-hours(2)) });
    await put('giveaway_draws', { giveaway_id: "'gw_1'", number: '1', commitment: "''", seed: "''" });
    for (const [place, username, outcome] of [
      ['0', 'Teapotter', 'won'],
      ['1', 'Gone', 'passedOver'],
    ])
      await put('giveaway_drawn', {
        giveaway_id: "'gw_1'",
        number: '1',
        place: `${place}`,
        key: `'${place}'`,
        user_id: `${place}`,
        username: `'${username}'`,
        outcome: `'${outcome}'`,
      });
    await giveaway('gw_2', { state: "'running'", started_at: at(-hours(1)), ends_at: at(hours(3)) });
    await giveaway('gw_3', { state: "'running'", started_at: at(-hours(48)), ends_at: at(hours(48)) });
    const born = (user: string, next: string) =>
      put('birthdays', {
        user_id: user,
        month: '3',
        day: '14',
        time_zone: "'UTC'",
        leap_day: "'mar1'",
        last_changed: at(0),
        next_at: next,
      });
    await born(somebodyElse, at(hours(5)));
    await born('1', at(hours(50)));
    for (const user of [somebodyElse, '1']) await put('birthday_places', { user_id: user, server_id: nightCity });
    const day = async () => {
      const { json } = await api.call(serverHome.listToday, { params: { guildId: nightCity } }, robin);
      return (json.data as { text: string }[]).map(({ text }) => text);
    };
    const giveaways = ['Giveaway ended: A lamp → Teapotter', 'Giveaway started: A lamp', 'Giveaway ends: A lamp'];
    // Without the switch and the plan, birthdays are not announced.
    expect(await day()).toEqual(giveaways);
    await api.logIn(somebodyElse);
    await put('birthday_settings', { server_id: nightCity, enabled: 'true' });
    await put('entitlements', {
      holder: "'guild'",
      holder_id: nightCity,
      source: "'staff'",
      source_id: "''",
      tier_id: `'${tiers.ServerPremium}'`,
      extras: "'{}'",
      bitfield: '0',
      since: at(0),
    });
    expect(await day()).toEqual([...giveaways, expect.stringMatching(/^Birthday of /)]);
  });
});

describe('settings', () => {
  const change = (body: unknown, headers = {}) =>
    api.request('PATCH', `/data/guild/${nightCity}`, { token: robin, body, headers });

  it('are changed, recorded, and protected against overwriting', async () => {
    const before = (await get(`/data/guild/${nightCity}`)).json.data as { version: number; bitfield: string };
    expect(before.bitfield).toMatch(/^\d+$/);
    const first = await change({ version: before.version, locale: 'ar-SA' });
    expect(first.json).toEqual({ status: 200, data: 'Changes have been successfully applied' });
    const late = await change({ version: before.version, locale: 'en-US' });
    expect(late.json).toMatchObject({ status: 409, code: 'changedMeanwhile' });
    const record = (await get(`/data/guild/${nightCity}/changes`)).json.data;
    expect(record).toMatchObject({
      list: [{ username: 'robin', what: 'locale', fields: [{ field: 'locale', before: 'en-US', after: 'ar-SA' }] }],
      nextCursor: null,
    });
  });

  it('forbidden fields change nothing', async () => {
    const row = async () => (await api.database.db.execute(`select * from servers where id = '${nightCity}'`)).rows;
    const before = await row();
    const forbidden = {
      guildId: museum,
      bitfield: '1125899906842623',
      blacklisted: true,
      overrideBranding: true,
      premium: { tier: 'd63cdc01', additionalKickConnections: 500 },
      isPremium: true,
      limits: { maxKickConnections: 500 },
      tier: 'd63cdc01',
      ownerId: somebodyElse,
      memberCount: 1,
    };
    for (const [field, value] of Object.entries(forbidden)) expect((await change({ [field]: value })).status).toBe(200);
    const raw = '{"__proto__":{"blacklisted":true},"constructor":{"prototype":{"isPremium":true}}}';
    expect((await change(raw, { 'content-type': 'application/json' })).status).toBeLessThan(500);
    expect(await row()).toEqual(before);
    expect((await get(`/data/guild/${nightCity}`)).json.data).toMatchObject({ isPremium: false, blacklisted: false });
  });

  it('the red dot of the error log', async () => {
    expect((await get(`/data/guild/${nightCity}/errors`)).json).toEqual({ status: 200, data: [] });
    expect((await get(`/data/guild/${nightCity}/errors/newest`)).json).toEqual({ status: 200, data: null });
    expect((await get(`/data/guild/${nightCity}/errors?hours=169`)).status).toBe(400);
  });
});
