import { ServerId, type UserId } from '@tally/contract';
import { AppError, days, hours, minutes, UpstreamError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { servers } from '../servers/index.ts';
import { session } from './index.ts';
import { endSession, endSessions, listSessions, logOut, sweepSessions } from './service/end.ts';
import { logIn } from './service/log-in.ts';
import { recognise } from './service/recognise.ts';

const ann = '111111111111111111' as UserId;
const support = ServerId.parse('900000000000000555');
const client = { ip: '203.0.113.77', userAgent: 'Firefox' };
const joined: string[] = [];
const discord = { joinFails: false, listFails: false };
const down = () => new UpstreamError({ world: 'discord', kind: 'down', message: 'away' });

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [account, servers, session],
    env: { SUPPORT_SERVER_ID: support },
    discord: {
      login: {
        exchangeCode: async ({ code }: { code: string }) => ({
          accessToken: `access of ${code}`,
          refreshToken: 'refresh',
          expiresInSeconds: 604_800,
          scopes: code === 'narrow' ? ['identify'] : ['identify', 'guilds'],
          serverId: null,
        }),
        me: async () => ({
          id: ann,
          username: 'ann',
          displayName: null,
          discriminator: '0',
          avatar: null,
          banner: null,
          accentColor: null,
          isBot: false,
          email: null,
          locale: null,
        }),
        servers: async () => (discord.listFails ? Promise.reject(down()) : []),
      },
      members: {
        add: async ({ serverId }: { serverId: string }) => {
          if (discord.joinFails) throw down();
          joined.push(serverId);
        },
      },
    } as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  joined.length = 0;
  Object.assign(discord, { joinFails: false, listFails: false });
});

const enter = async (add = false) => (await logIn(world.ctx({ client }), { code: 'good', add })).customToken;
const callerOf = async (token: string) => {
  const caller = await recognise(world.ctx(), token);
  if (caller.kind !== 'user') throw new Error('nobody');
  return caller;
};
const isOver = async (token: string) =>
  await recognise(world.ctx(), token).then(
    () => false,
    (error: unknown) => error instanceof AppError && error.code === 'sessionExpired',
  );

