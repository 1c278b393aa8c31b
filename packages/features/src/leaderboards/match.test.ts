import type { RoleId, UserId } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { periodsOf, rolesByPlace, type Standings, startOf } from './match.ts';

describe('a period begins', () => {
  it.each([
    ['weekly', '2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['weekly', '2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['weekly', '2027-01-01T12:00:00Z', '2026-12-28'],
    ['monthly', '2026-11-30T23:59:59.999Z', '2026-11-01'],
    ['monthly', '2026-12-01T00:00:00+02:00', '2026-11-01'],
    ['monthly', '2028-02-29T10:00:00Z', '2028-02-01'],
    ['overall', '2026-11-22T10:00:00Z', '1970-01-01'],
  ] as const)('%s of %s on %s, in UTC', (period, at, day) => expect(startOf(period, new Date(at))).toBe(day));
});

it('no period chosen means all of them, in one order', () => {
  expect(periodsOf([])).toEqual(['weekly', 'monthly', 'overall']);
  expect(periodsOf(['overall', 'weekly'])).toEqual(['weekly', 'overall']);
});

it('roles go to the owners of the ranked accounts, if there are any', () => {
  const [gold, silver] = ['1', '2'] as RoleId[] as [RoleId, RoleId];
  const one = (gifterId: string) => ({ gifterId, displayName: gifterId, gifts: 1 });
  const standings: Standings = { weekly: [one('a'), one('b')], monthly: [one('b')], overall: [] };
  const wanted = [
    {
      type: 'weekly',
      roles: [
        { roleId: gold, position: 1 },
        { roleId: silver, position: 2 },
        { roleId: silver, position: 10 },
      ],
    },
    { type: 'monthly', roles: [{ roleId: gold, position: 1 }] },
  ] as const; // prettier-ignore
  const owner = (gifterId: string) => (gifterId === 'b' ? ('user' as UserId) : undefined);
  expect(rolesByPlace(standings, wanted, owner)).toEqual([
    { userId: 'user', roleId: silver },
    { userId: 'user', roleId: gold },
  ]);
});
