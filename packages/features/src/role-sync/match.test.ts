import { flagsOf, RoleId } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { judge, type Known, planFor, type Source, usesRoles } from './match.ts';

const role = (number: number) => RoleId.parse(String(300000000000000000n + BigInt(number)));
const [sub, mod, vip, gifts] = [role(1), role(2), role(3), role(4)];
const source = (settings: Source['settings'], channelId = '1'): Source => ({
  platform: 'kick',
  channelId,
  name: channelId,
  settings,
});
const known = (standing: Known['standing'], gifted = 0): Known => ({ standing, gifted });
const all = flagsOf('plus');
const told = (sources: readonly Source[], of: (source: Source) => Known | null, flags = all) =>
  Object.fromEntries(judge(sources, of, flags));

describe('verdicts', () => {
  it('follow from known facts; a kind that could not be queried stays open', () => {
    const settings = { subscriberRoleId: sub, moderatorRoleId: mod, vipRoleId: vip };
    expect(told([source(settings)], () => known({ subscriber: true, moderator: false }))).toEqual({
      [sub]: 'yes',
      [mod]: 'no',
      [vip]: 'unknown',
    });
  });

  it('without an account nothing is open: there is nothing to be', () => {
    expect(told([source({ subscriberRoleId: sub })], () => null)).toEqual({ [sub]: 'no' });
  });

  it('one creator is enough for a role that several give', () => {
    const sources = [source({ subscriberRoleId: sub }, '1'), source({ moderatorRoleId: sub }, '2')];
    const of = ({ channelId }: Source) => known(channelId === '1' ? { subscriber: false } : { moderator: true });
    expect(told(sources, of)).toEqual({ [sub]: 'yes' });
    expect(told(sources.toReversed(), of)).toEqual({ [sub]: 'yes' });
  });

  it('thresholds of gifted subscriptions count from their number on', () => {
    const settings = { giftedSubRoles: [{ roleId: gifts, giftedSubs: 5 }] };
    expect(told([source(settings)], () => known({}, 4))).toEqual({ [gifts]: 'no' });
    expect(told([source(settings)], () => known({}, 5))).toEqual({ [gifts]: 'yes' });
  });

  it('a role beyond the plan is not given, and taken only when its reason has ended', () => {
    const settings = { subscriberRoleId: sub, vipRoleId: vip };
    const free = flagsOf('free');
    expect(told([source(settings)], () => known({ subscriber: true, vip: true }), free)).toEqual({
      [sub]: 'yes',
      [vip]: 'unknown',
    });
    expect(told([source(settings)], () => known({ vip: false }), free)[vip]).toBe('no');
  });

  it('creators without roles are left out', () => {
    expect(usesRoles({ subscriberRoleId: null, giftedSubRoles: [] })).toBe(false);
    expect(usesRoles({ giftedSubRoles: [{ roleId: gifts, giftedSubs: 1 }] })).toBe(true);
  });
});

describe('claims', () => {
  const verdicts = new Map([
    [sub, 'yes'],
    [mod, 'no'],
    [vip, 'unknown'],
  ] as const);

  it('claims due roles, drops ended ones, and keeps open ones', () => {
    expect(planFor(verdicts, { has: [mod, vip], claimed: [] })).toEqual({ claim: [sub], drop: [] });
    expect(planFor(verdicts, { has: [sub, mod, vip], claimed: [sub, mod, vip] })).toEqual({
      claim: [sub],
      drop: [mod],
    });
  });

  it('drops a role that no creator gives any more', () => {
    expect(planFor(new Map(), { has: [sub], claimed: [sub] }).drop).toEqual([sub]);
  });

  it('drops a role that another person took away since, unless it is due', () => {
    expect(planFor(verdicts, { has: [], claimed: [sub, mod, vip] })).toEqual({ claim: [sub], drop: [mod, vip] });
  });
});
