import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import type { GatewayEvents } from '@tally/discord/gateway';
import { AppError, minutes, UpstreamError } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { roleGateway } from '@tally/pipeline/roles';
import { runRoleJob, saveServerState } from '@tally/tests/roles';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { listToolPosts } from '../settings/service/tool-posts.ts';
import { welcomeLeave } from './index.ts';
import { memberCame, memberChanged, memberLeft } from './service/arrive.ts';
import { uploadCardPicture } from './service/card-picture.ts';
import { compose } from './service/compose.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const hall = ChannelId.parse('910000000000000001');
const low = RoleId.parse('920000000000000001');
const high = RoleId.parse('920000000000000002');
const bots = RoleId.parse('920000000000000009');
const bot = '900000000000000001';
const role = (id: string, position: number) =>
  ({
    id,
    name: id === high ? 'Boss' : 'Guest',
    position,
    permissions: 1n << 28n,
    isManaged: false,
    isMentionable: false,
    color: 0,
  }) as never;
const given: string[] = [];
let refusal: UpstreamError | null = null;
const discord = {
  servers: {
    channel: async () => ({ kind: 'text', parentId: null }),
    channels: async () => [{ id: hall, name: 'hall', type: 0, parentId: null, position: 0, overwrites: [] }],
    get: async () => ({
      id: home,
      name: 'Home',
      ownerId: ann,
      roles: [role(low, 1), role(bots, 5), role(high, 9)],
    }),
  },
  members: {
    get: async ({ userId }: { userId: string }) => ({ roleIds: userId === bot ? [bots] : [], timedOutUntil: null }),
    giveRole: async ({ userId, roleId }: { userId: string; roleId: string }) => {
      if (refusal) throw refusal;
      given.push(`${userId} ${roleId}`);
    },
  },
};

let world: TestWorld;
let free: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, welcomeLeave];
  world = await testWorld({ features, env: { PLANS: 'unlimited', DISCORD_CLIENT_ID: bot }, discord: discord as never });
  free = await testWorld({ features, discord: discord as never });
  await appear(free);
});
afterAll(async () => {
  await world.close();
  await free.close();
});
beforeEach(async () => {
  given.length = 0;
  refusal = null;
  await world.reset();
  await appear(world);
});
const appear = (each: TestWorld) =>
  serverAppeared(each.ctx(), {
    id: home,
    name: 'Home',
    icon: null,
    banner: null,
    ownerId: ann,
    memberCount: 40,
  } as never);

const asAnn = () => world.ctx({ caller: person(ann) });
const set = (patch: Parameters<typeof updateServer>[2]) => updateServer(asAnn(), home, patch);
const idOf = (n: number): string => `${200_000_000_000_000_000n + BigInt(n)}`;
const giveDue = async () => await runRoleJob(world.ctx(), 'carry-out', { serverId: home });
const user = (n: number, more: object = {}) =>
  ({
    id: idOf(n),
    username: `p${n}`,
    displayName: `Person ${n}`,
    avatar: null,
    isBot: false,
    ...more,
  }) as never;
const member = (n: number, more: object = {}) =>
  ({
    user: user(n),
    nick: null,
    isPending: false,
    joinedAt: world.clock.now(),
    roleIds: [],
    ...more,
  }) as unknown as GatewayEvents['memberJoined']['member'];
const come = (n: number, more: object = {}) => memberCame(world.ctx(), { serverId: home, member: member(n, more) });
const pass = (n: number, more: object = {}) => memberChanged(world.ctx(), { serverId: home, member: member(n, more) });
const leave = (n: number) => memberLeft(world.ctx(), { serverId: home, user: user(n) });
const told = async () =>
  (await world.db.execute('select kind, state, reason, subject, about from deliveries order by queued_at, turn'))
    .rows as {
    kind: string;
    state: string;
    reason: string | null;
    subject: string;
    about: Record<string, unknown>;
  }[];
const refused = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );

describe('a new member', () => {
  it('is greeted once, even for repeated events, and again after returning', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall });
    const joinedAt = world.clock.now();
    await Promise.all([come(1), come(1), come(1)]);
    expect(await told()).toMatchObject([{ kind: 'welcome', about: { name: 'Person 1', memberCount: 41 } }]);
    await leave(1);
    await come(1, { joinedAt });
    await leave(1);
    expect(await told()).toHaveLength(1);
    world.clock.move(minutes(5));
    await come(1);
    expect((await told()).map(({ about }) => about['memberCount'])).toEqual([41, 41]);
  });

  it('is not named in the journal once they are forgotten; others stay', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: true, leaveChannelId: hall });
    await come(1);
    await come(2);
    await leave(1);
    expect((await told()).map(({ subject }) => subject)).toEqual([idOf(1), idOf(2), idOf(1)]);
    await welcomeLeave.forgetUser(world.ctx(), UserId.parse(idOf(1)));
    expect((await told()).map(({ subject }) => subject)).toEqual([idOf(2)]);
    const { rows } = await world.db.execute('select * from deliveries');
    expect(JSON.stringify(rows)).not.toContain(idOf(1));
  });

  it('waits for the rules if the server asks for it, and is greeted once after accepting them', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, welcomeTrigger: 'screening', welcomeRoleId: low });
    await come(1, { isPending: true });
    await pass(1, { isPending: true, nick: 'New' });
    await giveDue();
    expect([await told(), given]).toEqual([[], []]);
    await Promise.all([pass(1), pass(1)]);
    await pass(1);
    expect(await told()).toMatchObject([{ kind: 'welcome' }]);
    await giveDue();
    expect(given).toEqual([`${idOf(1)} ${low}`]);
    // In a server without screening no one waits, and an ordinary change causes no greeting.
    await come(2);
    await pass(2, { nick: 'Other' });
    expect(await told()).toHaveLength(2);
  });

  it('never waits if the trigger is joining; bots are not greeted; leaving while waiting is silent', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: true, leaveChannelId: hall });
    await come(1, { isPending: true });
    await come(2, { user: user(2, { isBot: true }) });
    expect((await told()).map(({ subject }) => subject)).toEqual(['200000000000000001']);
    await set({ welcomeTrigger: 'screening' });
    await come(3, { isPending: true });
    await leave(3);
    expect(await told()).toHaveLength(1);
    await leave(1);
    await leave(1);
    expect((await told()).map(({ kind }) => kind)).toEqual(['welcome', 'leave']);
    expect((await told())[1]?.about).toMatchObject({ memberCount: 40 });
  });

  it('in a crowd: thirty a minute are greeted, the others have their row with the reason', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall });
    for (let n = 0; n < 60; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => come(n + i)));
    const rows = await told();
    const queued = rows.filter(({ state }) => state === 'queued').length;
    expect(rows).toHaveLength(60);
    // Concurrent arrivals do not see each other yet, so more than thirty may be queued.
    expect(queued).toBeGreaterThanOrEqual(30);
    expect(queued).toBeLessThanOrEqual(50);
    expect(rows.filter(({ reason }) => reason === 'tooMany')).toHaveLength(60 - queued);
    expect(new Set(rows.map(({ about }) => about['memberCount'])).size).toBe(60);
    world.clock.move(minutes(2));
    await come(500);
    expect((await told()).at(-1)).toMatchObject({ state: 'queued' });
  });
});

describe('a server that stops greeting', () => {
  it('causes no more queries, and members who waited are not greeted months later', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, welcomeTrigger: 'screening' });
    expect(await welcomeLeave.staff.counts(world.ctx())).toEqual({ 'totalServersUsingX.welcomeLeaves': 1 });
    await come(1, { isPending: true });
    await set({ welcomeEnabled: false });
    await pass(1);
    await come(2);
    await set({ leaveEnabled: true, leaveChannelId: hall });
    expect(await welcomeLeave.staff.counts(world.ctx())).toEqual({ 'totalServersUsingX.welcomeLeaves': 1 });
    await set({ welcomeEnabled: true });
    await pass(1, { nick: 'Later' });
    expect(await told()).toEqual([]);
    await come(3);
    expect(await told()).toHaveLength(1);
  });
});

