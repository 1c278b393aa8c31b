import { minutes } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import {
  blue,
  claim,
  claimOf,
  compared,
  fake,
  has,
  home,
  member,
  openHouse,
  red,
  rolesOf,
  run,
  there,
  world,
} from './__fixtures__/house.ts';
import { memberIsAbsent } from './change.ts';
import { endPassed } from './claim.ts';
import { exportRolesOfUser, forgetRolesOfUser } from './people.ts';
import { claimEcho } from './store/changes.ts';
import { callMember, listHoldings } from './store/holdings.ts';
import { holdings } from './tables.ts';

openHouse();

describe('members who leave and return', () => {
  it('a member who leaves and returns gets roles that are still claimed, but no earlier orders', async () => {
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

  it('a member who leaves and returns has no role that depended on being there', async () => {
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

  it('a member who was absent when due gets the role after joining', async () => {
    there.delete(member(1));
    await claim(claimOf('stream', 1));
    expect(await run()).toEqual([]);
    there.set(member(1), new Set());
    expect(await compared()).toEqual([`give ${member(1)} ${red}`]);
  });

  it('a person who asks for deletion loses the roles that we gave, and no row remains', async () => {
    rolesOf(member(1)).add(blue);
    await claim(claimOf('stream', 1), claimOf('stream', 1, 'held', blue));
    await run();
    await forgetRolesOfUser(world.ctx, member(1));
    expect(await run()).toEqual([`take ${member(1)} ${red}`]);
    expect(await listHoldings(world.ctx.db, home)).toEqual([]);
    expect(await exportRolesOfUser(world.ctx.db, member(1))).toEqual({});
    expect(has(1, blue)).toBe(true);
  });
});

describe('missed events', () => {
  it('ten thousand members cost eleven calls after a restart, and only those who differ cost more', async () => {
    there.clear();
    for (let number = 1; number <= 10_000; number += 1) there.set(member(number), new Set([red]));
    const everybody = [...there.keys()].map((_, at) => claimOf('stream', at + 1));
    await claim(...everybody);
    await world.ctx.db.update(holdings).set({ hasIt: true, isOurs: true, dueAt: null });
    for (const number of [5, 5_000, 9_999]) rolesOf(member(number)).delete(red);
    fake.asked = [];
    expect(await compared()).toHaveLength(3);
    expect(fake.asked.filter((call) => call === 'list')).toHaveLength(11);
    expect(fake.asked.filter((call) => call === 'get')).toHaveLength(3);
  });

  it('a role removed by hand is given again, and expired claims end', async () => {
    const until = new Date(world.clock.now().getTime() + minutes(30));
    await claim(claimOf('stream', 1), { ...claimOf('stream', 2), until } as never);
    await run();
    rolesOf(member(1)).delete(red);
    expect(await compared()).toEqual([`give ${member(1)} ${red}`]);
    world.clock.move(minutes(31));
    await endPassed(world.ctx);
    expect(await run()).toEqual([`take ${member(2)} ${red}`]);
  });

  it('recognizes our own change when Discord reports it, once', async () => {
    await claim({ ...claimOf('rules', 1, 'given'), reason: 'because', reference: '2' } as never);
    await run();
    const about = { serverId: home, userId: member(1), roleId: red, isGiven: true, kind: 'rules/one' };
    const since = new Date(world.clock.now().getTime() - minutes(1));
    const echo = () => world.ctx.db.transaction((tx) => claimEcho(tx, { ...about, since }));
    expect(await echo()).toMatchObject({ reason: 'because', reference: '2' });
    expect(await echo()).toBeNull();
  });
});
