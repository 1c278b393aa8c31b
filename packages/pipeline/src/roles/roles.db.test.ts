import { RoleId, ServerId, UserId } from '@tally/contract';
import { days, type Feature, minutes, UpstreamError } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carryOutJob, carryOutNow } from './carry-out.ts';
import { memberIsAbsent } from './change.ts';
import { claimRoles, dropClaims, endPassed } from './claim.ts';
import { compareServer } from './compare.ts';
import { roleJobs } from './jobs.ts';
import type { RoleKind, RoleTrouble } from './owner.ts';
import { forgetRolesOfUser } from './people.ts';
import { claimEcho } from './store/changes.ts';
import { callMember, leaseDue, listHoldings } from './store/holdings.ts';
import { holdings } from './tables.ts';

const home = ServerId.parse('800000000000000001');
const member = (number: number) => UserId.parse(String(200_000_000_000_000_000n + BigInt(number)));
const [red, blue] = [1, 2].map((each) => RoleId.parse(String(300_000_000_000_000_000n + BigInt(each)))) as [
  RoleId,
  RoleId,
];

/** Who has which roles, and what Discord was asked to change. */
const there = new Map<string, Set<string>>();
let calls: string[] = [];
let asked: string[] = [];
let refusal: UpstreamError | null = null;
let isLosingReplies = false;
const failure = (kind: UpstreamError['kind'], upstreamCode?: number, retryAfterMs?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode, retryAfterMs });
const rolesOf = (userId: string): Set<string> => {
  const found = there.get(userId);
  if (!found) throw failure('gone', 10_007);
  return found;
};
const asMember = (userId: string) => ({
  user: { id: userId, username: `user ${userId}`, displayName: null, avatar: null, isBot: false },
  nick: null,
  roleIds: [...rolesOf(userId)],
});
const change = (isGiven: boolean) => async (about: { userId: string; roleId: string }) => {
  calls.push(`${isGiven ? 'give' : 'take'} ${about.userId} ${about.roleId}`);
  if (refusal) throw refusal;
  const roles = rolesOf(about.userId);
  if (isGiven) roles.add(about.roleId);
  else roles.delete(about.roleId);
  if (isLosingReplies) throw failure('down');
};
const discord = {
  members: {
    get: async ({ userId }: { userId: string }) => {
      asked.push('get');
      return asMember(userId);
    },
    list: async ({ limit, after = '0' }: { limit: number; after?: string }) => {
      asked.push('list');
      return [...there.keys()]
        .filter((userId) => userId > after)
        .sort()
        .slice(0, limit)
        .map(asMember);
    },
    giveRole: change(true),
    takeRole: change(false),
  },
};

const troubles: RoleTrouble[] = [];
const kind: RoleKind = { audit: 'test', what: 'liveRole.what_streamer', path: '/here' };
const owner = (name: string): Feature => ({ name, roleOwner: { kinds: { one: kind } } });
/** Counts only for members who have the blue role. */
const choosy: Feature = {
  name: 'choosy',
  roleOwner: { kinds: { one: kind }, filter: async () => (_claim, roleIds) => roleIds.includes(blue) },
};
/** Claims by what members show right now. */
const shown: Feature = { name: 'shown', roleOwner: { kinds: { one: { ...kind, endsOnLeave: true } } } };
const errors: Feature = {
  name: 'errors',
  roleTrouble: async (_ctx, _tx, _serverId, trouble) => {
    troubles.push(trouble);
  },
};

let world: TestCtx;
beforeAll(async () => {
  const features = [owner('stream'), owner('sync'), owner('rules'), choosy, shown, errors];
  world = await testCtx({ jobs: roleJobs, ctx: { features, discord: discord as never } });
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.database.reset();
  there.clear();
  for (let number = 1; number <= 20; number += 1) there.set(member(number), new Set());
  calls = [];
  troubles.length = 0;
  refusal = null;
  isLosingReplies = false;
});

const claimOf = (feature: string, number: number, wish: 'held' | 'given' | 'taken' = 'held', roleId = red) => ({
  serverId: home,
  userId: member(number),
  roleId,
  kind: `${feature}/one`,
  wish,
});
const claim = async (...claims: ReturnType<typeof claimOf>[]) =>
  await world.ctx.db.transaction((tx) => claimRoles(world.ctx, tx, claims));
