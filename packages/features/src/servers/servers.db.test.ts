import { type GuildSettingsBody, ServerId, tiers, type UserId } from '@tally/contract';
import { AppError, days, defineFeature, minutes, seconds } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, logInWithDiscord } from '../account/index.ts';
import { settings } from '../settings/index.ts';
import { listRecord } from '../settings/service/record.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { servers } from './index.ts';
import { sweep } from './jobs.ts';
import { listManageable, requireManager } from './service/managers.ts';
import {
  discardServer,
  forgetServer,
  listTopServers,
  serverAppeared,
  serverChanged,
  serverLeft,
  shardConnected,
} from './service/presence.ts';

const ann = '111111111111111111' as UserId;
const home = ServerId.parse('900000000000000001');
const other = ServerId.parse('900000000000000002');
const away = ServerId.parse('900000000000000003');
const profile = { id: home, name: 'Home', icon: 'hash', banner: null, ownerId: ann, memberCount: 10 };
const MANAGE = 1n << 5n;

const listed = {
  servers: [] as { id: string; isOwner?: boolean; permissions?: bigint }[],
  calls: 0,
  left: [] as ServerId[],
};
/** A simulated feature with one setting. */
const greeting = { text: null as boolean | null, forgot: [] as string[], fails: false };
const welcome = defineFeature({
  name: 'welcome-leave',
  guildParts: {
    keys: ['welcomeEnabled'],
    read: async () => ({ welcomeEnabled: greeting.text }),
    write: async (_ctx, _tx, _serverId, patch: Partial<GuildSettingsBody>) => {
      if (patch.welcomeEnabled === undefined) throw new Error('asked for nothing');
      greeting.text = patch.welcomeEnabled;
    },
  },
  forgetServer: async (_ctx, serverId) => {
    if (greeting.fails) throw new Error('not now');
    greeting.forgot.push(serverId);
  },
});

