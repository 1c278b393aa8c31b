import type { UserId } from '@tally/contract';
import { defineFeature, hours, type LoginTokens, minutes, UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connections, findOwner, getAccessToken, listLinkedAccounts, listOwners, withAccessToken } from './index.ts';
import { subscribeChatsFor } from './service/hear.ts';
import { keepAccount } from './service/keep.ts';
import { checkGrants, leaveChats } from './service/sweep.ts';
import { exportUser, forgetUser, giveBack, unlink } from './service/unlink.ts';
import { checkRevoked, handleRevocation, validateTokens } from './service/validate.ts';
import { findAccount } from './store/accounts.ts';

const ann = '111111111111111111' as UserId;
const bob = '222222222222222222' as UserId;

/** Settings of the simulated Twitch, which each test may change. */
const twitch = {
  renewed: 0,
  revoked: [] as string[],
  name: 'ann',
  answer: 'ok' as 'ok' | 'gone' | UpstreamError,
  /** The tokens that were validated, in this order. */
  asked: [] as string[],
  refuses: '',
  heard: 0,
};
const tokens = (word: string, hoursLeft = 4): LoginTokens => ({
  accessToken: `access-${word}`,
  refreshToken: `refresh-${word}`,
  expiresInSeconds: hoursLeft * 3_600,
  scopes: ['user:read:follows'],
});
const login = {
  async renew(): Promise<LoginTokens | null> {
    if (twitch.answer instanceof UpstreamError) throw twitch.answer;
    if (twitch.answer === 'gone') return null;
    twitch.renewed += 1;
    return { ...tokens(`new${twitch.renewed}`), refreshToken: null, scopes: [] };
  },
  revoke: async ({ accessToken }: LoginTokens) => void twitch.revoked.push(accessToken),
  whoIs: async () => ({ id: '7', name: twitch.name, displayName: twitch.name }),
};
const validation = {
  async isValid(accessToken: string): Promise<boolean> {
    if (twitch.answer instanceof UpstreamError) throw twitch.answer;
    twitch.asked.push(accessToken);
    return accessToken !== twitch.refuses;
  },
};
const push = { hearRevocations: async () => void (twitch.heard += 1) };
const platforms = fakePlatforms({ twitch: { login, validation, push } }, [{ id: 'twitch', name: 'Twitch' }]);
const listener = defineFeature({ name: 'role-sync', accountChanged: async () => undefined });

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [connections, listener] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(twitch, { renewed: 0, revoked: [], name: 'ann', answer: 'ok', asked: [], refuses: '', heard: 0 });
});
const ctx = () => ({ ...world.ctx(), platforms });
const link = (userId: UserId, id: string, about: { tokens?: LoginTokens | null; name?: string } = {}) =>
  keepAccount(ctx(), {
    userId,
    platform: 'twitch',
    account: { id, name: about.name ?? 'ann', displayName: about.name ?? 'Ann' },
    way: 'login',
    tokens: about.tokens === undefined ? tokens('1') : about.tokens,
  });
const kinds = () =>
  world.queued.map(({ name, data }) => `${name} ${(data as { change?: { kind: string } }).change?.kind ?? ''}`);

describe('owners of accounts', () => {
  it('are queried in bulk from both sides, without tokens', async () => {
    await link(ann, '7');
    await link(bob, '8', { name: 'b\u0000o\ud800b\n' });
    const accounts = await listLinkedAccounts(ctx(), [ann, bob, '3' as UserId], ['twitch']);
    expect(accounts.map(({ userId, accountId, username }) => [userId, accountId, username])).toEqual([
      [ann, '7', 'ann'],
      [bob, '8', 'bo\ufffdb'],
    ]);
    expect(JSON.stringify(accounts)).not.toMatch(/token|access/i);
    expect((await listOwners(ctx(), 'twitch', ['7', '8', '9'])).get('8')?.userId).toBe(bob);
    expect(await findOwner(ctx(), 'kick', '7')).toBeNull();
  });

  it('one of many people who prove the same account gets it, and none learns the owner', async () => {
    const people = Array.from({ length: 8 }, (_, n) => `30000000000000000${n}` as UserId);
    const tries = await Promise.allSettled(people.map(async (userId) => await link(userId, '7')));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []));
    expect(refused).toHaveLength(7);
    for (const reason of refused)
      expect(reason).toMatchObject({ code: 'accountTaken', values: { platform: 'Twitch' } });
    expect(kinds()).toEqual(['connections/tell-feature linked']);
  });

  it('the same account again renews the permission; another one is refused', async () => {
    await link(ann, '7');
    const { linkedAt } = (await findAccount(world.db, { userId: ann, platform: 'twitch' })) ?? {};
    world.clock.move(hours(1));
    await link(ann, '7', { tokens: tokens('2') });
    expect(await getAccessToken(ctx(), ann, 'twitch')).toMatchObject({ accessToken: 'access-2' });
    expect((await findAccount(world.db, { userId: ann, platform: 'twitch' }))?.linkedAt).toEqual(linkedAt);
    await expect(link(ann, '8')).rejects.toMatchObject({ code: 'otherAccountLinked' });
  });
});