const drop = async (feature: string) =>
  await world.ctx.db.transaction((tx) => dropClaims(world.ctx, tx, { kinds: [`${feature}/one`], serverId: home }));
const run = async () => {
  const about = { jobId: 'x', attempt: 1, signal: new AbortController().signal };
  await carryOutJob.run(world.ctx, { serverId: home }, about);
  const done = calls;
  calls = [];
  return done;
};
const has = (number: number, roleId = red) => rolesOf(member(number)).has(roleId);
const compared = async () => {
  await compareServer(world.ctx, home);
  return await run();
};

const leaseFor = (count: number) => {
  const now = world.clock.now();
  return { now, until: new Date(now.getTime() + minutes(count)) };
};

describe('several features and one role', () => {
  it('it stays while one of them wants it, and goes with the last', async () => {
    await claim(claimOf('stream', 1));
    await run();
    await claim(claimOf('sync', 1));
    await drop('stream');
    expect(await run()).toEqual([]);
    expect(has(1)).toBe(true);
    await drop('sync');
    await run();
    expect(has(1)).toBe(false);
    expect(await listHoldings(world.ctx.db, home)).toEqual([]);
  });

  it('two want it and a third takes it: it is gone, nobody fights, and whoever is entitled anew gets it', async () => {
    await claim(claimOf('stream', 1), claimOf('sync', 1));
    await run();
    await claim(claimOf('rules', 1, 'taken'));
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
    // The features say once more what they have said before.
    await claim(claimOf('stream', 1), claimOf('sync', 1));
    expect(await run()).toEqual([]);
    expect(await compared()).toEqual([]);
    await drop('stream');
    await claim(claimOf('stream', 1));
    await run();
    expect(has(1)).toBe(true);
  });

  it('one that is given for good is nobody’s to take, also when another feature had given it before', async () => {
    await claim(claimOf('stream', 1));
    await run();
    await claim(claimOf('rules', 1, 'given'));
    await run();
    await drop('stream');
    expect(await run()).toEqual([]);
    expect(has(1)).toBe(true);
  });

  it('the later of two orders counts, also within one statement', async () => {
    await claim(claimOf('rules', 1, 'given'), { ...claimOf('rules', 1, 'taken'), kind: 'sync/one' });
    expect(await run()).toEqual([]);
    await claim(claimOf('rules', 2, 'taken'), { ...claimOf('rules', 2, 'given'), kind: 'sync/one' });
    expect(await run()).toEqual([`give ${member(2)} ${red}`]);
  });

  it('an order may be given again', async () => {
    for (const wish of ['given', 'taken', 'given'] as const) {
      await claim(claimOf('rules', 1, wish));
      expect(await run()).toHaveLength(1);
    }
    expect(has(1)).toBe(true);
  });

  it('a claim counts only for members whom its owner means', async () => {
    await claim(claimOf('choosy', 1));
    expect(await run()).toEqual([]);
    rolesOf(member(1)).add(blue);
    expect(await compared()).toEqual([`give ${member(1)} ${red}`]);
    rolesOf(member(1)).delete(blue);
    expect(await compared()).toEqual([`take ${member(1)} ${red}`]);
  });
});

describe('a role that a person gave', () => {
  it('is never taken', async () => {
    rolesOf(member(1)).add(red);
    await claim(claimOf('stream', 1));
    await run();
    await drop('stream');
    expect(await run()).toEqual([]);
    expect(has(1)).toBe(true);
  });

  it('after Discord had refused it to us, is not ours either', async () => {
    refusal = failure('denied', 50_013);
    await claim(claimOf('stream', 1));
    await run();
    refusal = null;
    rolesOf(member(1)).add(red);
    await drop('stream');
    expect(await run()).toEqual([]);
    expect(has(1)).toBe(true);
  });
});

