import { type GuildRoleList, type RoleFilter, RoleId } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { workedMs } from '@tally/tests/effort';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveIfNew } from '../account/store/people.ts';
import { linkedAccounts } from '../connections/tables.ts';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { discordGrants, userServers } from '../grants/tables.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { listRecord } from '../settings/service/record.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { streamers } from '../streamers/index.ts';
import {
  ann,
  calls,
  discord,
  failure,
  fake,
  high,
  home,
  isChange,
  live,
  managed,
  member,
  owls,
  posts,
  refusalOf,
  role,
  rolesOf,
  room,
  runRoles,
  startAnew,
  there,
  vip,
} from './__fixtures__/discord.ts';
import { liveRole } from './index.ts';
import { removeRole, saveRole } from './service/change.ts';
import { linkedIsOn, linkedIsOver } from './service/linked.ts';
import { accountChanged, syncWatches } from './service/links.ts';
import { sawMembers, sawPresence } from './service/presence.ts';
import { readState } from './service/read.ts';

const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 20 };
let world: TestWorld;
let free: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, streamers, liveRole];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
  free = await testWorld({ features, discord: discord as never });
});
afterAll(async () => {
  await world.close();
  await free.close();
});
beforeEach(async () => {
  await world.reset();
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
  startAnew();
});

const asAnn = (of = world) => of.ctx({ caller: person(ann) });
const streaming = [{ type: 1, url: 'https://www.twitch.tv/somebody' }];
const saying = (state: string) => [{ type: 4, state }];
const shows = async (number: number, activities: readonly object[], status = 'online') => {
  await sawPresence(world.ctx(), home, { userId: member(number), status, activities: activities as never });
};
const save = async (list: GuildRoleList, body: object, of = world) => {
  await saveRole(asAnn(of), { serverId: home, list }, { body: body as never });
  calls.length = 0;
};
const compare = async (ctx = world.ctx()) => await runRoles(ctx, 'compare');
const carryOut = async (ctx = world.ctx()) => await runRoles(ctx, 'carry-out');
const writeLog = async () => await runRoles(world.ctx(), 'write-log', { kind: 'live-role/status' });
/** Returns the people about whom we still store something. */
const known = async () =>
  (await world.db.execute<{ user_id: string }>('select user_id from role_holdings')).rows.map((row) => row.user_id);
const settled = async () => {
  await carryOut();
  const done = calls.filter(isChange);
  calls.length = 0;
  return done;
};
const has = (number: number, roleId = live) => rolesOf(member(number)).has(roleId);