describe('the role for arrivals', () => {
  const standAt = async (position: number | null) =>
    await saveServerState(world.db, home, {
      roles: [role(bots, 5), ...(position === null ? [] : [role(low, position)])],
      botRoleIds: [bots],
    });

  it('is given; a member who has left again is not an error', async () => {
    await set({ welcomeRoleId: low });
    await come(1);
    await giveDue();
    expect(given).toEqual([`${idOf(1)} ${low}`]);
    refusal = new UpstreamError({ world: 'discord', kind: 'gone', message: 'gone', upstreamCode: 10007 });
    await come(2);
    await giveDue();
    expect(await listTrouble(world.ctx(), home)).toEqual([]);
    refusal = new UpstreamError({ world: 'discord', kind: 'down', message: 'down' });
    await come(3);
    await giveDue();
    refusal = null;
    await giveDue();
    expect(given).toEqual([`${idOf(1)} ${low}`, `${idOf(3)} ${low}`]);
  });

  it('of a crowd is given to each, however often Discord makes us wait', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, welcomeRoleId: low });
    await Promise.all(Array.from({ length: 60 }, (_, n) => come(n)));
    const { giveRole } = discord.members;
    let left = 0;
    discord.members.giveRole = async (about) => {
      if (left === 0) throw new UpstreamError({ world: 'discord', kind: 'limited', message: 'slow', retryAfterMs: 9 });
      left -= 1;
      await giveRole(about);
    };
    for (let round = 0; round < 10; round += 1) {
      left = 7;
      await giveDue();
    }
    discord.members.giveRole = giveRole;
    expect(given.toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `${idOf(n)} ${low}`).toSorted());
  });

  it('is not given to a member who leaves at once', async () => {
    await set({ welcomeRoleId: low, leaveEnabled: true, leaveChannelId: hall });
    await come(1);
    await leave(1);
    for (const listener of roleGateway)
      if (listener.event === 'memberLeft') await listener.run(world.ctx(), { serverId: home, user: user(1) } as never);
    await giveDue();
    await runRoleJob(world.ctx(), 'compare', { serverId: home });
    await giveDue();
    expect([given, await listTrouble(world.ctx(), home)]).toEqual([[], []]);
  });

  it('above the bot, or deleted, is reported once, not tried at Discord, and given after a fix', async () => {
    await set({ welcomeRoleId: low });
    await standAt(9);
    for (let n = 0; n < 5; n += 1) await come(n);
    await giveDue();
    await standAt(null);
    await come(5);
    await giveDue();
    expect(given).toEqual([]);
    expect(await listTrouble(world.ctx(), home)).toMatchObject([
      { reason: 'unknownRole', count: 1 },
      { reason: 'roleTooHigh', count: 1 },
    ]);
    await standAt(1);
    await runRoleJob(world.ctx(), 'compare', { serverId: home });
    await giveDue();
    expect(given).toHaveLength(6);
  });
});

