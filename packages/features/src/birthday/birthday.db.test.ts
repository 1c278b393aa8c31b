import { type BirthdayBody, ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { AppError, days, defineFeature, hours, minutes, UpstreamError } from '@tally/kernel';
import { runRoleJob, saveServerState } from '@tally/tests/roles';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { birthday } from './index.ts';
import { compose } from './service/compose.ts';
import { greetDue, replan } from './service/greet-due.ts';
import { birthdayOf, listUpcoming } from './service/read.ts';
import { sayBirthday } from './service/save.ts';

const ann = UserId.parse('111111111111111111');
const bob = UserId.parse('222222222222222222');
const home = ServerId.parse('900000000000000001');
const other = ServerId.parse('900000000000000002');
const hall = ChannelId.parse('910000000000000001');
const cake = RoleId.parse('920000000000000001');
const bots = RoleId.parse('920000000000000009');
const bot = '900000000000000001';

/** A simulated Discord for one test: it stores members' roles and can refuse calls. */
let held: Map<string, Set<string>>;
let cakePosition: number;
let isGone: boolean;
const rolesOf = (userId: string) => held.get(userId) ?? held.set(userId, new Set()).get(userId) ?? new Set();
const role = (id: string, name: string, position: number) =>
  ({ id, name, position, permissions: 1n << 28n, isManaged: false, isMentionable: false, color: 0 }) as never;
const discord = {
  servers: {
    channels: async () => [{ id: hall, name: 'hall', type: 0, parentId: null, position: 0, overwrites: [] }],
    get: async () => ({
      id: home,
      name: 'Home',
      ownerId: '1',
      roles: [role(cake, 'Cake', cakePosition), role(bots, 'Bots', 5)],
    }),
  },
  members: {
    async get({ userId }: { userId: string }) {
      if (isGone && userId !== bot)
        throw new UpstreamError({ world: 'discord', kind: 'gone', message: 'gone', upstreamCode: 10007 });
      return { user: null, nick: 'Ann **B**', roleIds: userId === bot ? [bots] : [...rolesOf(userId)] };
    },
    giveRole: async ({ userId, roleId }: { userId: string; roleId: string }) => void rolesOf(userId).add(roleId),
    takeRole: async ({ userId, roleId }: { userId: string; roleId: string }) => void rolesOf(userId).delete(roleId),
  },
};

let world: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, birthday, defineFeature({ name: 'account' })];
  world = await testWorld({ features, env: { PLANS: 'unlimited', DISCORD_CLIENT_ID: bot }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  held = new Map();
  cakePosition = 1;
  isGone = false;
  world.clock.set(new Date('2026-03-01T12:00:00Z'));
  for (const id of [home, other]) {
    const seen = { name: 'Home', icon: null, banner: null, ownerId: '1', memberCount: 3 } as const;
    await serverAppeared(world.ctx(), { id, ...seen } as never);
  }
});

const as = (userId: UserId) => world.ctx({ caller: person(userId) });
const set = (serverId: ServerId, patch: Parameters<typeof updateServer>[2]) =>
  updateServer(world.ctx({ caller: { kind: 'system' } }), serverId, patch);
const enable = async (more: object = {}) =>
  await set(home, { birthdayEnabled: true, birthdayChannelId: hall, ...more });
const tell = (userId: UserId, body: BirthdayBody, isStaff = false) =>
  sayBirthday(as(userId), { userId, body, isStaff });
const born: BirthdayBody = { date: '03/14', timeZone: 'Europe/Berlin', whereToCongratulate: [home, other] };
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );
const rowsOf = async (text: string) => (await world.db.execute(text)).rows;
const told = () =>
  rowsOf('select kind, subject, state, reason, server_id from deliveries order by queued_at, subject, server_id');
const run = async () => {
  await greetDue(world.ctx());
  await runRoleJob(world.ctx(), 'sweep');
  await runRoleJob(world.ctx(), 'carry-out', { serverId: home });
};
/** The job runs every ten minutes, and after each change of a role. */
const compare = async () => {
  const roles = [role(cake, 'Cake', cakePosition), role(bots, 'Bots', 5)];
  await saveServerState(world.db, home, { roles, botRoleIds: [bots] });
  await runRoleJob(world.ctx(), 'compare', { serverId: home });
};

