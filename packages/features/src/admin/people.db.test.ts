import { ServerId, type UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days, hours, type StaffCall, type StaffSubject } from '@tally/kernel';
import { person, putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { servers } from '../servers/index.ts';
import { admin } from './index.ts';
import { ban, endBan, endBans, readBans } from './service/bans.ts';
import { forgetOldDeeds, readDeedChoices, readDeeds } from './service/deeds.ts';
import { exportEmails, listEmails, masked, readPerson, searchAll, setFlags, showEmail } from './service/people.ts';

const [ann, dev, owner, friend] = [
  '111111111111111111',
  '211111111111111111',
  '311111111111111111',
  '411111111111111111',
] as [UserId, UserId, UserId, UserId];
const home = ServerId.parse('900000000000000001');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [account, servers, admin] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  await arrive(ann, 'ann', 0, 'ann@example.com');
  await arrive(dev, 'dev', 8, null);
  await arrive(owner, 'owner', 32, 'owner@example.org');
  await arrive(friend, '=cmd', 8, '+1@example.com');
});

const arrive = (id: UserId, name: string, badges: number, email: string | null) =>
  world.db.execute(sql`
    insert into users (id, username, discriminator, badges, email, is_blacklisted, created_at, last_login_at)
    values (${id}, ${name}, '0', ${badges}, ${email}, false, now(), now())`);
const ctx = (caller: UserId = dev) => world.ctx({ caller: person(caller, caller === owner ? 'Owner' : 'Developer') });
const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );
const isOut = async (id: UserId) =>
  (await world.db.execute<{ is_blacklisted: boolean }>(sql`select is_blacklisted from users where id = ${id}`)).rows[0]
    ?.is_blacklisted;
const keepOut = (id: string, until: Date | null = null, by: UserId = dev) =>
  ban(ctx(by), { kind: 'person', id, reason: 'spam', until });

describe('a banned person', () => {
  it('is kept out until the announced time, and then let in automatically', async () => {
    await keepOut(ann, new Date(world.clock.now().getTime() + days(1)));
    expect([await isOut(ann), (await readPerson(ctx(), ann)).ban]).toMatchObject([true, { reason: 'spam', by: 'dev' }]);
    await endBans(ctx());
    expect(await isOut(ann)).toBe(true);
    world.clock.move(days(1));
    await endBans(ctx());
    expect([await isOut(ann), await readBans(ctx(), {})]).toEqual([false, []]);
    expect(await refusal(keepOut(ann, world.clock.now()))).toBe('banOver');
    expect(await refusal(endBan(ctx(), 'person', ann))).toBe('banNotFound');
  });

  it('is never oneself, an owner, or another developer', async () => {
    expect(await refusal(keepOut(dev))).toBe('notYourself');
    expect(await refusal(keepOut(owner))).toBe('ownersOnly');
    expect(await refusal(keepOut(friend))).toBe('ownersOnly');
    expect(await refusal(keepOut(friend, null, owner))).toBe('nothing was refused');
    expect(await refusal(keepOut('511111111111111111'))).toBe('userNotFound');
  });

  it('is a server as well: its managers are refused', async () => {
    await ban(ctx(), { kind: 'server', id: home, reason: 'spam', until: null });
    const row = async () =>
      (await world.db.execute<{ is_blacklisted: boolean }>(sql`select is_blacklisted from servers where id = ${home}`))
        .rows;
    expect(await row()).toEqual([{ is_blacklisted: true }]);
    expect(await readBans(ctx(), {})).toMatchObject([{ kind: 'server', subject: home, until: null }]);
    await endBan(ctx(), 'server', home);
    expect(await row()).toEqual([{ is_blacklisted: false }]);
    expect(await refusal(ban(ctx(), { kind: 'server', id: '99999999999999999', reason: 'spam', until: null }))).toBe(
      'serverNotFound',
    );
  });
});

