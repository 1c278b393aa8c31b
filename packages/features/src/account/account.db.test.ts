import type { UserId } from '@tally/contract';
import { AppError, type Ctx, defineFeature, silentLog, UpstreamError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readServerOfUser, readServersOfUser } from '../grants/index.ts';
import { findGrant } from '../grants/store.ts';
import { account } from './index.ts';
import { clearBell, notify } from './service/bell.ts';
import { deleteUser, exportUser } from './service/leave.ts';
import { logInWithDiscord } from './service/login.ts';
import { getCurrentUser, getUser, rememberPerson, updateUser } from './service/people.ts';
import { findPerson, holdPerson } from './store/people.ts';

const ann = '111111111111111111' as UserId;
const bob = '222222222222222222' as UserId;
const profileOf = (id: UserId, username = 'ann') => ({
  id,
  username,
  globalName: 'Ann',
  discriminator: '0',
  avatar: 'a_hash',
  banner: null,
  accentColor: 255,
  email: `${username}@example.org`,
});
const item = { severity: 'info', title: 'Hello', message: 'There', actionUrl: null } as const;

/** Settings of the simulated Discord, which each test may change. */
const discord = {
  servers: [] as { id: string; name: string; isOwner: boolean; permissions: bigint }[],
  serverCalls: 0,
  refreshes: 0,
  revoked: [] as string[],
  fails: null as UpstreamError | null,
};
const tokens = (word: string) => ({
  accessToken: `access-${word}`,
  refreshToken: `refresh-${word}`,
  expiresInSeconds: 604_800,
  scopes: ['identify', 'email', 'guilds'],
  serverId: null,
});
const refused = (status: number) =>
  new UpstreamError({ world: 'discord', kind: status === 401 ? 'denied' : 'down', message: 'no', status });

const forgotten: string[] = [];
const changed: string[] = [];
const other = defineFeature({
  name: 'birthday',
  user: {
    change: async (_ctx, userId) => void changed.push(userId),
    parts: async () => ({ votes: 7 }),
  },
  exportUser: async () => ({ votes: 7n }),
  forgetUser: async (_ctx, userId) => {
    forgotten.push(userId);
  },
});

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [account, other],
    discord: {
      login: {
        exchangeCode: async ({ code }: { code: string }) => {
          if (code === 'with wrong keys')
            throw new UpstreamError({
              world: 'discord',
              kind: 'denied',
              message: 'no',
              status: 401,
              upstreamCode: 'invalid_client',
            });
          if (code !== 'good') throw refused(401);
          return tokens('1');
        },
        me: async () => ({ ...profileOf(ann), displayName: 'Ann', isBot: false, locale: null }),
        refresh: async () => {
          discord.refreshes += 1;
          return tokens('2');
        },
        revoke: async (token: string) => {
          discord.revoked.push(token);
        },
        servers: async () => {
          discord.serverCalls += 1;
          if (discord.fails) throw discord.fails;
          return discord.servers.map((server) => ({ ...server, icon: null, banner: null, memberCount: null }));
        },
      },
    } as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(discord, { servers: [], serverCalls: 0, refreshes: 0, revoked: [], fails: null });
  forgotten.length = 0;
});

describe('the bell', () => {
  beforeEach(() => rememberPerson(world.ctx(), profileOf(ann)));
  const bellOf = async () => (await getCurrentUser(world.ctx(), ann)).database.notifications;

  it('shows the newest first, and is read as a whole', async () => {
    expect(await bellOf()).toEqual({ isRead: true, list: [] });
    await notify(world.ctx(), ann, item);
    await notify(world.ctx(), ann, { ...item, title: 'Second', severity: 'emergency' });
    expect((await bellOf()).list.map(({ title, isRead }) => [title, isRead])).toEqual([
      ['Second', false],
      ['Hello', false],
    ]);
    await updateUser(world.ctx(), ann, { notifications: { isRead: true } });
    expect((await bellOf()).isRead).toBe(true);
    await notify(world.ctx(), ann, item);
    expect((await bellOf()).isRead).toBe(false);
    await clearBell(world.ctx(), ann);
    expect((await bellOf()).list).toEqual([]);
  });

  it('keeps a hundred lines and drops the oldest', async () => {
    for (let n = 0; n < 105; n++) await notify(world.ctx(), ann, { ...item, title: String(n) });
    const { list } = await bellOf();
    expect(list.length).toBe(100);
    expect(list.at(-1)?.title).toBe('5');
  });

  it('does nothing for a person who has never logged in', async () => {
    await notify(world.ctx(), bob, item);
    await rememberPerson(world.ctx(), profileOf(bob, 'bob'));
    expect((await getCurrentUser(world.ctx(), bob)).database.notifications.list).toEqual([]);
  });
});