describe('a login', () => {
  it('returns a token of 256 bits that is not stored in the database', async () => {
    const token = await enter();
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    const { rows } = await world.db.execute('select sessions::text as text from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await callerOf(token)).toMatchObject({ userId: ann, flags: new Set(['Owner']) });
  });

  it('joins the support server only when asked, and never fails for it', async () => {
    await enter();
    expect(joined).toEqual([]);
    await enter(true);
    expect(joined).toEqual([support]);
    discord.joinFails = true;
    expect(await isOver(await enter(true))).toBe(false);
  });

  it('succeeds without the list of servers', async () => {
    discord.listFails = true;
    const reply = await logIn(world.ctx({ client }), { code: 'good', add: false });
    expect(reply.guilds).toEqual([]);
    expect(await isOver(reply.customToken)).toBe(false);
  });

  it('refuses a login with too few permissions', async () => {
    await expect(logIn(world.ctx({ client }), { code: 'narrow', add: false })).rejects.toEqual(
      new AppError('loginFailed'),
    );
  });

  it('refuses a banned person, even in the middle of a session', async () => {
    const token = await enter();
    await world.db.execute('update users set is_blacklisted = true');
    world.clock.move(minutes(1));
    await expect(recognise(world.ctx(), token)).rejects.toEqual(new AppError('blacklisted'));
    await expect(enter()).rejects.toEqual(new AppError('blacklisted'));
  });
});

describe('a session', () => {
  it('gives way to the twenty-first, when it was not used for the longest time', async () => {
    const used = await enter();
    world.clock.move(1);
    const idle = await enter();
    for (let count = 0; count < 18; count += 1) {
      world.clock.move(minutes(1));
      await enter();
    }
    expect(await listSessions(world.ctx(), await callerOf(used))).toHaveLength(20);
    await enter();
    expect([await isOver(idle), await isOver(used)]).toEqual([true, false]);
    expect(await listSessions(world.ctx(), await callerOf(used))).toHaveLength(20);
  });
  it('ends after seven days without use, and lives on with use', async () => {
    const [used, idle] = [await enter(), await enter()];
    for (let day = 0; day < 6; day++) {
      world.clock.move(days(1));
      await callerOf(used);
    }
    world.clock.move(days(1) + hours(1));
    expect(await isOver(idle)).toBe(true);
    expect(await isOver(used)).toBe(false);
  });

  it('ends after thirty days in any case', async () => {
    const token = await enter();
    for (let day = 0; day < 29; day++) {
      world.clock.move(days(1));
      await callerOf(token);
    }
    world.clock.move(days(1) - 1);
    expect(await isOver(token)).toBe(false);
    world.clock.move(1);
    expect(await isOver(token)).toBe(true);
  });

  it('records its usage at most once a minute', async () => {
    const token = await enter();
    const me = await callerOf(token);
    const lastSeen = async () => (await listSessions(world.ctx(), me))[0]?.lastSeenAt.getTime();
    const begin = await lastSeen();
    world.clock.move(50_000);
    await callerOf(token);
    expect(await lastSeen()).toBe(begin);
    world.clock.move(15_000);
    await callerOf(token);
    expect(await lastSeen()).toBe((begin ?? 0) + 65_000);
  });

  it('is listed with where it is used, without its token or address', async () => {
    const token = await enter();
    world.clock.move(1000);
    const me = await callerOf(await enter());
    const list = await listSessions(world.ctx(), me);
    expect(list.map((each) => [each.isCurrent, each.userAgent, each.ipPrefix])).toEqual([
      [true, 'Firefox', '203.0.113.0/24'],
      [false, 'Firefox', '203.0.113.0/24'],
    ]);
    expect(JSON.stringify(list)).not.toContain(token);
  });

  it('ends at once on logging out, even during a hundred parallel calls', async () => {
    const token = await enter();
    const me = await callerOf(token);
    const calls = Array.from({ length: 100 }, () => isOver(token));
    await logOut(world.ctx(), me);
    await Promise.all(calls);
    const after = await Promise.all(Array.from({ length: 100 }, () => isOver(token)));
    expect(after.filter((over) => !over)).toEqual([]);
  });

  it('can be ended from another one, and all others together', async () => {
    const [one, two, three] = [await enter(), await enter(), await enter()];
    const [me, second] = [await callerOf(one), await callerOf(two)];
    await endSession(world.ctx(), ann, second.sessionId);
    expect(await isOver(two)).toBe(true);
    expect(await endSessions(world.ctx(), ann, me.sessionId)).toBe(1);
    expect([await isOver(one), await isOver(three)]).toEqual([false, true]);
  });

  it('cannot be ended by another person, who does not learn that it exists', async () => {
    const token = await enter();
    const { sessionId } = await callerOf(token);
    const stranger = person('333333333333333333');
    await expect(
      endSession(world.ctx({ caller: stranger }), '333333333333333333' as UserId, sessionId),
    ).rejects.toEqual(new AppError('notFound'));
    expect(await isOver(token)).toBe(false);
  });

  it('deletes the key to Discord with the last session', async () => {
    const [one, two] = [await callerOf(await enter()), await callerOf(await enter())];
    const grants = async () => (await world.db.execute('select 1 from discord_grants')).rows.length;
    await logOut(world.ctx(), one);
    expect(await grants()).toBe(1);
    await logOut(world.ctx(), two);
    expect(await grants()).toBe(0);
  });

  it('is swept away some time after its end', async () => {
    await enter();
    world.clock.move(days(8));
    const open = await enter();
    await sweepSessions(world.ctx());
    expect((await world.db.execute('select 1 from sessions')).rows.length).toBe(1);
    expect(await isOver(open)).toBe(false);
  });
});