describe('the settings', () => {
  it('travel with the server and are checked: channel, role, plan', async () => {
    expect(await refused(set({ welcomeEnabled: true }))).toEqual(['invalidFields', 'welcomeChannelId: is missing']);
    expect(await refused(set({ leaveChannelId: ChannelId.parse('910000000000000055') }))).toEqual([
      'invalidFields',
      expect.stringContaining('leaveChannelId'),
    ]);
    expect(await refused(set({ welcomeRoleId: high }))).toEqual([
      'invalidFields',
      expect.stringContaining('welcomeRoleId'),
    ]);
    await set({ welcomeEnabled: true, welcomeChannelId: hall, welcomeCard: true, welcomeRoleId: low });
    expect(await getServer(asAnn(), home)).toMatchObject({
      welcomeEnabled: true,
      welcomeCard: true,
      leaveEnabled: null,
    });

    const ctx = free.ctx({ caller: person(ann) });
    expect(await refused(updateServer(ctx, home, { welcomeChannelId: hall }))).toEqual(['premiumRequired']);
    // Sends back what the client received.
    const { welcomeEnabled, welcomeChannelId } = await getServer(ctx, home);
    await updateServer(ctx, home, { welcomeEnabled, welcomeChannelId });
    await welcomeLeave.forgetServer(asAnn(), home);
    expect((await getServer(asAnn(), home)).welcomeEnabled).toBeNull();
  });

  it('a deleted channel switches the greeting off, with a line in the error log and in the record', async () => {
    await set({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: true, leaveChannelId: hall });
    const failed = {
      serverId: home,
      channelId: hall,
      state: 'failed',
      reason: 'unknownChannel',
      reasonValues: {},
      about: { type: 'welcome' },
    };
    const lost = Array.from({ length: 5 }, () => failed as unknown as Delivery);
    await welcomeLeave.deliveries.delivered(world.ctx(), lost);
    expect(await listTrouble(world.ctx(), home)).toMatchObject([{ reason: 'unknownChannel', count: 5 }]);
    expect(await getServer(asAnn(), home)).toMatchObject({ welcomeEnabled: false, leaveEnabled: false });
    await come(1);
    expect(await told()).toEqual([]);
  });
});

it('pings only if the server chose it, and never a member who left; names have no markup', async () => {
  await set({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: true, leaveChannelId: hall });
  await come(1, { nick: '**@everyone** <@&1>\u0000\ud800' });
  await leave(1);
  const shown = async () => {
    const rows = (await told()).map(({ about, subject }, n) => ({ id: `${n}`, serverId: home, about, subject }));
    const made = await compose(world.ctx(), rows as never);
    return made.map((each) => (each.kind === 'send' ? each.payload : null));
  };
  const [welcome, goodbye] = await shown();
  expect(welcome?.content).toContain('<@200000000000000001>');
  expect(welcome?.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
  expect(goodbye?.content).not.toMatch(/@everyone|<@&1>/);
  await set({ welcomePing: true });
  const [pinging, still] = await shown();
  expect(pinging?.allowed_mentions).toEqual({ parse: [], roles: [], users: ['200000000000000001'] });
  expect(still?.allowed_mentions.users).toEqual([]);
});

it('lists its last ten messages for the page, with the name of each member and why one was not posted', async () => {
  await set({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: true, leaveChannelId: hall });
  for (let n = 1; n <= 11; n += 1) {
    await come(n);
    world.clock.move(minutes(1));
  }
  await leave(11);
  await world.db.execute(`update deliveries set state = 'failed', reason = 'unknownChannel' where kind = 'leave'`);
  const posts = await listToolPosts(asAnn(), home, 'welcome-leave');
  expect(posts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'leave Person 11',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `welcome Person ${n}`),
  ]);
  expect(posts.map(({ problem }) => problem).slice(0, 2)).toEqual(['The channel no longer exists.', null]);
  expect(await listToolPosts(asAnn(), home, 'birthday')).toEqual([]);
});

it('a picture of the server is stored in the size of a card, saved by its name, and deleted with the server', async () => {
  const ctx = asAnn();
  const large = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();
  const { name } = await uploadCardPicture(ctx, home, { bytes: large });
  const stored = await ctx.files.get(`cards/${home}/${name}`);
  expect(await sharp(stored as Buffer).metadata()).toMatchObject({ width: 900, height: 300, format: 'webp' });
  await set({ cardPicture: name });
  expect((await getServer(ctx, home)).cardPicture).toBe(name);
  await expect(set({ cardPicture: 'a'.repeat(32) })).rejects.toMatchObject({
    code: 'invalidFields',
  });
  await welcomeLeave.forgetServer(ctx, home);
  expect(await ctx.files.get(`cards/${home}/${name}`)).toBeNull();
});