describe('a role that cannot be given', () => {
  it.each([
    [50_013, 'roleTooHigh'],
    [50_028, 'roleManaged'],
    [10_011, 'unknownRole'],
  ])('%i is told once, not tried again, and given when somebody has mended it', async (code, problem) => {
    refusal = failure('denied', code);
    await claim(claimOf('stream', 1), claimOf('stream', 2), claimOf('stream', 3));
    expect(await run()).toHaveLength(1);
    expect(troubles).toMatchObject([{ of: 'role', problem, roleId: red, path: '/here' }]);
    expect(await run()).toEqual([]);
    refusal = null;
    expect(await compared()).toHaveLength(3);
    expect(await listHoldings(world.ctx.db, home)).toMatchObject([
      { isOurs: true },
      { isOurs: true },
      { isOurs: true },
    ]);
  });

  it('an order that nobody could carry out for a day is out of date', async () => {
    refusal = failure('denied', 50_013);
    await claim(claimOf('rules', 1, 'given'));
    await run();
    world.clock.move(days(1) + minutes(1));
    refusal = null;
    await endPassed(world.ctx);
    expect(await compared()).toEqual([]);
    expect(await listHoldings(world.ctx.db, home)).toEqual([]);
  });

  it('whoever waits for the answer hears why', async () => {
    refusal = failure('denied', 50_013);
    await claim(claimOf('sync', 1), claimOf('sync', 1, 'held', blue));
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toEqual({
      given: [],
      taken: [],
      refused: new Map([
        [red, 'roleTooHigh'],
        [blue, 'roleTooHigh'],
      ]),
    });
    refusal = null;
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toMatchObject({ given: [red, blue] });
  });
});

describe('somebody who waits for the answer', () => {
  it('is not overtaken by a job, which would leave nothing to answer', async () => {
    const waiting = async () =>
      (await world.ctx.queue.counts()).find(({ name }) => name === carryOutJob.name)?.waiting ?? 0;
    // Of this one no job waits yet, into which another would be merged.
    const whose = { serverId: ServerId.parse('800000000000000002'), userId: member(1) };
    const before = await waiting();
    const claims = [{ ...claimOf('sync', 1), ...whose }];
    await world.ctx.db.transaction((tx) => claimRoles(world.ctx, tx, claims, { isAwaited: true }));
    expect(await waiting()).toBe(before);
    expect(await carryOutNow(world.ctx, whose)).toMatchObject({ given: [red] });
  });

  it('for some of the roles gets only these', async () => {
    await claim(claimOf('sync', 1), claimOf('sync', 1, 'held', blue));
    const whose = { serverId: home, userId: member(1) };
    expect(await carryOutNow(world.ctx, { ...whose, roleIds: [blue] })).toMatchObject({ given: [blue] });
    expect([has(1), has(1, blue)]).toEqual([false, true]);
    await leaseDue(world.ctx.db, home, { ...leaseFor(1), limit: 5 });
    expect(await carryOutNow(world.ctx, { ...whose, roleIds: [blue] })).toMatchObject({ given: [], taken: [] });
    expect(await carryOutNow(world.ctx, { ...whose, roleIds: [red] })).toBe('busy');
  });
});

describe('limits, outages and processes that die', () => {
  it('a limit ends the work, nothing is lost, and the rest goes on', async () => {
    await claim(claimOf('stream', 1), claimOf('stream', 2));
    refusal = failure('limited', undefined, 3_000);
    expect(await run()).toHaveLength(1);
    refusal = null;
    expect(await run()).toHaveLength(2);
    expect([has(1), has(2)]).toEqual([true, true]);
  });

  it('a reply that was lost: the role is known as ours, and taken at the end', async () => {
    isLosingReplies = true;
    await claim(claimOf('stream', 1));
    await run();
    isLosingReplies = false;
    expect(await run()).toEqual([]);
    await drop('stream');
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
  });

  it('what a dead process had reserved goes on when its time is over', async () => {
    await claim(claimOf('stream', 1));
    await leaseDue(world.ctx.db, home, { ...leaseFor(2), limit: 5 });
    expect(await run()).toEqual([]);
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toBe('busy');
    world.clock.move(minutes(2));
    expect(await run()).toHaveLength(1);
  });

  it('what is claimed while somebody is at work is not overlooked', async () => {
    await claim(claimOf('stream', 1));
    const { giveRole } = discord.members;
    discord.members.giveRole = async (about) => {
      discord.members.giveRole = giveRole;
      await giveRole(about);
      await drop('stream');
    };
    expect(await run()).toEqual([`give ${member(1)} ${red}`, `take ${member(1)} ${red}`]);
  });
});

