import { connections, notifications, type RoleSyncState, roleSync, servers } from '@tally/contract';
import { days, minutes } from '@tally/kernel';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { type Answer, demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { linkAccount } from '@tally/tests/link';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetFacts } from '../../packages/features/src/places/service/discord-facts.ts';
import type { Outcome } from '../../packages/features/src/role-sync/service/answer.ts';
import { askForRoles } from '../../packages/features/src/role-sync/service/ask.ts';
import { syncMember } from '../../packages/features/src/role-sync/service/sync.ts';
import { findMember, leaseDue } from '../../packages/features/src/role-sync/store/members.ts';
import { serverAppeared } from '../../packages/features/src/servers/service/presence.ts';

/** Roles follow linked accounts, which the test reads in the simulated Discord's member list. */
let api: TestApi;
let ann: string;
/** The channel for commands and panels. */
let room: string;
const roles: Record<string, string> = {};
const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const world = (name: string, action: string, body: object) => api.sim.worlds.get(name)?.controls[action]?.(body);
const rolesOf = (userId: string) =>
  (api.sim.discord.state.guilds.get(nightCity)?.members.get(userId)?.roles ?? []) as readonly string[];
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 60_000, interval: 25 });
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const has = (name: string, userId = demoUser) => rolesOf(userId).includes(roles[name] ?? '');
const place = { serverId: nightCity, userId: demoUser } as never;
/** Retries, because the job that follows a change may still be running. */
async function ask() {
  for (;;) {
    const asked = await askForRoles(api.ctx, place);
    if (asked.result !== 'busy') return asked;
    await until(async () => expect((await findMember(api.ctx.db, place))?.busyUntil ?? null).toBeNull());
  }
}

const newRole = async (name: string, more: object = {}) => {
  const made = await discord('add-role', { guild_id: nightCity, name, position: 1, ...more });
  roles[name] = (made as { id: string }).id;
};
const newMember = async (username: string, ...named: string[]): Promise<string> => {
  const { id } = (await discord('add-user', { username })) as { id: string };
  await discord('join', { guild_id: nightCity, user_id: id });
  await discord('member', { guild_id: nightCity, user_id: id, roles: named.map((name) => roles[name]) });
  return id;
};
const typist = () => createTypist(api, room);
const messages = () => [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])] as unknown as Shown[];

async function follow(platform: 'kick' | 'twitch', streamer: string, body: object): Promise<void> {
  const where = { params: { guildId: nightCity, platform, streamer }, query: {}, body: body as never };
  const added = await api.call(notifications.addStreamer, where, ann);
  if (added.status !== 200) ok(await api.call(notifications.updateStreamer, where, ann));
}

const link = async (platform: 'kick' | 'twitch', as: string, depth?: 'creator', token = ann) =>
  await linkAccount(api, token, { platform, as, depth });

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http' } });
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
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'roles' })) as { id: string }).id;
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

const as = { kick: 'trainwreckstv', twitch: 'tinwhistler' } as const;
const kick = (action: string, body: object) => world('kick', action, { who: 'xqc', ...body });
const is = (standing: string, isOn = true) =>
  world('twitch', 'standing', { who: 'xqc', by: as.twitch, standing, isOn });
const mine = () => Object.keys(roles).filter((name) => has(name));
/** Runs the minute job for people who are due. */
async function sweep(): Promise<void> {
  const now = api.ctx.clock.now();
  for (const due of await leaseDue(api.ctx.db, now, new Date(now.getTime() + minutes(20)), 10)) {
    await syncMember(api.ctx, due, { isAsked: false });
  }
}