describe('a person’s birthday', () => {
  it('is set once; later only staff change it, and everything else stays the person’s choice', async () => {
    await tell(ann, { ...born, year: 1990 });
    expect(await birthdayOf(as(ann), ann)).toMatchObject({
      birthday: { date: '03/14', year: 1990, timeZone: 'Europe/Berlin', whereToCongratulate: [home, other] },
    });
    expect(await birthdayOf(as(bob), ann)).toMatchObject({ birthday: { date: '03/14', year: null } });
    for (const body of [{ date: '03/15' }, { year: 1991 }, { year: null }])
      expect(await refusal(tell(ann, body))).toEqual(['birthdayIsSaid']);
    await tell(ann, { date: '03/14', timeZone: 'Asia/Tokyo', showsAge: true, whereToCongratulate: [other] });
    await tell(ann, { date: '03/15' }, true);
    expect((await birthdayOf(as(ann), ann)).birthday).toMatchObject({
      date: '03/15',
      timeZone: 'Asia/Tokyo',
      whereToCongratulate: [other],
    });
    await tell(ann, { date: null });
    expect((await birthdayOf(as(ann), ann)).birthday).toMatchObject({ date: null, year: null, canChange: false });
    expect(await refusal(tell(ann, { date: '03/14' }))).toEqual(['birthdayIsSaid']);
  });

  it('can be set again a month after its removal, without a second greeting that year', async () => {
    await enable();
    await tell(ann, { ...born, date: '03/02' });
    world.clock.move(days(1));
    await run();
    expect(await told()).toHaveLength(1);
    await tell(ann, { date: null });
    world.clock.move(days(30) - 1);
    expect(await refusal(tell(ann, { date: '04/05' }))).toEqual(['birthdayIsSaid']);
    world.clock.move(1);
    expect((await birthdayOf(as(ann), ann)).birthday?.canChange).toBe(true);
    await tell(ann, { date: '04/05' });
    expect(await refusal(tell(ann, { date: '04/06' }))).toEqual(['birthdayIsSaid']);
    world.clock.move(days(5));
    await run();
    expect(await told()).toHaveLength(1);
    await tell(ann, { date: null });
    await tell(ann, { date: '06/06' }, true);
    expect((await birthdayOf(as(ann), ann)).birthday?.date).toBe('06/06');
  });

  it('one of two concurrent calls wins', async () => {
    const both = [tell(ann, { date: '01/01', timeZone: 'UTC' }), tell(ann, { date: '02/02', timeZone: 'UTC' })];
    expect((await Promise.all(both.map(refusal))).filter((answer) => answer === null)).toHaveLength(1);
  });

  it('is refused in words where it cannot be', async () => {
    expect(await refusal(tell(ann, { whereToCongratulate: [home] }))).toEqual(['birthdayNotSaid']);
    expect(await refusal(tell(ann, { date: '03/14' }))).toEqual(['invalidFields', 'birthday.timeZone: is missing']);
    expect(await refusal(tell(ann, { date: '03/14', timeZone: 'Mars/Base' }))).toEqual([
      'invalidFields',
      expect.stringContaining('birthday.timeZone'),
    ]);
    expect(await refusal(tell(ann, { ...born, date: '02/29', year: 1999 }))).toEqual([
      'invalidFields',
      'birthday.year: 1999 had no 29 February',
    ]);
    expect(await refusal(tell(ann, { ...born, year: 2027 }))).toEqual([
      'invalidFields',
      expect.stringContaining('2026'),
    ]);
    isGone = true;
    expect(await refusal(tell(ann, born))).toEqual([
      'invalidFields',
      expect.stringContaining('whereToCongratulate.0'),
      expect.stringContaining('whereToCongratulate.1'),
    ]);
  });
});

