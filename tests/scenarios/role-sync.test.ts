import { connections, notifications, roleSync, type RoleSyncState } from '@tally/contract';
import { days, minutes } from '@tally/kernel';
import { type Answer, demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askForRoles } from '../../packages/features/src/role-sync/service/ask.ts';
import { type Outcome, syncMember } from '../../packages/features/src/role-sync/service/sync.ts';
import { serverAppeared } from '../../packages/features/src/servers/service/presence.ts';
import { findMember, takeDue } from '../../packages/features/src/role-sync/store/members.ts';

/** Roles that follow linked accounts, seen from the member list of the simulated Discord. */
let api: TestApi;
let ann: string;
const roles: Record<string, string> = {};
const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const world = (name: string, action: string, body: object) => api.sim.worlds.get(name)?.controls[action]?.(body);
const rolesOf = (userId: string) =>
  (api.sim.discord.state.guilds.get(nightCity)?.members.get(userId)?.roles ?? []) as readonly string[];
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 10_000, interval: 25 });
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const has = (name: string, userId = demoUser) => rolesOf(userId).includes(roles[name] ?? '');
const place = { serverId: nightCity, userId: demoUser } as never;
/** The job that follows a change may be at it. */
async function ask() {
  for (;;) {
    const asked = await askForRoles(api.ctx, place);
    if (asked.result !== 'busy') return asked;
    await until(async () => expect((await findMember(api.ctx.db, place))?.busyUntil ?? null).toBeNull());
  }
}

const newRole = async (name: string, position = 1) => {
  roles[name] = ((await discord('add-role', { guild_id: nightCity, name, position })) as { id: string }).id;
};

async function follow(platform: 'kick' | 'twitch', streamer: string, body: object): Promise<void> {
  const where = { params: { guildId: nightCity, platform, streamer }, query: {}, body: body as never };
  const added = await api.call(notifications.addStreamer, where, ann);
  if (added.status !== 200) ok(await api.call(notifications.updateStreamer, where, ann));
}

async function link(platform: 'kick' | 'twitch', as: string, depth?: 'creator', token = ann): Promise<void> {
  const begun = await api.call(connections.startConnecting, { params: { platform }, query: { depth } }, token);
  const url = new URL(String(begun.json.data));
  url.searchParams.set('as', as);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '').searchParams;
  const query = { state: back.get('state') ?? '' };
  ok(
    await api.call(connections.connect, { params: { platform }, query, body: { code: back.get('code') ?? '' } }, token),
  );
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  const seen = { name: 'Night City', icon: null, banner: null, ownerId: demoUser, memberCount: 20 };
  await serverAppeared(api.ctx, { id: nightCity, ...seen } as never);
  ann = await api.logIn();
  for (const name of ['sub', 'mod', 'vip', 'gifts', 'tsub', 'tmod', 'tvip', 'tfollow']) await newRole(name);
  await follow('kick', 'xqc', {
    subscriberRoleId: roles['sub'],
    moderatorRoleId: roles['mod'],
    vipRoleId: roles['vip'],
    giftedSubRoles: [{ roleId: roles['gifts'], giftedSubs: 2 }],
  });
  await follow('twitch', 'xqc', {
    subscriberRoleId: roles['tsub'],
    moderatorRoleId: roles['tmod'],
    vipRoleId: roles['tvip'],
    followerRoleId: roles['tfollow'],
  });
});
afterAll(() => api.close());

const as = { kick: 'trainwreckstv', twitch: 'tinwhistler' } as const;
const kick = (action: string, body: object) => world('kick', action, { who: 'xqc', ...body });
const is = (standing: string, isOn = true) =>
  world('twitch', 'standing', { who: 'xqc', by: as.twitch, standing, isOn });
const mine = () => Object.keys(roles).filter((name) => has(name));
/** What the run of every minute does, for whoever is due by now. */
async function sweep(): Promise<void> {
  const now = api.ctx.clock.now();
  for (const due of await takeDue(api.ctx.db, now, new Date(now.getTime() + minutes(20)), 10)) {
    await syncMember(api.ctx, due, { isAsked: false });
  }
}

describe('Kick', () => {
  it('tells of subscriptions and gifts by itself, of badges in the chat; what ends is taken again', async () => {
    await link('kick', as.kick);
    expect(await ask()).toMatchObject({ hasAccount: true, chats: ['xqc'] });
    expect(mine()).toEqual([]);
    kick('subscribe', { by: as.kick });
    await until(() => expect(mine()).toEqual(['sub']));

    // A word in the chat is enough, and only those that were asked for are heard.
    kick('badge', { by: as.kick, badge: 'moderator' });
    kick('badge', { by: as.kick, badge: 'vip' });
    await until(() => {
      kick('chat', { by: as.kick, content: 'hello' });
      expect(mine()).toEqual(['sub', 'mod', 'vip']);
    });
    for (const to of ['lumi-vale', 'nordwind']) kick('gift', { by: as.kick, to });
    await until(() => expect(mine()).toEqual(['sub', 'mod', 'vip', 'gifts']));

    const state = (await api.call(roleSync.getRoleSync, inServer, ann)).json.data as RoleSyncState;
    expect([state.members, state.roles.length, typeof state.lastCheck]).toEqual([1, 4, 'string']);
    const { params } = { params: { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const };
    const seen = (await api.call(notifications.getStreamer, { params, query: {} }, ann)).json.data;
    expect(JSON.stringify(seen)).toContain(JSON.stringify({ roleId: roles['mod'], userIds: [demoUser] }));

    api.clock.move(days(32));
    await until(async () => {
      await sweep();
      expect(mine()).toEqual(['gifts']);
    });
    ann = await api.logIn();
  });
});

describe('Twitch', () => {
  it('is asked in the name of the person, and of VIPs in that of the creator', async () => {
    await link('twitch', as.twitch);
    await ask();
    const before = mine();
    for (const standing of ['subscriber', 'follower', 'moderator', 'vip']) is(standing);
    await ask();
    expect(mine()).toEqual([...before, 'tsub', 'tmod', 'tfollow']);
    // Nobody but the creator can be asked who their VIPs are.
    const bob = await api.logIn(somebodyElse);
    await link('twitch', 'xqc', 'creator', bob);
    const { result: second } = await ask();
    expect([(second as Outcome).added, mine()]).toEqual([
      [roles['tvip']],
      [...before, 'tsub', 'tmod', 'tvip', 'tfollow'],
    ]);
    is('moderator', false);
    is('vip', false);
    const { result: third } = await ask();
    expect(new Set((third as Outcome).removed)).toEqual(new Set([roles['tmod'], roles['tvip']]));
  });

  it('that does not answer changes nothing', async () => {
    const before = mine();
    is('subscriber', false);
    world('twitch', 'trouble', { kind: 'outage', minutes: 5 });
    const { result } = await ask();
    expect([[...(result as Outcome).knowledge.silent], mine()]).toEqual([['twitch'], before]);
    world('twitch', 'calm', {});
    await ask();
    expect(has('tsub')).toBe(false);
  });

  it('takes its roles along when the account is unlinked', async () => {
    ok(await api.call(connections.disconnect, { params: { platform: 'twitch' } }, ann));
    await until(() => expect(mine()).toEqual(['gifts']));
    ok(await api.call(connections.disconnect, { params: { platform: 'kick' } }, ann));
    await until(() => expect(mine()).toEqual([]));
  });
});