describe('a member who goes live', () => {
  beforeEach(() => save('autoLiveRoles', { roleId: live, filter: null }));

  it('gets the role, and loses it at the end', async () => {
    await shows(1, streaming);
    expect(await settled()).toEqual([`give ${member(1)} ${live}`]);
    expect((await readState(world.ctx(), home)).roles).toEqual([{ roleId: live, members: 1 }]);
    await shows(1, []);
    expect(await settled()).toEqual([`take ${member(1)} ${live}`]);
    expect(await known()).toEqual([]);
  });

  it('keeps a role that was given by hand', async () => {
    rolesOf(member(1)).add(live);
    await shows(1, streaming);
    await shows(1, []);
    expect(await settled()).toEqual([]);
    await shows(1, streaming);
    await settled();
    await shows(1, []);
    expect([await settled(), has(1)]).toEqual([[], true]);
  });

  it('loses it even if it is unknown whether it was given', async () => {
    fake.isLosingReplies = true;
    await shows(1, streaming);
    expect(await settled()).toEqual([`give ${member(1)} ${live}`]);
    fake.isLosingReplies = false;
    await shows(1, []);
    expect(await settled()).toEqual([`take ${member(1)} ${live}`]);
    expect(has(1)).toBe(false);
  });

  it('is queried at the end of a limit, not before', async () => {
    fake.refusal = failure('limited', undefined, 4000);
    for (const number of [1, 2, 3]) await shows(number, streaming);
    expect(await settled()).toHaveLength(1);
    fake.refusal = null;
    expect(await settled()).toHaveLength(3);
  });

  it('ten thousand repeated presences cost nothing', async () => {
    await shows(1, streaming);
    await settled();
    world.queued.length = 0;
    for (let number = 1; number <= 20; number += 1) there.set(member(number), new Set());
    const before = workedMs();
    for (let round = 0; round < 500; round += 1) {
      await Promise.all(Array.from({ length: 20 }, async (_, at) => await shows(at + 1, at === 0 ? streaming : [])));
    }
    expect([calls, world.queued]).toEqual([[], []]);
    // A presence takes a few microseconds. The limit only detects a database query per presence.
    expect(workedMs() - before).toBeLessThan(3000);
  });

  it('rapid changes are handled once per member, and the last one counts', async () => {
    const flood = Array.from({ length: 100 }, (_, at) => shows(1, at % 2 === 0 ? streaming : []));
    await Promise.all([...flood, shows(1, streaming)]);
    expect(world.queued.filter(({ name }) => name === 'roles/carry-out').length).toBeLessThan(10);
    expect([await settled(), has(1)]).toEqual([[`give ${member(1)} ${live}`], true]);
  });

  it('gets it after a restart, and loses it if the end fell into it', async () => {
    await shows(1, streaming);
    await shows(2, streaming);
    await settled();
    // Empties the cache, so only the database remembers the state.
    await world.ctx().cache.forgetPrefix('');
    const presences = [2, 3].map((number) => ({ userId: member(number), status: 'online', activities: streaming }));
    await sawMembers(world.ctx(), home, { presences, userIds: 'all' });
    expect((await settled()).sort()).toEqual([`give ${member(3)} ${live}`, `take ${member(1)} ${live}`]);
    // Discord does not list every member of a very large server, so a missing one may still be there.
    await sawMembers(world.ctx(), home, { presences: [], userIds: 'some' });
    expect(await settled()).toEqual([]);
  });

  it.each<[RoleFilter['mode'], boolean, boolean]>([
    ['whitelist', false, true],
    ['blacklist', true, false],
  ])('with a %s only those are meant', async (mode, plain, chosen) => {
    await save('autoLiveRoles', { roleId: live, filter: { mode, roles: [vip] } });
    rolesOf(member(2)).add(vip);
    await shows(1, streaming);
    await shows(2, streaming);
    await settled();
    expect([has(1), has(2)]).toEqual([plain, chosen]);
    await save('autoLiveRoles', { roleId: live, filter: null });
    await settled();
    expect([has(1), has(2)]).toEqual([true, true]);
  });

  it('a member who left is forgotten', async () => {
    await shows(1, streaming);
    there.delete(member(1));
    expect(await settled()).toEqual([]);
    expect(await known()).toEqual([]);
  });
});

describe('comparing', () => {
  beforeEach(() => save('autoLiveRoles', { roleId: live, filter: null }));

  it('changes only differences, and queries many members at once', async () => {
    for (let number = 1; number <= 15; number += 1) await shows(number, streaming);
    await settled();
    rolesOf(member(1)).delete(live);
    there.delete(member(2));
    await compare();
    expect(calls).toEqual(['list']);
    expect(await settled()).toEqual([`give ${member(1)} ${live}`]);
    expect(await known()).not.toContain(member(2));
    await compare();
    expect(await settled()).toEqual([]);
  });

  it('reports a role that the bot cannot give once, and retries when it was fixed', async () => {
    fake.refusal = failure('denied', 50_013);
    for (let number = 1; number <= 15; number += 1) await shows(number, streaming);
    expect(await settled()).toHaveLength(1);
    expect(await settled()).toEqual([]);
    expect(await listTrouble(world.ctx(), home)).toMatchObject([
      { reason: 'roleTooHigh', count: 1, action: { kind: 'moveBotRole' } },
    ]);
    fake.refusal = null;
    await compare();
    expect(await settled()).toHaveLength(15);
  });

  it('a rule beyond the plan takes its roles back, and gives them again later', async () => {
    await shows(1, streaming);
    await settled();
    const { config } = world.ctx();
    const features = [servers, liveRole, { name: 'premium', serverPlans: noPlan }];
    const lapsed = { ...world.ctx(), features, config: { ...config, PLANS: 'tiers' as const } };
    await compare(lapsed);
    await carryOut(lapsed);
    expect(has(1)).toBe(false);
    await compare();
    await carryOut();
    expect(has(1)).toBe(true);
  });
});
const noPlan = async () => new Map([[home, { bitfield: 0n, limits: {}, additional: {} } as never]]);