describe('a person', () => {
  it('is the owner if first in the simulated world, and later people are not', async () => {
    await rememberPerson(world.ctx(), profileOf(ann));
    await rememberPerson(world.ctx(), profileOf(bob, 'bob'));
    expect(await getCurrentUser(world.ctx(), ann)).toMatchObject({ isDev: true, isStaff: true });
    expect(await getCurrentUser(world.ctx(), bob)).toMatchObject({ isDev: false, isStaff: false });
  });

  it('is the owner of a real installation only while OWNER_IDS contains them', async () => {
    const real = world.ctx().config;
    const ctx = world.ctx();
    const owned = (...ids: string[]) => ({
      ...ctx,
      config: { ...real, discord: { ...real.discord, isReal: true } },
      houseSettings: { ...ctx.houseSettings, owners: async () => ids },
    });
    await rememberPerson(owned('1', bob), profileOf(ann));
    expect((await getCurrentUser(ctx, ann)).isDev).toBe(false);
    await rememberPerson(owned('1', ann), profileOf(ann));
    expect((await getCurrentUser(ctx, ann)).isDev).toBe(true);
    await rememberPerson(owned(), profileOf(ann));
    expect((await getCurrentUser(ctx, ann)).isDev).toBe(false);
  });

  it('includes other features’ data, and email only for themselves', async () => {
    await rememberPerson(world.ctx(), profileOf(ann));
    const own = await getUser(world.ctx({ caller: person(ann) }), ann);
    expect(own).toMatchObject({ votes: 7, email: 'ann@example.org', locale: 'en-US' });
    expect((await getUser(world.ctx({ caller: person(bob, 'Staff') }), ann)).email).toBeNull();
    expect(JSON.stringify(own, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      'access-',
    );
  });

  it('is written to in the language of the page on which they first logged in, until they choose one', async () => {
    const on = (locale: 'ar-SA' | 'en-US' | undefined) => world.ctx({ client: { ip: '', userAgent: '', locale } });
    const kept = async () => (await findPerson(world.ctx().db, ann))?.locale;
    await rememberPerson(on(undefined), profileOf(ann));
    expect(await kept()).toBeNull();
    await rememberPerson(on('ar-SA'), profileOf(ann));
    await rememberPerson(on('en-US'), profileOf(ann));
    expect(await kept()).toBe('ar-SA');
  });

  it('keeps the chosen language over later logins', async () => {
    await rememberPerson(world.ctx(), profileOf(ann));
    await updateUser(world.ctx(), ann, { locale: 'ar-SA' });
    await rememberPerson(world.ctx(), profileOf(ann, 'new-name'));
    expect((await getCurrentUser(world.ctx(), ann)).database).toMatchObject({ locale: 'ar-SA', username: 'new-name' });
  });

  it('refuses changes of a missing or deleted person, and no feature stores anything', async () => {
    changed.length = 0;
    const patch = { birthday: { date: '03/14', timeZone: 'UTC' }, locale: 'ar-SA' } as const;
    await expect(updateUser(world.ctx(), bob, patch)).rejects.toMatchObject({ code: 'userNotFound' });
    await rememberPerson(world.ctx(), profileOf(ann));
    await updateUser(world.ctx(), ann, patch);
    await deleteUser(world.ctx(), ann);
    await expect(updateUser(world.ctx(), ann, patch)).rejects.toMatchObject({ code: 'userNotFound' });
    expect([changed, await findPerson(world.ctx().db, ann)]).toEqual([[ann], null]);
  });

  it('leaves nothing behind that was written during the deletion', async () => {
    await rememberPerson(world.ctx(), profileOf(ann));
    const rows = new Set(['subscription']);
    const billing = defineFeature({ name: 'billing', forgetUser: async () => rows.clear() });
    // Simulates Stripe's event, which arrives while the account still exists.
    const slow = defineFeature({
      name: 'votes',
      forgetUser: async () => {
        const isThere = await world.db.transaction((tx) => holdPerson(tx, ann));
        if (isThere) rows.add('subscription');
      },
    });
    await deleteUser({ ...world.ctx(), features: [billing, slow] }, ann);
    expect([...rows]).toEqual([]);
  });

  it('gets everything in one zip, and leaves nothing behind', async () => {
    await logInWithDiscord(world.ctx(), 'good');
    discord.servers = [{ id: '900000000000000077', name: 'Ann’s own server', isOwner: true, permissions: 8n }];
    await readServersOfUser(world.ctx(), ann, { maxAgeMs: 0 });
    const { stream, fileName } = exportUser(world.ctx(), ann);
    const zip = await new Response(stream).text();
    expect(fileName).toBe(`tally-${ann}-2026-01-15.zip`);
    expect(zip).toContain('account.json');
    expect(zip).toContain('birthday.json');
    expect(zip).toContain('ann@example.org');
    expect(zip).toContain('"name": "Ann’s own server"');
    expect(zip).not.toContain('access');

    await deleteUser(world.ctx(), ann);
    expect(await findPerson(world.db, ann)).toBeNull();
    expect(await findGrant(world.db, ann)).toBeNull();
    expect(forgotten).toEqual([ann, ann]);
    expect(discord.revoked).toEqual(['refresh-1']);
  });
});

describe('Discord permissions', () => {
  const server = { id: '900000000000000077', name: 'A', isOwner: true, permissions: 8n };
  const fresh = { maxAgeMs: 60_000 };
  beforeEach(async () => {
    await logInWithDiscord(world.ctx(), 'good');
    discord.servers = [server];
  });

  it('are encrypted in the database', async () => {
    const grant = await findGrant(world.db, ann);
    expect(`${grant?.accessToken} ${grant?.refreshToken}`).not.toMatch(/access-1|refresh-1/);
  });

  it('a code that Discord refuses logs no one in', async () => {
    await expect(logInWithDiscord(world.ctx(), 'bad')).rejects.toEqual(new AppError('loginFailed'));
  });

  it('refused keys of ours are reported to the operator, and people are not asked to retry', async () => {
    const told: string[] = [];
    const ctx = {
      ...world.ctx(),
      log: { ...silentLog, error: (_: object, sentence: string) => void told.push(sentence) },
    };
    await expect(logInWithDiscord(ctx, 'with wrong keys')).rejects.toEqual(new AppError('unavailable'));
    expect(told).toEqual(['Discord does not accept DISCORD_CLIENT_SECRET, so logins fail.']);
  });

  it('loads the servers once while they are fresh, even for many concurrent calls', async () => {
    await Promise.all(Array.from({ length: 20 }, () => readServersOfUser(world.ctx(), ann, fresh)));
    expect(discord.serverCalls).toBe(1);
    expect(await readServerOfUser(world.ctx(), ann, server.id as never, fresh)).toMatchObject({ permissions: 8n });
    expect(discord.serverCalls).toBe(1);
    world.clock.move(61_000);
    discord.servers = [];
    expect(await readServerOfUser(world.ctx(), ann, server.id as never, fresh)).toBeNull();
  });

  it('uses the last answer for up to an hour while Discord is down', async () => {
    await readServersOfUser(world.ctx(), ann, fresh);
    discord.fails = refused(503);
    world.clock.move(59 * 60_000);
    expect(await readServersOfUser(world.ctx(), ann, fresh)).toHaveLength(1);
    world.clock.move(2 * 60_000);
    await expect(readServersOfUser(world.ctx(), ann, fresh)).rejects.toThrow(UpstreamError);
  });

  it('renews an expired token once for all waiting callers', async () => {
    world.clock.move(604_800_000);
    await Promise.all([1, 2, 3].map(() => readServersOfUser(world.ctx(), ann, { maxAgeMs: 0 })));
    expect(discord.refreshes).toBe(1);
    await readServersOfUser(world.ctx(), ann, { maxAgeMs: 0 });
    expect(discord.refreshes).toBe(1);
  });

  it('gives a slightly late caller the renewed token', async () => {
    const late = (word: string, meanwhile: () => Promise<unknown>): Ctx => {
      const ctx = world.ctx();
      const get: Ctx['cache']['get'] = async (key, ttlMs, load) => {
        if (key.includes(word)) await meanwhile();
        return await ctx.cache.get(key, ttlMs, load);
      };
      return { ...ctx, cache: { ...ctx.cache, get } };
    };
    const ask = (ctx = world.ctx(), about = fresh) => readServersOfUser(ctx, ann, about);
    const tooLateToAsk = late('servers', ask);
    expect(await ask(tooLateToAsk)).toHaveLength(1);
    expect(discord.serverCalls).toBe(1);
    world.clock.move(604_800_000);
    const tooLateToRenew = late('renew', ask);
    expect(await ask(tooLateToRenew, { maxAgeMs: 0 })).toHaveLength(1);
    expect([discord.serverCalls, discord.refreshes]).toEqual([3, 1]);
  });

  it('a revoked permission requires a new login', async () => {
    discord.fails = refused(401);
    const login = { ...world.ctx().discord.login, refresh: async () => Promise.reject(refused(401)) };
    const ctx = { ...world.ctx(), discord: { ...world.ctx().discord, login } };
    await expect(readServersOfUser(ctx, ann, { maxAgeMs: 0 })).rejects.toEqual(new AppError('sessionExpired'));
    expect(await findGrant(world.db, ann)).toBeNull();
  });
});