describe('a birthday', () => {
  it('is greeted once, at midnight in the person’s zone; the role lasts the day', async () => {
    await enable({ birthdayRoleId: cake });
    await tell(ann, born);
    world.clock.set(new Date('2026-03-13T22:59:59Z'));
    await run();
    expect(await told()).toEqual([]);
    world.clock.set(new Date('2026-03-13T23:00:00Z'));
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await told()).toMatchObject([{ kind: 'birthday', subject: ann, state: 'queued', server_id: home }]);
    expect([...rolesOf(ann)]).toEqual([cake]);
    world.clock.move(hours(23));
    await run();
    expect([...rolesOf(ann)]).toEqual([cake]);
    world.clock.move(hours(1));
    await run();
    expect([...rolesOf(ann)]).toEqual([]);
    expect(await told()).toHaveLength(1);
    // The year still has only one greeting, despite all changes of the clock and the zone.
    world.clock.set(new Date('2026-03-14T05:00:00Z'));
    await tell(ann, { timeZone: 'America/Los_Angeles' });
    world.clock.move(hours(4));
    await run();
    expect(await told()).toHaveLength(1);
    world.clock.set(new Date('2027-03-14T12:00:00Z'));
    await run();
    expect(await told()).toHaveLength(2);
    expect((await birthdayOf(as(ann), ann)).birthday?.lastYearCongratulated).toBe(2027);
  });

  it('is sent late on the same day; after that it is skipped, with the reason', async () => {
    await enable({ birthdayRoleId: cake });
    await tell(ann, born);
    await tell(bob, { ...born, date: '03/13' });
    // No process was running from the 12th to the evening of the 14th.
    world.clock.set(new Date('2026-03-14T20:00:00Z'));
    await run();
    expect(await told()).toMatchObject(
      [
        { subject: ann, state: 'queued', reason: null },
        { subject: bob, state: 'skipped', reason: 'tooLate' },
      ].map((row) => expect.objectContaining(row)),
    );
    expect([rolesOf(ann).size, rolesOf(bob).size]).toEqual([1, 0]);
    expect(await rowsOf('select next_on::text as on from birthdays order by user_id')).toEqual([
      { on: '2027-03-14' },
      { on: '2027-03-13' },
    ]);
    // A birthday that is entered on the day itself is celebrated immediately.
    await tell(UserId.parse('333333333333333333'), born);
    await run();
    expect(await told()).toHaveLength(3);
  });

  it('of many people at midnight takes one round of a few queries', async () => {
    await enable();
    await world.db.execute(`
      insert into birthdays (user_id, month, day, time_zone, leap_day, last_changed, next_on, next_at)
      select (300000000000000000 + n)::text, 3, 14, 'UTC', 'feb28', now(), '2026-03-14', '2026-03-14T00:00:00Z'
        from generate_series(1, 120) n`);
    await world.db.execute(`insert into birthday_places select user_id, '${home}' from birthdays`);
    world.clock.set(new Date('2026-03-14T00:00:00Z'));
    // The job handles a hundred people at a time, so this takes two batches.
    expect(await greetDue(world.ctx())).toBe(120);
    expect(await rowsOf('select count(*)::int as n, count(distinct subject)::int as people from deliveries')).toEqual([
      { n: 120, people: 120 },
    ]);
  });

  it('is planned again when zone data has changed', async () => {
    await enable();
    await tell(ann, born);
    await world.db.execute(`update birthdays set next_at = next_at + interval '1 hour'`);
    world.clock.set(new Date('2026-03-12T12:00:00Z'));
    await replan(world.ctx());
    const [row] = await rowsOf(`select next_at = '2026-03-13T23:00:00Z' as is_right from birthdays`);
    expect(row).toEqual({ is_right: true });
  });

  it('shows the age only with permission, and pings only if the server chose it', async () => {
    await enable();
    await tell(ann, { ...born, year: 1990 });
    const greeting = [{ id: '1', kind: 'birthday', serverId: home, about: { userId: ann, year: 2026 } }];
    const shown = async () => {
      const [made] = await compose(world.ctx(), greeting as never);
      return made?.kind === 'send' ? made.payload : made;
    };
    await world.db.execute(
      `insert into server_messages values ('${home}', 'customMessages', 'birthday', '{"content":"{member} {member_name} turns [{age}]"}')`,
    );
    expect(await shown()).toEqual({
      content: `<@${ann}> Ann \\*\\*B\\*\\* turns []`,
      allowed_mentions: { parse: [], roles: [], users: [] },
    });
    await tell(ann, { showsAge: true });
    await set(home, { birthdayPing: true });
    expect(await shown()).toMatchObject({
      content: expect.stringContaining('[36]'),
      allowed_mentions: { users: [ann] },
    });
    isGone = true;
    expect(await shown()).toEqual({ kind: 'skip', reason: 'memberLeft' });
  });
});