describe('a custom status', () => {
  it('gives its role, names the text in the log, and pings no one', async () => {
    await save('statusRoles', { roleId: owls, texts: ['Night Owls'], keepOnOffline: true, filter: null });
    const { version } = await getServer(asAnn(), home);
    await updateServer(asAnn(), home, { version, statusRoleLogs: room as never });
    await shows(1, saying('the night owls @everyone'));
    expect(await settled()).toEqual([`give ${member(1)} ${owls}`]);
    await shows(1, [], 'offline');
    expect(await settled()).toEqual([]);
    await shows(1, []);
    expect(await settled()).toEqual([`take ${member(1)} ${owls}`]);
    await writeLog();
    await writeLog();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.payload.embeds.map(({ description }) => description)).toEqual([
      `<@${member(1)}> shows “night owls” and now has <@&${owls}>.`,
      `<@${member(1)}> no longer shows “night owls” and lost <@&${owls}>.`,
    ]);
    expect(posts[0]?.payload.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(posts[0]?.nonce).toHaveLength(25);
  });

  it('gives up a log that cannot be written, and reports it once', async () => {
    await save('statusRoles', { roleId: owls, texts: ['owls'], filter: null });
    const { version } = await getServer(asAnn(), home);
    await updateServer(asAnn(), home, { version, statusRoleLogs: room as never });
    for (const number of [1, 2]) await shows(number, saying('owls'));
    await settled();
    fake.refusal = failure('gone', 10_003);
    await writeLog();
    fake.refusal = null;
    await writeLog();
    expect(posts).toEqual([]);
    expect(await listTrouble(world.ctx(), home)).toMatchObject([{ reason: 'unknownChannel', count: 1 }]);
  });
});

describe('the lists', () => {
  it('are saved, changed, moved to another role and removed, and each change is recorded', async () => {
    await save('statusRoles', { roleId: owls, texts: ['owls', 'owls'], keepOnOffline: true, filter: null });
    await save('statusRoles', { roleId: owls, texts: ['owl'] });
    const [shown] = (await getServer(asAnn(), home)).statusRoles;
    expect(shown).toMatchObject({ roleId: owls, texts: ['owl'], keepOnOffline: true, filter: null });
    await shows(1, saying('owl'));
    await settled();
    const place = { serverId: home, list: 'statusRoles' } as const;
    await saveRole(asAnn(), place, { body: { roleId: vip, texts: ['owl'] }, which: owls });
    expect(await settled()).toEqual([`take ${member(1)} ${owls}`]);
    await removeRole(asAnn(), place, { roleId: vip });
    expect(await refusalOf(removeRole(asAnn(), place, { roleId: vip }))).toEqual(['liveRoleNotFound']);
    const { list } = await listRecord(asAnn(), home, {});
    expect(list.map(({ what, subject, action }) => [what, subject?.value, action].join(' ')).toReversed()).toEqual(
      [`${owls} added`, `${owls} changed`, `${vip} changed`, `${vip} removed`].map((line) => `statusRoles ${line}`),
    );
    expect(list[1]?.fields).toEqual([{ field: 'roleId', before: owls, after: vip }]);
  });

  it('explains why it refuses rules that can never work', async () => {
    const place = { serverId: home, list: 'statusRoles' } as const;
    const tried = async (body: object) =>
      (await refusalOf(saveRole(asAnn(), place, { body: body as never })))?.slice(0, 2);
    expect(await tried({ roleId: owls, texts: [] })).toEqual(['invalidFields', expect.stringMatching(/^texts: /)]);
    expect(await tried({ roleId: owls, texts: ['a', '\u200b \ud800'] })).toEqual([
      'invalidFields',
      expect.stringMatching(/^texts\.1: /),
    ]);
    for (const roleId of [managed, high, role(77), RoleId.parse(home)])
      expect(await tried({ roleId, texts: ['a'] })).toEqual(['invalidFields', expect.stringMatching(/^roleId: /)]);
    expect(await tried({ roleId: owls, texts: ['a'], filter: { mode: 'whitelist', roles: [role(77)] } })).toEqual([
      'invalidFields',
      expect.stringMatching(/^filter\.roles\.0: /),
    ]);
  });

  it('end where the plan ends, also when a whole list is sent', async () => {
    await serverAppeared(free.ctx(), { id: home, ...seen } as never);
    await save('autoLiveRoles', { roleId: live }, free);
    const place = { serverId: home, list: 'autoLiveRoles' } as const;
    expect(await refusalOf(saveRole(asAnn(free), place, { body: { roleId: owls } }))).toEqual(['planLimit']);
    const roles = [{ roleId: live }, { roleId: owls }];
    expect(await refusalOf(updateServer(asAnn(free), home, { autoLiveRoles: roles }))).toEqual(['planLimit']);
    await updateServer(asAnn(free), home, { autoLiveRoles: [{ roleId: owls }] });
    expect((await getServer(asAnn(free), home)).autoLiveRoles).toMatchObject([{ roleId: owls, filter: null }]);
    const twice = [{ roleId: owls }, { roleId: owls }];
    expect(await refusalOf(updateServer(asAnn(free), home, { autoLiveRoles: twice }))).toEqual([
      'invalidFields',
      expect.stringMatching(/^autoLiveRoles\.1\.roleId: /),
    ]);
  });
});