let world: TestWorld;
const asAnn = () => world.ctx({ caller: person(ann) });
beforeAll(async () => {
  world = await testWorld({
    features: [account, servers, settings, welcome],
    discord: {
      servers: { leave: async (id: ServerId) => void listed.left.push(id) },
      login: {
        exchangeCode: async () => ({
          accessToken: 'access',
          refreshToken: 'refresh',
          expiresInSeconds: 9_999_999,
          scopes: ['identify', 'guilds'],
          serverId: null,
        }),
        me: async () => ({ id: ann, username: 'ann', displayName: null, discriminator: '0' }),
        servers: async () => {
          listed.calls += 1;
          return listed.servers.map(({ id, isOwner = false, permissions = 0n }) => ({
            id,
            name: `S${id.at(-1)}`,
            icon: null,
            banner: null,
            isOwner,
            permissions,
          }));
        },
      },
    } as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(listed, { servers: [], calls: 0, left: [] });
  Object.assign(greeting, { text: null, forgot: [], fails: false });
  await logInWithDiscord(world.ctx(), 'code');
});

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('the people who manage a server', () => {
  it('the owner, administrators and managers; no one else', async () => {
    listed.servers = [
      { id: home, isOwner: true },
      { id: other, permissions: 8n },
      { id: away, permissions: MANAGE },
      { id: '900000000000000004', permissions: ~(8n | MANAGE) & 0xffffn },
    ];
    await serverAppeared(world.ctx(), profile);
    expect((await listManageable(asAnn(), ann, { force: false })).map((each) => [each.id, each.isBotIn])).toEqual([
      [home, true],
      [other, false],
      [away, false],
    ]);
  });

  it('sees at once that the bot came to one of their servers, or left it', async () => {
    listed.servers = [{ id: home, isOwner: true }];
    const isIn = async () => (await listManageable(asAnn(), ann, { force: false })).map((each) => each.isBotIn);
    expect(await isIn()).toEqual([false]);
    await serverAppeared(world.ctx(), profile);
    expect(await isIn()).toEqual([true]);
    await serverLeft(world.ctx(), home);
    expect(await isIn()).toEqual([false]);
  });

  it('is refused if the bot is in the server, and learns nothing otherwise', async () => {
    await serverAppeared(world.ctx(), profile);
    listed.servers = [{ id: away, isOwner: true }];
    expect(await refusal(requireManager(asAnn(), home))).toBe('notAllowed');
    expect(await refusal(requireManager(asAnn(), other))).toBe('serverNotFound');
    expect(await refusal(requireManager(asAnn(), away))).toBe('serverNotFound');
    expect(await refusal(requireManager(world.ctx({ caller: { kind: 'anonymous' } }), home))).toBe('notAllowed');
  });

  it('is asked of Discord once in five minutes, and at once when forced', async () => {
    await serverAppeared(world.ctx(), profile);
    listed.servers = [{ id: home, permissions: MANAGE }];
    for (let n = 0; n < 5; n++) await requireManager(asAnn(), home);
    expect(listed.calls).toBe(1);
    listed.servers = [{ id: home }];
    expect(await refusal(requireManager(asAnn(), home))).toBeNull();
    expect(await refusal(requireManager(asAnn(), home, { force: true }))).toBe('notAllowed');
    listed.servers = [{ id: home, permissions: MANAGE }];
    await requireManager(asAnn(), home, { force: true });
    world.clock.move(minutes(6));
    listed.servers = [];
    expect(await refusal(requireManager(asAnn(), home))).toBe('notAllowed');
  });

  it('an old answer does not refuse a person who became a manager a moment ago', async () => {
    await serverAppeared(world.ctx(), profile);
    expect(await refusal(requireManager(asAnn(), home))).toBe('notAllowed');
    listed.servers = [{ id: home, permissions: MANAGE }];
    expect(await refusal(requireManager(asAnn(), home))).toBe('notAllowed');
    world.clock.move(seconds(16));
    expect(await refusal(requireManager(asAnn(), home))).toBeNull();
  });

  it('not even its owner manages a blacklisted server', async () => {
    await serverAppeared(world.ctx(), profile);
    listed.servers = [{ id: home, isOwner: true }];
    await world.db.execute('update servers set is_blacklisted = true');
    expect(await refusal(requireManager(asAnn(), home))).toBe('blacklisted');
  });
});

describe('settings', () => {
  beforeEach(() => serverAppeared(world.ctx(), profile));

  it('are read with plan and limits, empty where the API does not answer', async () => {
    expect(await getServer(asAnn(), home)).toMatchObject({
      guildId: home,
      name: 'Home',
      version: 1,
      isPremium: false,
      premium: { tier: tiers.ServerFree, additionalKickConnections: 0 },
      limits: { maxKickConnections: 30, maxStickyMessages: 3 },
      locale: 'en-US',
      welcomeEnabled: null,
      messages: [],
      gettingStarted: null,
    });
  });

  it('change the sent fields, and record the author', async () => {
    await updateServer(asAnn(), home, { welcomeEnabled: true, locale: 'ar-SA' });
    expect(await getServer(asAnn(), home)).toMatchObject({ welcomeEnabled: true, locale: 'ar-SA', version: 2 });
    const { list } = await listRecord(asAnn(), home, {});
    expect(list.map(({ userId, username, fields }) => [userId, username, fields])).toEqual(
      expect.arrayContaining([
        [ann, 'ann', [{ field: 'locale', before: 'en-US', after: 'ar-SA' }]],
        [ann, 'ann', [{ field: 'welcomeEnabled', before: null, after: true }]],
      ]),
    );
  });

  it('that stay the same have no line', async () => {
    expect(await updateServer(asAnn(), home, { locale: 'en-US' })).toBe(false);
    expect((await listRecord(asAnn(), home, {})).list).toEqual([]);
    expect((await getServer(asAnn(), home)).version).toBe(1);
  });

  it("notice another person's change", async () => {
    await updateServer(asAnn(), home, { version: 1, locale: 'ar-SA' });
    expect(await refusal(updateServer(asAnn(), home, { version: 1, welcomeEnabled: true }))).toBe('changedMeanwhile');
    expect(greeting.text).toBeNull();
    expect(await updateServer(asAnn(), home, { version: 2, welcomeEnabled: true })).toBe(true);
  });

  it('of two changes at the same time on one version, one is refused', async () => {
    const both = await Promise.all(
      [true, false].map((on) => refusal(updateServer(asAnn(), home, { version: 1, welcomeEnabled: on }))),
    );
    expect(new Set(both)).toEqual(new Set(['changedMeanwhile', null]));
  });

  it('of a feature that is not built are refused by name, unless they are empty', async () => {
    const error = await updateServer(asAnn(), home, { birthdayEnabled: true, welcomeEnabled: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'invalidFields', fields: [expect.stringContaining('birthdayEnabled')] });
    expect(greeting.text).toBeNull();
    expect(await updateServer(asAnn(), home, { birthdayEnabled: null, stickyMessages: [] })).toBe(false);
  });

  it('the record is listed in pages, newest first', async () => {
    for (let n = 0; n < 5; n++) await updateServer(asAnn(), home, { welcomeEnabled: n % 2 === 0 });
    const first = await listRecord(asAnn(), home, { limit: 3 });
    const second = await listRecord(asAnn(), home, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.list, ...second.list].map((each) => each.fields[0]?.after)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(second.nextCursor).toBeNull();
    expect(await refusal(listRecord(asAnn(), home, { cursor: "1' or 1=1" }))).toBe('badCursor');
  });

  it('the record is filtered by person and by setting, and offers all of both', async () => {
    await updateServer(asAnn(), home, { welcomeEnabled: true });
    await updateServer(world.ctx(), home, { locale: 'ar-SA' });
    await updateServer(asAnn(), home, { locale: 'en-US' });
    const read = async (filter: Parameters<typeof listRecord>[2]) =>
      (await listRecord(asAnn(), home, filter)).list.map(({ what, author }) => [what, author]);
    expect(await read({ userId: ann })).toEqual([
      ['locale', 'person'],
      ['welcomeEnabled', 'person'],
    ]);
    expect(await read({ what: 'locale' })).toEqual([
      ['locale', 'person'],
      ['locale', 'tally'],
    ]);
    const { people, things } = await listRecord(asAnn(), home, { userId: ann, what: 'locale', limit: 1 });
    expect(people).toEqual([{ userId: ann, username: 'ann' }]);
    expect([...things].sort()).toEqual(['locale', 'welcomeEnabled']);
  });

  it('with PLANS=unlimited every feature is included', async () => {
    const ctx = { ...asAnn(), config: { ...asAnn().config, PLANS: 'unlimited' as const } };
    expect(await getServer(ctx, home)).toMatchObject({ isPremium: true, premium: { tier: tiers.ServerPremiumPlus } });
  });
});

describe('servers that the bot joins and leaves', () => {
  /** Lists all servers as if each had joined the public list. */
  const top = async () => {
    await world.db.execute('update servers set is_listed = true');
    await world.ctx().cache.forgetPrefix('');
    return await listTopServers(world.ctx());
  };

  it('only servers that agree are among the largest, and one that no longer agrees disappears at once', async () => {
    await serverAppeared(world.ctx(), profile);
    expect(await listTopServers(world.ctx())).toEqual([]);
    await updateServer(asAnn(), home, { isListed: true });
    expect(await listTopServers(world.ctx())).toMatchObject([{ id: home, name: 'Home' }]);
    expect(await getServer(asAnn(), home)).toMatchObject({ isListed: true });
    await updateServer(asAnn(), home, { isListed: null });
    expect(await listTopServers(world.ctx())).toEqual([]);
  });

  it('updates name, picture and members; fields that Discord leaves out stay', async () => {
    await serverAppeared(world.ctx(), { ...profile, banner: 'b' });
    await serverChanged(world.ctx(), { ...profile, name: 'New', banner: 'b', memberCount: undefined });
    expect(await top()).toMatchObject([{ id: home, name: 'New', members: 10 }]);
    await serverAppeared(world.ctx(), { ...profile, banner: undefined, memberCount: 11 });
    expect(await top()).toMatchObject([{ id: home, name: 'Home', members: 11 }]);
    expect((await world.db.execute('select banner from servers')).rows).toEqual([{ banner: 'b' }]);
  });

  it('is new once, however often it is reported, and again when it returns', async () => {
    const joined = async () => String((await world.db.execute('select joined_at from servers')).rows[0]?.joined_at);
    await serverAppeared(world.ctx(), profile);
    const first = await joined();
    world.clock.move(days(1));
    await serverAppeared(world.ctx(), { ...profile, memberCount: 12 });
    expect(await joined()).toBe(first);
    await serverLeft(world.ctx(), home);
    await serverAppeared(world.ctx(), profile);
    expect(await joined()).not.toBe(first);
  });

  it('servers lost while the bot was offline are found when its shard connects', async () => {
    for (const id of [home, other, away]) await serverAppeared(world.ctx(), { ...profile, id });
    const shardCount = 2;
    const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n);
    const mine = [home, other, away].filter((id) => shardOf(id) === shardOf(home));
    await shardConnected(world.ctx(), {
      shardId: shardOf(home),
      shardCount,
      serverIds: mine.filter((id) => id !== home),
    });
    const left = (await top()).map((each) => each.id);
    expect(new Set(left)).toEqual(new Set([other, away]));
  });

  it('a server that returns within thirty days has its settings', async () => {
    await serverAppeared(world.ctx(), profile);
    await updateServer(asAnn(), home, { locale: 'ar-SA' });
    await serverLeft(world.ctx(), home);
    expect(await refusal(getServer(asAnn(), home))).toBe('serverNotFound');
    world.clock.move(days(29));
    await sweep.run(world.ctx(), {}, { jobId: '1', attempt: 1, signal: AbortSignal.timeout(5000) });
    expect(world.queued).toEqual([]);
    await serverAppeared(world.ctx(), profile);
    expect(await getServer(asAnn(), home)).toMatchObject({ locale: 'ar-SA' });
  });

  it('is forgotten by every feature after thirty days, and a failure is tried again', async () => {
    await serverAppeared(world.ctx(), profile);
    await serverLeft(world.ctx(), home);
    world.clock.move(days(30) + 1);
    await sweep.run(world.ctx(), {}, { jobId: '1', attempt: 1, signal: AbortSignal.timeout(5000) });
    expect(world.queued).toEqual([{ name: 'servers/forget', data: { serverId: home } }]);
    greeting.fails = true;
    await expect(forgetServer(world.ctx(), home)).rejects.toThrow('not now');
    greeting.fails = false;
    await forgetServer(world.ctx(), home);
    expect(greeting.forgot).toEqual([home]);
    expect((await world.db.execute('select 1 from servers')).rows).toEqual([]);
  });

  it('is left and deleted at once when a manager discards it, and starts empty when it returns', async () => {
    await serverAppeared(world.ctx(), profile);
    await updateServer(asAnn(), home, { locale: 'ar-SA' });
    await discardServer(asAnn(), home);
    expect(listed.left).toEqual([home]);
    expect(world.queued).toEqual([{ name: 'servers/forget', data: { serverId: home } }]);
    expect(await refusal(getServer(asAnn(), home))).toBe('serverNotFound');
    await forgetServer(world.ctx(), home);
    expect(greeting.forgot).toEqual([home]);
    await serverAppeared(world.ctx(), profile);
    expect(await getServer(asAnn(), home)).toMatchObject({ locale: 'en-US', version: 1 });
  });

  it('is not deleted if it returned before the job ran', async () => {
    await serverAppeared(world.ctx(), profile);
    await serverLeft(world.ctx(), home);
    world.clock.move(days(31));
    await serverAppeared(world.ctx(), profile);
    await forgetServer(world.ctx(), home);
    expect(greeting.forgot).toEqual([]);
    expect(await getServer(asAnn(), home)).toMatchObject({ name: 'Home' });
  });
});
