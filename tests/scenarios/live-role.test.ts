import { errorLogs, liveRole, notifications, serverParts, servers } from '@tally/contract';
import { ASK_MEMBERS_CHANNEL, createGateway, type Gateway, readMembersAsk } from '@tally/discord/gateway';
import { minutes } from '@tally/kernel';
import { roleGateway } from '@tally/pipeline/roles';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Members' actions change their roles, which the test reads in the simulated Discord's member list. */
let api: TestApi;
let gateway: Gateway;
let stopAsking: () => Promise<void>;
let token: string;
let log: string;
let live: string;
let owls: string;
let crew: string;

const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const streaming = { type: 1, name: 'Twitch', url: 'https://www.twitch.tv/somebody' };
const saying = (state: string) => ({ type: 4, name: 'Custom Status', state });
const shows = (userId: string, ...activities: object[]) =>
  discord('presence', { user_id: userId, status: 'online', activities });
const hides = (userId: string) => discord('presence', { user_id: userId, status: 'offline', activities: [] });
const rolesOf = (userId: string) => api.sim.discord.state.guilds.get(nightCity)?.members.get(userId)?.roles ?? [];
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 60_000, interval: 20 });
const has = async (userId: string, role: string, isIt = true) =>
  await until(() => expect([userId, rolesOf(userId).includes(role)]).toEqual([userId, isIt]));
const claimsOf = async (userId: string) =>
  (await api.ctx.db.execute(`select 1 from role_claims where user_id = '${userId}'`)).rows.length;
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);

async function connect(): Promise<void> {
  const { ctx } = api;
  gateway = createGateway({
    discord: ctx.discord,
    token: ctx.config.discord.token,
    listeners: [...ctx.features.flatMap((feature) => feature.gateway ?? []), ...roleGateway],
    makeCtx: () => ctx,
    log: ctx.log,
  });
  await gateway.start();
}

async function newMember(username: string): Promise<string> {
  const { id } = (await discord('add-user', { username })) as { id: string };
  await discord('join', { guild_id: nightCity, user_id: id });
  return id;
}
const newRole = async (name: string) =>
  ((await discord('add-role', { guild_id: nightCity, name, position: 1 })) as { id: string }).id;
const save = async (type: 'autoLiveRoles' | 'statusRoles', body: object) =>
  await api.call(serverParts.saveRole, { ...inServer, query: { type }, body: body as never }, token);

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  [live, owls, crew] = [await newRole('On air'), await newRole('Owls'), await newRole('Crew')];
  log = ((await discord('add-channel', { guild_id: nightCity, name: 'role-log' })) as { id: string }).id;
  await connect();
  stopAsking = await api.database.listen(ASK_MEMBERS_CHANNEL, (text) => {
    const ask = readMembersAsk(text);
    if (ask) void gateway.askMembers(ask);
  });
  token = await api.logIn();
  await vi.waitFor(async () => {
    const answer = await api.call(servers.updateServer, { ...inServer, body: { statusRoleLogs: log as never } }, token);
    if (answer.status !== 200) throw new Error(answer.text);
  }, 60_000);
});
afterAll(async () => {
  await stopAsking();
  await gateway.stop();
  await api.close();
});

describe('a member who streams on Twitch', () => {
  it('has the role, and loses it at the end, even if they were live before', async () => {
    const [ada, linus] = [await newMember('ada_live'), await newMember('linus_live')];
    await shows(linus, streaming);
    ok(await save('autoLiveRoles', { roleId: live, filter: null }));
    await has(linus, live);
    await shows(ada, streaming);
    await has(ada, live);
    // Counts only roles that Discord has confirmed, because its answer arrives after the role.
    await vi.waitFor(async () => {
      const state = await api.call(liveRole.getLiveRoles, inServer, token);
      const given = { roleId: live, isGiven: true, at: expect.any(String) };
      expect(state.json.data).toEqual({
        hasPresences: true,
        roles: [{ roleId: live, members: 2 }],
        changes: ['ada_live', 'linus_live'].map((name) => ({ ...given, name })),
      });
    }, 60_000);
    await shows(ada);
    await has(ada, live, false);
    expect(rolesOf(linus)).toContain(live);
  });

  it('is right after a restart of the bot, with any change in between', async () => {
    const [goes, comes] = [await newMember('goes_away'), await newMember('comes_in')];
    await shows(goes, streaming);
    await has(goes, live);
    await gateway.stop();
    await hides(goes);
    await shows(comes, streaming);
    await connect();
    await has(goes, live, false);
    await has(comes, live);
    expect([rolesOf(goes), rolesOf(comes)]).toEqual([[], [live]]);
  });
});

