import type { LinkedRole } from '@tally/contract/role-sync/bodies';
import type { RoleId } from '@tally/contract/wire/ids';

export const ruleLists = [
  'onAddRolesToAdd',
  'onAddRolesToRemove',
  'onRemoveRolesToAdd',
  'onRemoveRolesToRemove',
] as const satisfies (keyof LinkedRole)[];
export type RuleList = (typeof ruleLists)[number];

export const isRuleList = (field: string): field is RuleList => ruleLists.some((list) => list === field);

export type RuleDraft = Omit<LinkedRole, 'roleId'> & { readonly roleId: RoleId | null };

export const emptyRule: RuleDraft = {
  roleId: null,
  onAddRolesToAdd: [],
  onAddRolesToRemove: [],
  onRemoveRolesToAdd: [],
  onRemoveRolesToRemove: [],
};

export const draftOf = (rule: LinkedRole): RuleDraft => ({
  roleId: rule.roleId,
  onAddRolesToAdd: rule.onAddRolesToAdd,
  onAddRolesToRemove: rule.onAddRolesToRemove,
  onRemoveRolesToAdd: rule.onRemoveRolesToAdd,
  onRemoveRolesToRemove: rule.onRemoveRolesToRemove,
});

/** Checks the shape of a stored draft, because an older version may have stored another one. */
export const isRuleDraft = (value: unknown): value is RuleDraft =>
  typeof value === 'object' &&
  value !== null &&
  'roleId' in value &&
  (value.roleId === null || typeof value.roleId === 'string') &&
  ruleLists.every((list) => Array.isArray((value as Partial<Record<RuleList, unknown>>)[list]));

/** Returns null while the rule is incomplete. */
export function ruleOf(draft: RuleDraft): LinkedRole | null {
  const { roleId } = draft;
  if (roleId === null || ruleLists.every((list) => draft[list].length === 0)) return null;
  return { ...draft, roleId };
}

/** A rule cannot add and remove the same role, or its own trigger role. */
export function isFree(draft: RuleDraft, list: RuleList, roleId: string): boolean {
  const pair = list.startsWith('onAdd') ? ruleLists.slice(0, 2) : ruleLists.slice(2);
  return roleId !== draft.roleId && pair.every((each) => !draft[each].some((chosen) => chosen === roleId));
}

/** Chooses the trigger role and removes it from the other lists. */
export const withRole = (draft: RuleDraft, roleId: RoleId): RuleDraft => ({
  ...draft,
  ...Object.fromEntries(ruleLists.map((list) => [list, draft[list].filter((each) => each !== roleId)])),
  roleId,
});
