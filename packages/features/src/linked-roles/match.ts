import type { LinkedRole, RoleId } from '@tally/contract';

/** The lists of a rule: one pair for gaining its role, and one for losing it. */
export const listPairs = [
  ['onAddRolesToAdd', 'onAddRolesToRemove'],
  ['onRemoveRolesToAdd', 'onRemoveRolesToRemove'],
] as const;

export const listNames = listPairs.flat();
export type ListName = (typeof listNames)[number];

/** The four lists of a rule, each named after it. */
export const eachList = <T>(make: (name: ListName) => T): Record<ListName, T> => ({
  onAddRolesToAdd: make('onAddRolesToAdd'),
  onAddRolesToRemove: make('onAddRolesToRemove'),
  onRemoveRolesToAdd: make('onRemoveRolesToAdd'),
  onRemoveRolesToRemove: make('onRemoveRolesToRemove'),
});

/** A rule may trigger another one; after this many rounds, the rest is a loop. */
export const MOST_ROUNDS = 3;

export interface Event {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  /** The number of rounds of rules that led to this event; 0 if no rule caused it. */
  readonly depth: number;
}

export interface Consequence {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  readonly because: RoleId;
  readonly depth: number;
}

/** The roles that a member gained and lost, among those with a rule. */
export function differences(before: readonly RoleId[], after: readonly RoleId[]): readonly Omit<Event, 'depth'>[] {
  return [
    ...after.filter((roleId) => !before.includes(roleId)).map((roleId) => ({ roleId, isGiven: true })),
    ...before.filter((roleId) => !after.includes(roleId)).map((roleId) => ({ roleId, isGiven: false })),
  ];
}

/**
 * The changes for a member with these roles. If two rules contradict each other, removal wins: a missing role does less
 * harm than an extra one.
 */
export function consequencesOf(
  rules: readonly LinkedRole[],
  events: readonly Event[],
  has: readonly RoleId[],
): readonly Consequence[] {
  const wanted = new Map<RoleId, Consequence>();
  for (const { roleId, isGiven, depth } of events) {
    const rule = rules.find((each) => each.roleId === roleId);
    if (!rule || depth >= MOST_ROUNDS) continue;
    const [give, take] = isGiven
      ? [rule.onAddRolesToAdd, rule.onAddRolesToRemove]
      : [rule.onRemoveRolesToAdd, rule.onRemoveRolesToRemove];
    for (const each of give) {
      const isNews = !has.includes(each) && !wanted.has(each);
      if (isNews) wanted.set(each, { roleId: each, isGiven: true, because: roleId, depth });
    }
    for (const each of take) {
      if (has.includes(each)) wanted.set(each, { roleId: each, isGiven: false, because: roleId, depth });
      else if (wanted.get(each)?.isGiven) wanted.delete(each);
    }
  }
  return [...wanted.values()];
}