it('a member who leaves during a stream and returns has the role while they are seen streaming', async () => {
  const restless = await newMember('restless_live');
  await shows(restless, streaming);
  await has(restless, live);
  // By now, the bot knows that this server uses roles.
  api.clock.move(minutes(2));
  await discord('leave', { guild_id: nightCity, user_id: restless });
  await until(async () => expect(await claimsOf(restless)).toBe(0));
  await discord('join', { guild_id: nightCity, user_id: restless });
  expect(rolesOf(restless)).toEqual([]);
  await shows(restless, streaming);
  await has(restless, live);
});

describe('a custom status', () => {
  it('gives its role and posts to the log, without a ping', async () => {
    const grace = await newMember('grace_owl');
    ok(await save('statusRoles', { roleId: owls, texts: ['Night Owls'], keepOnOffline: true, filter: null }));
    await shows(grace, saying('hoo NIGHT  owls @everyone'));
    await has(grace, owls);
    await hides(grace);
    await shows(grace, saying('nothing of the kind'));
    await has(grace, owls, false);
    await until(async () => {
      const { messages } = (await discord('messages', { channel_id: log })) as {
        messages: {
          embeds: { description: string }[];
          pinged: { everyone: boolean; roles: string[]; users: string[] };
        }[];
      };
      expect(messages.flatMap(({ embeds }) => embeds.map(({ description }) => description)).sort()).toEqual([
        `<@${grace}> no longer shows “night owls” and lost <@&${owls}>.`,
        `<@${grace}> shows “night owls” and now has <@&${owls}>.`,
      ]);
      for (const { pinged } of messages) expect(pinged).toMatchObject({ everyone: false, roles: [], users: [] });
    });
  });

  it('whose role was moved above the bot ends in one line of the error log', async () => {
    const high = await newRole('Soon above');
    ok(await save('statusRoles', { roleId: high, texts: ['above'], filter: null }));
    await discord('change-role', { role_id: high, guild_id: nightCity, position: 99 });
    const many = [await newMember('above_one'), await newMember('above_two'), await newMember('above_three')];
    for (const userId of many) await shows(userId, saying('above'));
    await until(async () => {
      const { data } = (await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token)).json;
      expect(data).toMatchObject([{ reason: 'roleTooHigh', action: { kind: 'moveBotRole' } }]);
    });
    expect(many.some((userId) => rolesOf(userId).includes(high))).toBe(false);
  });
});

it('the people of a streamer have its role while it is live, and lose it after the grace', async () => {
  const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
  const mod = await newMember('streamer_mod');
  kick('add-creator', { username: 'crewcaptain' });
  const at = { guildId: nightCity, platform: 'kick', streamer: 'crewcaptain' } as const;
  const body = { liveRoleId: crew, usersForLiveRole: [mod], offlineGraceMinutes: 0 } as never;
  ok(await api.call(notifications.addStreamer, { params: at, query: {}, body }, token));
  await kick('go-live', { who: 'crewcaptain', title: 'All hands' });
  await has(mod, crew);
  const { data } = (await api.call(notifications.getStreamer, { params: at, query: {} }, token)).json;
  expect(data).toMatchObject({ usersWhoHaveLiveRole: [mod], usersForLiveRole: [{ id: mod }] });
  await kick('end', { who: 'crewcaptain' });
  await api.pass(minutes(2));
  await has(mod, crew, false);
});

it('members are found by the beginning of their name or by their id, bots are not', async () => {
  const userId = await newMember('quite_unique');
  const find = async (query: string) =>
    (await api.call(liveRole.findMembers, { ...inServer, query: { query } }, token)).json.data;
  expect(await find('quite_u')).toMatchObject([{ id: userId, username: 'quite_unique' }]);
  expect(await find(userId)).toMatchObject([{ id: userId }]);
  expect(await find('100000000000000999')).toEqual([]);
});
