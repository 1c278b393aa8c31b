import type { RoleId } from '@tally/contract/wire/ids';
import { describe, expect, it } from 'vitest';
import { draftOf, emptyRule, isFree, isRuleDraft, ruleOf, withRole } from './rule-of.ts';

const [a, b] = ['1', '2'] as unknown as [RoleId, RoleId];

describe('a rule while it is written', () => {
  it('is one as soon as it has a role and does something', () => {
    expect(ruleOf(emptyRule)).toBeNull();
    expect(ruleOf({ ...emptyRule, roleId: a })).toBeNull();
    expect(ruleOf({ ...emptyRule, roleId: a, onAddRolesToAdd: [b] })?.roleId).toBe(a);
  });

  it('never adds and removes the same role, nor the rule’s own', () => {
    const draft = { ...emptyRule, roleId: a, onAddRolesToAdd: [b] };
    expect(isFree(draft, 'onAddRolesToRemove', b)).toBe(false);
    expect(isFree(draft, 'onRemoveRolesToRemove', b)).toBe(true);
    expect(isFree(draft, 'onRemoveRolesToAdd', a)).toBe(false);
    expect(withRole(draft, b)).toEqual({ ...emptyRule, roleId: b });
  });

  it('a stored draft is restored, and other data is rejected', () => {
    expect(isRuleDraft(JSON.parse(JSON.stringify(emptyRule)))).toBe(true);
    expect(isRuleDraft(draftOf({ ...emptyRule, roleId: a }))).toBe(true);
    for (const odd of [null, 'x', {}, { ...emptyRule, roleId: 1 }, { ...emptyRule, onRemoveRolesToAdd: 'x' }])
      expect(isRuleDraft(odd)).toBe(false);
  });
});
