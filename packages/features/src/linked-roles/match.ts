import type { LinkedRole, RoleId } from '@tally/contract';

/** A rule has two lists for gaining its role, and two for losing it. */
export const listPairs = [
  ['onAddRolesToAdd', 'onAddRolesToRemove'],
  ['onRemoveRolesToAdd', 'onRemoveRolesToRemove'],
] as const;

export const listNames = listPairs.flat();
export type ListName = (typeof listNames)[number];

/** Creates a value for each of a rule's four lists. */
export const eachList = <T>(make: (name: ListName) => T): Record<ListName, T> => ({
  onAddRolesToAdd: make('onAddRolesToAdd'),
  onAddRolesToRemove: make('onAddRolesToRemove'),
  onRemoveRolesToAdd: make('onRemoveRolesToAdd'),
  onRemoveRolesToRemove: make('onRemoveRolesToRemove'),
});

/** Rules may trigger each other. After this many rounds, we assume a loop and stop. */
export const MOST_ROUNDS = 3;

export interface Event {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  /** How many rounds of rules led to this event; 0 if no rule caused it. */
  readonly depth: number;
}

export interface Consequence {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  readonly because: RoleId;
  readonly depth: number;
}

/** Returns the roles that a member gained and lost. */
export function differences(before: readonly RoleId[], after: readonly RoleId[]): readonly Omit<Event, 'depth'>[] {
  return [
    ...after.filter((roleId) => !before.includes(roleId)).map((roleId) => ({ roleId, isGiven: true })),
    ...before.filter((roleId) => !after.includes(roleId)).map((roleId) => ({ roleId, isGiven: false })),
  ];
}

/**
 * Returns the changes that follow from these events. If two rules contradict each other, the role is removed, because a
 * missing role does less harm.
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