describe('a person’s flags', () => {
  it('developers are made by owners alone, the rest by developers', async () => {
    await setFlags(ctx(), ann, ['Partner', 'Staff']);
    expect((await readPerson(ctx(), ann)).flags).toEqual(['Partner', 'Staff']);
    expect(await refusal(setFlags(ctx(), ann, ['Developer']))).toBe('ownersOnly');
    expect(await refusal(setFlags(ctx(), dev, []))).toBe('ownersOnly');
    await setFlags(ctx(owner), ann, ['Developer']);
    expect((await readPerson(ctx(), ann)).flags).toEqual(['Developer']);
    // The call replaces only flags that can be granted, so an owner stays an owner.
    await setFlags(ctx(owner), owner, ['Beta']);
    expect(await readPerson(ctx(), owner)).toMatchObject({ isOwner: true, flags: ['Beta'] });
  });
});

describe('addresses', () => {
  it('are half hidden, and the person is notified who viewed one', async () => {
    expect(await listEmails(ctx(), {})).toMatchObject([
      { username: 'ann', email: 'a•••@e•••.com' },
      { username: 'owner', email: 'o•••@e•••.org' },
      { username: '=cmd', email: '+•••@e•••.com' },
    ]);
    expect(await listEmails(ctx(), { search: 'ANN@example.com' })).toHaveLength(1);
    // Searching for part of an address finds no one; otherwise addresses could be guessed letter by letter.
    expect(await listEmails(ctx(), { search: 'example' })).toEqual([]);
    expect(await showEmail(ctx(), ann, 'lost login')).toEqual({ email: 'ann@example.com' });
    const { rows } = await world.db.execute(sql`select title, message from bell_items where user_id = ${ann}`);
    expect(rows).toEqual([
      { title: 'A staff member viewed your email address', message: 'The reason they gave: lost login' },
    ]);
    expect(['x', 'a@b', ''].map(masked)).toEqual(['x•••@•••', 'a•••@b•••', '•••@•••']);
  });

  it('are in the file only for people who want news, and no cell of it is a formula', async () => {
    const sheet = async () => await new Response(exportEmails(ctx()).stream as ReadableStream).text();
    expect(await sheet()).not.toContain('@');
    await world.db.execute(sql`update users set news_by_email = true where id in (${ann}, ${friend})`);
    expect((await sheet()).split('\r\n').slice(1, -1)).toEqual([
      `${ann},ann,ann@example.com`,
      `${friend},'=cmd,'+1@example.com`,
    ]);
  });
});

const record = async (
  call: string,
  { subject = {}, ...more }: Partial<StaffCall> & { readonly subject?: StaffSubject } = {},
  by: UserId = dev,
) => {
  const complete = await admin.recordStaff(ctx(by), { about: {}, reason: null, isRead: false, ...more, call });
  await complete(subject);
};
const read = { call: 'admin.getPersonFile', isRead: true, about: { userId: ann }, subject: { personId: ann } } as const;
const bell = async () =>
  (await world.db.execute<{ title: string }>(sql`select title from bell_items where user_id = ${ann}`)).rows;