describe('the role of the day', () => {
  const onTheDay = async () => {
    await enable({ birthdayRoleId: cake });
    await tell(ann, born);
    world.clock.set(new Date('2026-03-13T23:00:00Z'));
  };

  it('stays if the member had it before', async () => {
    await onTheDay();
    rolesOf(ann).add(cake);
    await run();
    world.clock.move(days(2));
    await run();
    expect([...rolesOf(ann)]).toEqual([cake]);
  });

  it('is taken even if the process died right after giving it', async () => {
    await onTheDay();
    const { giveRole } = discord.members;
    discord.members.giveRole = async (about) => {
      await giveRole(about);
      throw new UpstreamError({ world: 'discord', kind: 'down', message: 'the reply was lost' });
    };
    await run();
    discord.members.giveRole = giveRole;
    expect([...rolesOf(ann)]).toEqual([cake]);
    world.clock.move(days(1));
    await run();
    expect(rolesOf(ann).size).toBe(0);
  });

  it('above the bot is reported once in the error log, and given when it was fixed that day', async () => {
    await onTheDay();
    cakePosition = 9;
    for (let n = 0; n < 5; n += 1) {
      await compare();
      await run();
      world.clock.move(minutes(1));
    }
    expect([rolesOf(ann).size, await listTrouble(world.ctx(), home)]).toMatchObject([
      0,
      [{ reason: 'roleTooHigh', count: 1 }],
    ]);
    cakePosition = 1;
    world.clock.move(hours(1));
    await compare();
    await run();
    expect(rolesOf(ann).size).toBe(1);
    world.clock.move(days(1));
    await run();
    expect(rolesOf(ann).size).toBe(0);
  });

  it('is no longer given once the day is over, even after a fix', async () => {
    await onTheDay();
    cakePosition = 9;
    await compare();
    await run();
    world.clock.move(days(1));
    cakePosition = 1;
    await compare();
    await run();
    expect(rolesOf(ann).size).toBe(0);
  });

  it('causes no trouble for a member who left; a deleted person loses it first', async () => {
    await onTheDay();
    isGone = true;
    await run();
    expect([rolesOf(ann).size, await listTrouble(world.ctx(), home)]).toEqual([0, []]);
    isGone = false;
    await tell(bob, born);
    await run();
    expect(rolesOf(bob).size).toBe(1);
    const journal = async () => JSON.stringify(await rowsOf('select * from deliveries'));
    expect(await journal()).toContain(bob);
    for (const feature of [servers, birthday]) await feature.forgetUser(world.ctx(), bob);
    expect(await journal()).not.toContain(bob);
    await run();
    expect([rolesOf(bob).size, (await birthdayOf(as(bob), bob)).birthday]).toEqual([0, undefined]);
  });
});

it('a server has its settings checked, its coming birthdays in order, and forgets them all', async () => {
  expect(await refusal(set(home, { birthdayEnabled: true }))).toEqual([
    'invalidFields',
    'birthdayChannelId: is missing',
  ]);
  cakePosition = 9;
  expect(await refusal(enable({ birthdayRoleId: cake }))).toEqual([
    'invalidFields',
    expect.stringContaining('birthdayRoleId'),
  ]);
  await enable({ birthdayPing: true });
  expect(await getServer(as(ann), home)).toMatchObject({
    birthdayEnabled: true,
    birthdayChannelId: hall,
    birthdayPing: true,
  });
  await tell(ann, born);
  await tell(bob, { ...born, date: '02/29', timeZone: 'UTC' });
  const all = await listUpcoming(as(ann), home, {});
  expect(all.map(({ userId, date, birthday: on }) => [userId, date, on])).toEqual([
    [ann, '2026-03-14', '03/14'],
    [bob, '2027-02-28', '02/29'],
  ]);
  expect(await birthday.staff.counts(world.ctx())).toEqual({ 'totalServersUsingX.birthday': 1 });
  const next = await listUpcoming(as(ann), home, { cursor: `2026-03-14_${ann}`, limit: 5 });
  expect(next.map(({ userId }) => userId)).toEqual([bob]);
  for (const cursor of ['x', '2026-02-30_1', `2026-13-01_${ann}`])
    expect(await refusal(listUpcoming(as(ann), home, { cursor }))).toEqual(['badCursor']);
  await birthday.forgetServer(world.ctx(), home);
  expect([await listUpcoming(as(ann), home, {}), (await getServer(as(ann), home)).birthdayEnabled]).toEqual([[], null]);
});