describe('members who come and go', () => {
  it('whoever leaves and returns has what is still claimed, and no orders of before', async () => {
    await claim(claimOf('stream', 1));
    await run();
    await claim(claimOf('rules', 1, 'given', blue));
    there.delete(member(1));
    await memberIsAbsent(world.ctx, { serverId: home, userId: member(1) });
    expect(await compared()).toEqual([]);
    there.set(member(1), new Set());
    await callMember(world.ctx.db, { serverId: home, userId: member(1) }, world.clock.now());
    expect(await run()).toEqual([`give ${member(1)} ${red}`]);
  });

  it('whoever leaves and returns has nothing that was only about somebody who is there', async () => {
    await claim(claimOf('shown', 1), claimOf('shown', 2));
    await run();
    there.delete(member(1));
    await memberIsAbsent(world.ctx, { serverId: home, userId: member(1) });
    there.set(member(1), new Set());
    await callMember(world.ctx.db, { serverId: home, userId: member(1) }, world.clock.now());
    expect(await run()).toEqual([]);
    expect(await compared()).toEqual([]);
    expect([has(1), has(2)]).toEqual([false, true]);
  });

  it('whoever was not there when it was their turn gets it after they have come', async () => {
    there.delete(member(1));
    await claim(claimOf('stream', 1));
    expect(await run()).toEqual([]);
    there.set(member(1), new Set());
    expect(await compared()).toEqual([`give ${member(1)} ${red}`]);
  });

  it('whoever asks to be forgotten loses what we gave, and no row is left', async () => {
    rolesOf(member(1)).add(blue);
    await claim(claimOf('stream', 1), claimOf('stream', 1, 'held', blue));
    await run();
    await forgetRolesOfUser(world.ctx, member(1));
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
    expect(await listHoldings(world.ctx.db, home)).toEqual([]);
    expect(has(1, blue)).toBe(true);
  });
});

describe('what was missed', () => {
  it('ten thousand members cost eleven questions after a restart, and only those who differ cost more', async () => {
    there.clear();
    for (let number = 1; number <= 10_000; number += 1) there.set(member(number), new Set([red]));
    const everybody = [...there.keys()].map((_, at) => claimOf('stream', at + 1));
    await claim(...everybody);
    await world.ctx.db.update(holdings).set({ hasIt: true, isOurs: true, dueAt: null });
    for (const number of [5, 5_000, 9_999]) rolesOf(member(number)).delete(red);
    asked = [];
    expect(await compared()).toHaveLength(3);
    expect(asked.filter((call) => call === 'list')).toHaveLength(11);
    expect(asked.filter((call) => call === 'get')).toHaveLength(3);
  });

  it('a role that somebody took is given again, and claims whose time is over end', async () => {
    const until = new Date(world.clock.now().getTime() + minutes(30));
    await claim(claimOf('stream', 1), { ...claimOf('stream', 2), until } as never);
    await run();
    rolesOf(member(1)).delete(red);
    expect(await compared()).toEqual([`give ${member(1)} ${red}`]);
    world.clock.move(minutes(31));
    await endPassed(world.ctx);
    expect(await run()).toEqual([`take ${member(2)} ${red}`]);
  });

  it('a change of ours is known when Discord tells of it, once', async () => {
    await claim({ ...claimOf('rules', 1, 'given'), reason: 'because', reference: '2' } as never);
    await run();
    const about = { serverId: home, userId: member(1), roleId: red, isGiven: true, kind: 'rules/one' };
    const since = new Date(world.clock.now().getTime() - minutes(1));
    const echo = () => world.ctx.db.transaction((tx) => claimEcho(tx, { ...about, since }));
    expect(await echo()).toMatchObject({ reason: 'because', reference: '2' });
    expect(await echo()).toBeNull();
  });
});