describe('a token', () => {
  it('is renewed before it ends; without a new refresh token the old one stays, and the scopes stay', async () => {
    await link(ann, '7');
    expect((await getAccessToken(ctx(), ann, 'twitch'))?.accessToken).toBe('access-1');
    world.clock.move(hours(4) - minutes(4));
    expect(await getAccessToken(ctx(), ann, 'twitch')).toEqual({
      accessToken: 'access-new1',
      scopes: ['user:read:follows'],
    });
    world.clock.move(hours(4));
    expect((await getAccessToken(ctx(), ann, 'twitch'))?.accessToken).toBe('access-new2');
  });

  it('a refused token is renewed once, and a second refusal is passed on', async () => {
    await link(ann, '7');
    const refusal = new UpstreamError({ world: 'twitch', kind: 'denied', message: 'no', status: 401 });
    const seen: string[] = [];
    const call = async ({ accessToken }: { accessToken: string }) => {
      seen.push(accessToken);
      if (accessToken === 'access-1') throw refusal;
      return 'answer';
    };
    const about = { userId: ann, platform: 'twitch' } as const;
    expect(await withAccessToken(ctx(), about, call)).toBe('answer');
    expect(seen).toEqual(['access-1', 'access-new1']);
    await expect(withAccessToken(ctx(), about, () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await withAccessToken(ctx(), { ...about, userId: bob }, call)).toBeNull();
  });

  it('trouble at the platform changes nothing, and the next caller may retry at once', async () => {
    await link(ann, '7');
    world.clock.move(hours(5));
    twitch.answer = new UpstreamError({ world: 'twitch', kind: 'down', message: 'away' });
    await expect(getAccessToken(ctx(), ann, 'twitch')).rejects.toBe(twitch.answer);
    twitch.answer = 'ok';
    expect((await getAccessToken(ctx(), ann, 'twitch'))?.accessToken).toBe('access-new1');
  });

  it('a renewal by a dead process is taken over when its time is up', async () => {
    await link(ann, '7');
    world.clock.move(hours(5));
    const until = new Date(world.clock.now().getTime() + 30_000).toISOString();
    await world.db.execute(`update linked_accounts set renewing_until = '${until}'`);
    world.clock.move(31_000);
    expect((await getAccessToken(ctx(), ann, 'twitch'))?.accessToken).toBe('access-new1');
  });
});

describe('once a day', () => {
  it('permissions are renewed, names are read, and a revocation is notified once', async () => {
    await link(ann, '7');
    const signal = new AbortController().signal;
    await checkGrants(ctx(), signal);
    expect(twitch.renewed).toBe(0);
    world.clock.move(hours(25));
    Object.assign(twitch, { name: 'anna' });
    world.queued.length = 0;
    await checkGrants(ctx(), signal);
    expect([twitch.renewed, (await findOwner(ctx(), 'twitch', '7'))?.username]).toEqual([1, 'anna']);
    expect(kinds()).toEqual(['connections/tell-feature renamed']);

    world.clock.move(hours(25));
    twitch.answer = 'gone';
    world.queued.length = 0;
    await checkGrants(ctx(), signal);
    await checkGrants(ctx(), signal);
    expect(kinds()).toEqual(['connections/say-gone ']);
    expect(await findOwner(ctx(), 'twitch', '7')).toMatchObject({ userId: ann, isGone: true });
    expect(await getAccessToken(ctx(), ann, 'twitch')).toBeNull();
  });
});

describe('every stored Twitch token is validated', () => {
  const { signal } = new AbortController();
  const run = () => validateTokens(ctx(), signal);
  const isGone = async () => (await findOwner(ctx(), 'twitch', '7'))?.isGone;

  it('once an hour, while the token can be used', async () => {
    await link(ann, '7');
    for (let minute = 0; minute < 120; minute += 5) {
      await run();
      world.clock.move(minutes(5));
    }
    expect(twitch.asked).toEqual(['access-1', 'access-1']);
    world.clock.move(hours(2));
    await run();
    expect(twitch.asked).toHaveLength(2);
  });

  it('spread over the hour, even when all are due at once', async () => {
    for (let id = 0; id < 120; id += 1) await link(String(10n ** 17n + BigInt(id)) as UserId, `${id}`);
    world.clock.move(hours(1));
    const counts = [];
    for (let round = 0; round < 12; round += 1) {
      twitch.asked = [];
      await run();
      counts.push(twitch.asked.length);
      world.clock.move(minutes(5));
    }
    // The tokens of the first round become due only after more than fifty minutes.
    expect(counts).toEqual([...Array.from({ length: 10 }, () => 12), 0, 12]);
  });

  it('a revocation is notified once; a lost token is renewed', async () => {
    await link(ann, '7');
    twitch.refuses = 'access-1';
    world.clock.move(hours(1));
    await run();
    expect([await isGone(), (await getAccessToken(ctx(), ann, 'twitch'))?.accessToken]).toEqual([false, 'access-new1']);
    Object.assign(twitch, { refuses: 'access-new1', answer: 'gone' });
    world.clock.move(hours(1));
    world.queued.length = 0;
    await run();
    await run();
    expect([await isGone(), kinds()]).toEqual([true, ['connections/say-gone ']]);
  });

  it('while it is away nothing changes, and the next round asks again', async () => {
    await link(ann, '7');
    world.clock.move(hours(1));
    twitch.answer = new UpstreamError({ world: 'twitch', kind: 'down', message: 'away' });
    await run();
    expect(await isGone()).toBe(false);
    twitch.answer = 'ok';
    await run();
    expect(twitch.asked).toEqual(['access-1']);
  });

  it('revocations are subscribed to if any account is linked', async () => {
    await run();
    expect(twitch.heard).toBe(0);
    await link(ann, '7');
    await run();
    expect(twitch.heard).toBe(1);
  });

  it('a pushed revocation is verified: a late one ends nothing', async () => {
    await link(ann, '7');
    const tell = async () => {
      world.queued.length = 0;
      await handleRevocation(ctx(), { platform: 'twitch', accountId: '7' });
      const [told] = world.queued;
      await checkRevoked.run(ctx(), checkRevoked.data.parse(told?.data), { jobId: '1', attempt: 1, signal });
    };
    await tell();
    expect(await isGone()).toBe(false);
    Object.assign(twitch, { refuses: 'access-1', answer: 'gone' });
    await tell();
    expect(await isGone()).toBe(true);
  });
});

it('two processes that leave a chat at the same time do not ask for it again', async () => {
  const asked: string[] = [];
  const sweep = async (meanwhile: () => Promise<void>) => {
    const chat = {
      leaveChats: async () => {
        asked.push('leave');
        await meanwhile();
      },
      hearChats: async () => void asked.push('hear'),
    };
    await leaveChats({ ...world.ctx(), platforms: fakePlatforms({ twitch: { chat } }) });
  };
  await subscribeChatsFor(ctx(), { platform: 'twitch', channelIds: ['7'], minutes: 1 });
  world.clock.move(hours(1));
  await sweep(() => sweep(async () => undefined));
  expect(asked).toEqual(['leave', 'leave']);
  // We stay in a chat that a feature requests during the sweep.
  await subscribeChatsFor(ctx(), { platform: 'twitch', channelIds: ['7'], minutes: 1 });
  world.clock.move(hours(1));
  await sweep(() => subscribeChatsFor(ctx(), { platform: 'twitch', channelIds: ['7'], minutes: 1 }));
  expect(asked).toEqual(['leave', 'leave', 'leave', 'hear']);
});

describe('letting go', () => {
  it('revokes the permission, unless the account was linked again since', async () => {
    await link(ann, '7');
    await unlink(ctx(), ann, 'twitch');
    expect(kinds()).toContain('connections/tell-feature unlinked');
    const back = world.queued.find(({ name }) => name === giveBack.name);
    expect(JSON.stringify(back)).not.toContain('access-1');
    const data = giveBack.data.parse(back?.data);
    const run = { jobId: '1', attempt: 1, signal: new AbortController().signal };
    await link(bob, '7');
    await giveBack.run(ctx(), data, run);
    expect(twitch.revoked).toEqual([]);
    await unlink(ctx(), bob, 'twitch');
    await giveBack.run(ctx(), data, run);
    expect(twitch.revoked).toEqual(['access-1']);
  });

  it('an export contains everything but tokens, and a deletion removes everything', async () => {
    await link(ann, '7');
    const held = await exportUser(ctx(), ann);
    expect(held).toMatchObject({ accounts: [{ platform: 'twitch', accountId: '7', way: 'login' }] });
    expect(JSON.stringify(held)).not.toMatch(/token/i);
    await forgetUser(ctx(), ann);
    expect(await listLinkedAccounts(ctx(), [ann])).toEqual([]);
    expect(kinds()).toContain('connections/give-back ');
    expect(await exportUser(ctx(), ann)).toEqual({});
  });
});
