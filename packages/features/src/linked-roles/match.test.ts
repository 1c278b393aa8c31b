import { type LinkedRole, RoleId } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { consequencesOf, differences, MOST_ROUNDS } from './match.ts';

const [a, b, c] = [1, 2, 3].map((n) => RoleId.parse(String(300000000000000000n + BigInt(n)))) as [
  RoleId,
  RoleId,
  RoleId,
];
const rule = (roleId: RoleId, change: Partial<LinkedRole>): LinkedRole => ({
  roleId,
  onAddRolesToAdd: [],
  onAddRolesToRemove: [],
  onRemoveRolesToAdd: [],
  onRemoveRolesToRemove: [],
  ...change,
});
const got = (roleId: RoleId, depth = 0) => ({ roleId, isGiven: true, depth });

describe('rules', () => {
  it('show added and removed roles', () => {
    expect(differences([a, b], [b, c])).toEqual([
      { roleId: c, isGiven: true },
      { roleId: a, isGiven: false },
    ]);
  });

  it('change only the fields that differ', () => {
    const rules = [rule(a, { onAddRolesToAdd: [b], onAddRolesToRemove: [c] })];
    expect(consequencesOf(rules, [got(a)], [a])).toEqual([{ roleId: b, isGiven: true, because: a, depth: 0 }]);
    expect(consequencesOf(rules, [got(a)], [a, b, c])).toEqual([{ roleId: c, isGiven: false, because: a, depth: 0 }]);
  });

  it('taking wins over giving, in either order', () => {
    const rules = [rule(a, { onAddRolesToAdd: [c] }), rule(b, { onAddRolesToRemove: [c] })];
    expect(consequencesOf(rules, [got(a), got(b)], [a, b])).toEqual([]);
    expect(consequencesOf(rules, [got(b), got(a)], [a, b, c]).map(({ isGiven }) => isGiven)).toEqual([false]);
  });

  it('end after some rounds, also in a circle', () => {
    const rules = [rule(a, { onAddRolesToAdd: [b] })];
    expect(consequencesOf(rules, [got(a, MOST_ROUNDS - 1)], [a])).toHaveLength(1);
    expect(consequencesOf(rules, [got(a, MOST_ROUNDS)], [a])).toEqual([]);
  });
});