describe('the staff record', () => {
  it('shows who did what and why, and what changed', async () => {
    await record('admin.showEmail', { about: { userId: ann }, reason: 'lost login', subject: { personId: ann } });
    const before = { title: 'Old', content: 'a'.repeat(120), isPublic: false };
    const after = { title: 'New', content: 'b'.repeat(140), isPublic: false };
    await record('news.updateNews', { subject: { title: 'New', href: '/admin/changelogs/n', before, after } }, owner);
    expect(await readDeeds(ctx(), {})).toMatchObject([
      {
        call: 'news.updateNews',
        username: 'owner',
        title: 'New',
        href: '/admin/changelogs/n',
        changes: [
          { field: 'title', before: 'Old', after: 'New' },
          { field: 'content', before: { characters: 120 }, after: { characters: 140 } },
        ],
      },
      { call: 'admin.showEmail', username: 'dev', person: { userId: ann, username: 'ann' }, reason: 'lost login' },
    ]);
  });

  it('has no line for a save that changes nothing', async () => {
    await record('news.updateNews', {
      subject: { title: 'Same', before: { title: 'Same' }, after: { title: 'Same' } },
    });
    expect(await readDeeds(ctx(), {})).toEqual([]);
  });

  it('is filtered by staff member, kind and day, and offers only existing values', async () => {
    await record('news.addNews', {}, owner);
    world.clock.move(days(1));
    await record('admin.showEmail');
    const calls = async (asked: Parameters<typeof readDeeds>[1]) =>
      (await readDeeds(ctx(), asked)).map(({ call }) => call);
    const now = world.clock.now();
    expect(await calls({ userId: dev })).toEqual(['admin.showEmail']);
    expect(await calls({ call: 'news.addNews' })).toEqual(['news.addNews']);
    expect(await calls({ until: now })).toEqual(['news.addNews']);
    expect(await calls({ from: now })).toEqual(['admin.showEmail']);
    expect(await readDeedChoices(ctx())).toEqual({
      staff: expect.arrayContaining([
        { userId: dev, username: 'dev' },
        { userId: owner, username: 'owner' },
      ]),
      calls: ['admin.showEmail', 'news.addNews'],
    });
  });

  it('has one line an hour for a read; the person is notified once a day', async () => {
    for (const by of [dev, dev, owner]) await record(read.call, read, by);
    expect(await readDeeds(ctx(), {})).toHaveLength(2);
    world.clock.move(hours(1));
    await record(read.call, read);
    expect(await readDeeds(ctx(), {})).toHaveLength(3);
    expect(await bell()).toEqual([{ title: 'A staff member viewed your account' }]);
    world.clock.move(days(1));
    await record(read.call, read);
    expect(await bell()).toHaveLength(2);
  });

  it('forgets a person who deletes their account, whose export listed what was done and read', async () => {
    await record('admin.ban', { about: { kind: 'person', id: ann }, reason: 'spam', subject: { personId: ann } });
    // Once both people are deleted, these two reads look identical.
    await record(read.call, read);
    await record(read.call, { ...read, about: { userId: friend }, subject: { personId: friend, title: 'friend' } });
    expect(await admin.exportUser(ctx(), ann)).toMatchObject({
      done: [{ call: 'admin.ban', reason: 'spam' }, { call: 'admin.getPersonFile' }],
    });
    for (const each of [ann, friend, dev]) await admin.forgetUser(ctx(), each);
    const nothing = { userId: null, username: null, person: null, title: null, reason: null, changes: [] };
    expect(await readDeeds(ctx(), {})).toMatchObject([
      { ...nothing, about: {} },
      { ...nothing, about: {} },
      { ...nothing, about: { kind: 'person' } },
    ]);
    expect(await admin.exportUser(ctx(), ann)).toEqual({});
  });

  it('is kept for two years', async () => {
    await record('news.addNews');
    world.clock.move(days(730));
    await forgetOldDeeds(ctx());
    expect(await readDeeds(ctx(), {})).toHaveLength(1);
    world.clock.move(1);
    await forgetOldDeeds(ctx());
    expect(await readDeeds(ctx(), {})).toEqual([]);
  });
});

it('people and servers are found by some letters of a name, or by the whole id', async () => {
  expect(await searchAll(ctx(), 'AN')).toMatchObject([{ kind: 'person', title: 'ann', href: `/admin/people/${ann}` }]);
  expect(await searchAll(ctx(), home)).toMatchObject([{ kind: 'server', id: home }]);
  expect(await searchAll(ctx(), "'; drop table users; --")).toEqual([]);
});

it('without words, people with a flag come first, then the newest people and servers', async () => {
  await world.db.execute(sql`update users set created_at = now() + interval '1 minute' where id = ${ann}`);
  expect((await searchAll(ctx(), '')).map(({ title, flags }) => [title, flags])).toEqual([
    ...Array.from({ length: 3 }, () => [expect.any(String), [expect.any(String)]]),
    ['ann', []],
    [expect.any(String), undefined],
  ]);
});