it('exports a person’s data, and deletes it with them or with the server', async () => {
  await save('autoLiveRoles', { roleId: live });
  for (const number of [1, 2]) await shows(number, streaming);
  await settled();
  const place = { serverId: home, roleId: live };
  expect(await servers.exportUser(world.ctx(), member(1))).toMatchObject({
    roles: { claims: [{ ...place, kind: 'live-role/auto' }], holdings: [{ ...place, hasIt: true }] },
  });
  for (const { forgetUser } of world.ctx().features) await forgetUser?.(world.ctx(), member(1));
  expect(await settled()).toEqual([`take ${member(1)} ${live}`]);
  expect(await servers.exportUser(world.ctx(), member(1))).toEqual({});
  for (const { forgetServer } of world.ctx().features) await forgetServer?.(world.ctx(), home);
  expect(await known()).toEqual([]);
});

describe('without presences from Discord', () => {
  const channel = { platform: 'twitch', id: 't77', name: 'ada', displayName: 'Ada', url: 'https://www.twitch.tv/ada' };
  const session = { id: '7d9f1c1e-0000-4000-8000-000000000077', platform: 'twitch', channelId: 't77', endedAt: null };
  const ada = { userId: member(1), platform: 'twitch', accountId: 't77', username: 'ada', displayName: 'Ada' } as const;
  const watches = async () =>
    (await world.db.execute(`select reason from watches where channel_id = 't77' and reason = 'live-role'`)).rows
      .length;

  /** Links the person's account, and logs them in as a member of this server. */
  async function ownAccount(): Promise<void> {
    const now = world.clock.now();
    await world.db.insert(linkedAccounts).values({ ...ada, way: 'login', checkedAt: now, linkedAt: now });
    const nothing = { globalName: null, avatar: null, banner: null, accentColor: null, email: null };
    await saveIfNew(world.db, { id: member(1), username: 'ada', discriminator: '0', ...nothing }, now);
    const grant = { accessToken: 'a', refreshToken: 'r', scope: 'identify guilds', expiresAt: now, serversReadAt: now };
    await world.db.insert(discordGrants).values({ userId: member(1), ...grant });
    const server = { serverId: home as string, name: 'Home', isOwner: false, permissions: 0n };
    await world.db.insert(userServers).values({ userId: member(1), ...server });
  }

  it('linked Twitch accounts are followed instead, and only then', async () => {
    const refuse = `insert into gateway_refusals (intent) values ('GuildPresences')`;
    await save('autoLiveRoles', { roleId: live });
    const linked = { kind: 'linked', account: ada } as never;
    await accountChanged(world.ctx(), linked);
    expect(await watches()).toBe(0);
    await world.db.execute(refuse);
    await syncWatches(world.ctx());
    expect([await watches(), (await readState(world.ctx(), home)).hasPresences]).toEqual([1, false]);
    // No person has linked this account, so no role is given and Discord is not called.
    await linkedIsOn(world.ctx(), { kind: 'live', session, channel } as never);
    expect([await settled(), calls]).toEqual([[], []]);
    await ownAccount();
    await linkedIsOn(world.ctx(), { kind: 'live', session, channel } as never);
    expect(await settled()).toEqual([`give ${member(1)} ${live}`]);
    await linkedIsOver(world.ctx(), { kind: 'end', grace: 0, session, channel } as never);
    expect(await settled()).toEqual([]);
    await linkedIsOver(world.ctx(), { kind: 'end', grace: 5, session, channel } as never);
    expect(await settled()).toEqual([`take ${member(1)} ${live}`]);
    await world.db.execute('delete from gateway_refusals');
    await syncWatches(world.ctx());
    expect(await watches()).toBe(0);
    await accountChanged(world.ctx(), { kind: 'unlinked', account: ada } as never);
    expect(await settled()).toEqual([]);
  });
});

it('only one process at a time gives and takes a role', async () => {
  await save('autoLiveRoles', { roleId: live });
  await shows(1, streaming);
  await Promise.all([carryOut(), carryOut(), carryOut()]);
  expect(calls.filter((call) => call.startsWith('give'))).toHaveLength(1);
  calls.length = 0;
  await shows(1, []);
  // Simulates a process that died during its work, which may delay the others by two minutes.
  const until = new Date(world.clock.now().getTime() + minutes(2)).toISOString();
  await world.db.execute(`update role_holdings set busy_until = '${until}'`);
  expect(await settled()).toEqual([]);
  world.clock.move(minutes(2) + seconds(1));
  expect(await settled()).toEqual([`take ${member(1)} ${live}`]);
});
