import { ServerId } from '@tally/contract';
import { days, hours, minutes } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import {
  blue,
  claim,
  claimOf,
  compared,
  discord,
  drop,
  failure,
  fake,
  has,
  home,
  leaseFor,
  member,
  openHouse,
  red,
  rolesOf,
  run,
  troubles,
  world,
} from './__fixtures__/house.ts';
import { carryOutJob, carryOutNow } from './carry-out.ts';
import { claimRoles, endPassed } from './claim.ts';
import { leaseDue, listHoldings } from './store/holdings.ts';

openHouse();

describe('several features and one role', () => {
  it('stays while one of them claims it, and is taken with the last claim', async () => {
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

  it('two claim it and a third takes it: it is taken without a fight, and a newly entitled member gets it', async () => {
    await claim(claimOf('stream', 1), claimOf('sync', 1));
    await run();
    await claim(claimOf('rules', 1, 'taken'));
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
    // The features repeat their claims.
    await claim(claimOf('stream', 1), claimOf('sync', 1));
    expect(await run()).toEqual([]);
    expect(await compared()).toEqual([]);
    await drop('stream');
    await claim(claimOf('stream', 1));
    await run();
    expect(has(1)).toBe(true);
  });

  it('a role that was given for good is never taken, even if another feature gave it before', async () => {
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

  it('a claim counts only for members whom its owner accepts', async () => {
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

  it('is not ours either after Discord refused to let us give it', async () => {
    fake.refusal = failure('denied', 50_013);
    await claim(claimOf('stream', 1));
    await run();
    fake.refusal = null;
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
  ])('%i is reported once, not retried, and given once a person has fixed the cause', async (code, problem) => {
    fake.refusal = failure('denied', code);
    await claim(claimOf('stream', 1), claimOf('stream', 2), claimOf('stream', 3));
    expect(await run()).toHaveLength(1);
    expect(troubles).toMatchObject([{ of: 'role', problem, roleId: red, path: '/here' }]);
    expect(await run()).toEqual([]);
    fake.refusal = null;
    expect(await compared()).toHaveLength(3);
    expect(await listHoldings(world.ctx.db, home)).toMatchObject([
      { isOurs: true },
      { isOurs: true },
      { isOurs: true },
    ]);
  });

  it('an order that was not carried out for a day expires', async () => {
    fake.refusal = failure('denied', 50_013);
    await claim(claimOf('rules', 1, 'given'));
    await run();
    world.clock.move(days(1) + minutes(1));
    fake.refusal = null;
    await endPassed(world.ctx);
    expect(await compared()).toEqual([]);
    expect(await listHoldings(world.ctx.db, home)).toEqual([]);
  });

  it('a waiting caller gets the reason', async () => {
    fake.refusal = failure('denied', 50_013);
    await claim(claimOf('sync', 1), claimOf('sync', 1, 'held', blue));
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toEqual({
      given: [],
      taken: [],
      refused: new Map([
        [red, 'roleTooHigh'],
        [blue, 'roleTooHigh'],
      ]),
    });
    fake.refusal = null;
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toMatchObject({ given: [red, blue] });
  });
});

describe('a caller that waits for the answer', () => {
  it('is not overtaken by a job, which would leave nothing to answer', async () => {
    const waiting = async () =>
      (await world.ctx.queue.counts()).find(({ name }) => name === carryOutJob.name)?.waiting ?? 0;
    // No job waits for this server yet, so the new job has nothing to merge with.
    const whose = { serverId: ServerId.parse('800000000000000002'), userId: member(1) };
    const before = await waiting();
    const claims = [{ ...claimOf('sync', 1), ...whose }];
    await world.ctx.db.transaction((tx) => claimRoles(world.ctx, tx, claims, { isAwaited: true }));
    expect(await waiting()).toBe(before);
    expect(await carryOutNow(world.ctx, whose)).toMatchObject({ given: [red] });
  });

  it('for some roles gets only these', async () => {
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
  it('a limit ends the run, nothing is lost, and the rest continues later', async () => {
    await claim(claimOf('stream', 1), claimOf('stream', 2));
    fake.refusal = failure('limited', undefined, 3_000);
    expect(await run()).toHaveLength(1);
    fake.refusal = null;
    expect(await run()).toHaveLength(2);
    expect([has(1), has(2)]).toEqual([true, true]);
  });

  it('an error with one member does not delay the others, and is retried an hour later', async () => {
    await claim(claimOf('stream', 1), claimOf('stream', 2));
    const { get } = discord.members;
    discord.members.get = async (whose) => {
      if (whose.userId === member(1)) throw failure('odd', 50_035);
      return await get(whose);
    };
    expect(await run()).toEqual([`give ${member(2)} ${red}`]);
    discord.members.get = get;
    expect(await run()).toEqual([]);
    world.clock.move(hours(1));
    expect(await run()).toEqual([`give ${member(1)} ${red}`]);
  });

  it('a lost reply: the role counts as ours, and is taken at the end', async () => {
    fake.isLosingReplies = true;
    await claim(claimOf('stream', 1));
    await run();
    fake.isLosingReplies = false;
    expect(await run()).toEqual([]);
    await drop('stream');
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
  });

  it('work leased by a dead process continues when the lease ends', async () => {
    await claim(claimOf('stream', 1));
    await leaseDue(world.ctx.db, home, { ...leaseFor(2), limit: 5 });
    expect(await run()).toEqual([]);
    expect(await carryOutNow(world.ctx, { serverId: home, userId: member(1) })).toBe('busy');
    world.clock.move(minutes(2));
    expect(await run()).toHaveLength(1);
  });

  it('a claim made during the work is not overlooked', async () => {
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
