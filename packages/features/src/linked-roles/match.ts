import type { LinkedRole, RoleId } from '@tally/contract';

/** What a rule gives and takes: once when a member gets its role, and once when they lose it. */
export const listPairs = [
  ['onAddRolesToAdd', 'onAddRolesToRemove'],
  ['onRemoveRolesToAdd', 'onRemoveRolesToRemove'],
] as const;

export const listNames = listPairs.flat();
export type ListName = (typeof listNames)[number];

/** The four lists of a rule, each made from its name. */
export const eachList = <T>(make: (name: ListName) => T): Record<ListName, T> => ({
  onAddRolesToAdd: make('onAddRolesToAdd'),
  onAddRolesToRemove: make('onAddRolesToRemove'),
  onRemoveRolesToAdd: make('onRemoveRolesToAdd'),
  onRemoveRolesToRemove: make('onRemoveRolesToRemove'),
});

/** A rule may set off another one; after so many rounds whatever is left is a circle. */
export const MOST_ROUNDS = 3;

export interface Event {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  /** How many rounds of rules lie before it; 0: somebody else did it. */
  readonly depth: number;
}

export interface Consequence {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  readonly because: RoleId;
  readonly depth: number;
}

/** What somebody got and lost, among the roles that have a rule. */
export function differences(before: readonly RoleId[], after: readonly RoleId[]): readonly Omit<Event, 'depth'>[] {
  return [
    ...after.filter((roleId) => !before.includes(roleId)).map((roleId) => ({ roleId, isGiven: true })),
    ...before.filter((roleId) => !after.includes(roleId)).map((roleId) => ({ roleId, isGiven: false })),
  ];
}

/**
 * What has to be done, for a member who has these roles now. Where two rules contradict each other, taking wins: a
 * role too few harms less than one too many.
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