describe('Kick', () => {
  it('learns subscriptions and gifts from pushes, and badges from the chat; an ended one loses its role', async () => {
    await link('kick', as.kick);
    expect(await ask()).toMatchObject({ hasAccount: true, chats: ['xqc'] });
    expect(mine()).toEqual([]);
    kick('subscribe', { by: as.kick });
    await until(() => expect(mine()).toEqual(['sub']));

    // One chat line is enough, and only requested badges count.
    kick('badge', { by: as.kick, badge: 'moderator' });
    kick('badge', { by: as.kick, badge: 'vip' });
    await until(() => {
      kick('chat', { by: as.kick, content: 'hello' });
      expect(mine()).toEqual(['sub', 'mod', 'vip']);
    });
    for (const to of ['lumi-vale', 'nordwind']) kick('gift', { by: as.kick, to });
    await until(() => expect(mine()).toEqual(['sub', 'mod', 'vip', 'gifts']));

    // The database records the role a moment after Discord has it.
    await until(async () => {
      const state = (await api.call(roleSync.getRoleSync, inServer, ann)).json.data as RoleSyncState;
      expect([state.members, state.roles.length, typeof state.lastCheck]).toEqual([1, 4, 'string']);
    });
    const { params } = { params: { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const };
    const seen = (await api.call(notifications.getStreamer, { params, query: {} }, ann)).json.data;
    expect(JSON.stringify(seen)).toContain(JSON.stringify({ roleId: roles['mod'], userIds: [demoUser] }));

    await api.pass(days(32));
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
    // Only the creator's token can list their VIPs.
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

  it('removes its roles when the account is unlinked', async () => {
    ok(await api.call(connections.disconnect, { params: { platform: 'twitch' } }, ann));
    await until(() => expect(mine()).toEqual(['gifts']));
    ok(await api.call(connections.disconnect, { params: { platform: 'kick' } }, ann));
    await until(() => expect(mine()).toEqual([]));
  });
});

describe('Rumble', () => {
  const creator = 'c/quietpines';
  const viewer = 'user/greycreek';
  const rumble = (action: string, body: object = {}) => world('rumble', action, { who: creator, by: viewer, ...body });
  const linkAddress = async (who: string, token: string) => {
    const { url } = world('rumble', 'api-url', { who }) as { url: string };
    const about = { params: { platform: 'rumble' as const }, query: {}, body: { code: url } };
    ok(await api.call(connections.connect, about, token));
  };

  it('reads the latest followers of creators who gave access', async () => {
    for (const name of ['rfollow', 'rsub']) await newRole(name);
    const body = { followerRoleId: roles['rfollow'], subscriberRoleId: roles['rsub'] } as never;
    const where = { params: { guildId: nightCity, platform: 'rumble' as const, streamer: 'quietpines' }, body };
    ok(await api.call(notifications.addStreamer, { ...where, query: { rumbleType: 'channel' } }, ann));
    await linkAddress(viewer, ann);
    rumble('follow');
    rumble('subscribe');
    await ask();
    expect(mine()).toEqual([]);
    // We cannot know any followers before the creator has given us their URL.
    await linkAddress(creator, await api.logIn(somebodyElse));
    await lookAgain();
    expect(mine()).toEqual(['rfollow', 'rsub']);
    // The list does not contain everyone, so a missing person may just have followed earlier.
    rumble('unfollow');
    await lookAgain();
    expect(mine()).toEqual(['rfollow', 'rsub']);
    world('rumble', 'trouble', { kind: 'outage', minutes: 5 });
    await lookAgain();
    expect(mine()).toEqual(['rfollow', 'rsub']);
    world('rumble', 'calm', {});
    await api.pass(days(32));
    await lookAgain();
    expect(mine()).toEqual(['rfollow']);
    ann = await api.logIn();
    ok(await api.call(connections.disconnect, { params: { platform: 'rumble' } }, ann));
    await until(() => expect(mine()).toEqual([]));
  });

  async function lookAgain() {
    await api.ctx.cache.forgetPrefix('role-sync/lists/');
    return await ask();
  }
});

describe('in the chat', () => {
  let bob: string;
  let moderator: string;
  beforeAll(async () => {
    await newRole('high', { position: 3 });
    await newRole('mods', { position: 2, permissions: String(1n << 28n) });
    bob = await newMember('bob');
    moderator = await newMember('moderator', 'mods');
  });

  /** The job that follows a change may still be working on this member. */
  async function sync(userId: string, options: object = {}): Promise<string> {
    for (;;) {
      const answer = await typist().say('sync', options, userId);
      if (!answer.includes('checked right now')) return answer;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('the panel gives roles to the person who presses it, in a reply that only they see', async () => {
    expect(await typist().say('panel synchronize', { channel: room })).toBe(`The panel is now in <#${room}>.`);
    const panel = messages().find(({ embeds }) => embeds[0]?.title === 'Your roles');
    const alone = await typist().press(panel, 'Get my roles', bob);
    expect([alone.message?.flags, textOf(alone)]).toEqual([64, expect.stringContaining('not linked a Kick')]);
    expect(alone.message?.components[0]?.components[0]?.url).toBe(`${api.ctx.config.webUrl}/settings`);

    await link('kick', 'lumi-vale', undefined, await api.logIn(bob));
    kick('subscribe', { by: 'lumi-vale' });
    await until(async () => {
      await typist().press(panel, 'Get my roles', bob);
      expect(has('sub', bob)).toBe(true);
    });
    expect(await sync(bob)).toContain('All roles are up to date.');
    // The panel itself does not change.
    expect(messages().filter(({ embeds }) => embeds[0]?.title === 'Your roles')).toHaveLength(1);
  });

  it('moderators ask for others: not for themselves, and for nothing above their own roles', async () => {
    const ask = (member: string, userId: string) => sync(userId, { member });
    expect(await ask(moderator, bob)).toContain('You need');
    expect(await ask(moderator, moderator)).toContain('without a member');
    await follow('kick', 'xqc', { subscriberRoleId: roles['high'], vipRoleId: roles['vip'] });
    await until(() => expect(has('high', bob)).toBe(true));
    await discord('member', { guild_id: nightCity, user_id: bob, roles: [] });
    const answer = await ask(bob, moderator);
    expect(answer).toContain(`<@${bob}>`);
    expect(answer).toContain(`**Not given**, because the role is above your own: <@&${roles['high']}>`);
    expect(has('high', bob)).toBe(false);
    // The server's owner ranks above all roles.
    expect(await ask(bob, demoUser)).not.toContain('Not given');
    expect(has('high', bob)).toBe(true);
  });

  it('names follow the account, except those chosen by hand and those of people above the bot', async () => {
    const body = { syncUsername: true };
    ok(await api.call(servers.updateServer, { ...inServer, body }, ann));
    const nick = () => api.sim.discord.state.guilds.get(nightCity)?.members.get(bob)?.nick;
    await until(() => expect(nick()).toBe('Lumi_Vale'));
    const bot = [...(api.sim.discord.state.guilds.get(nightCity)?.roles.values() ?? [])].find(({ managed }) => managed);
    const may = async (permissions: bigint) => {
      await discord('change-role', { guild_id: nightCity, role_id: bot?.id, permissions: String(permissions) });
      await forgetFacts(api.ctx, nightCity);
    };
    await discord('member', { guild_id: nightCity, user_id: bob, nick: 'Bobby' });
    await syncMember(api.ctx, { ...inServer.params, serverId: nightCity, userId: bob } as never, { isAsked: false });
    expect(nick()).toBe('Bobby');
    const permissions = BigInt(bot?.permissions ?? 0);
    await may(permissions & ~(1n << 27n));
    expect(await sync(bob)).toContain('may not manage nicknames');
    await may(permissions);
    await sync(bob);
    expect(nick()).toBe('Lumi_Vale');

    await link('kick', as.kick);
    expect(await sync(demoUser)).toContain('this member is above the bot');
  });
});
