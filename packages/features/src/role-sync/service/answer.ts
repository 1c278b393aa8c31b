import type { RoleId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { carryOutNow, type MemberKey, type RoleProblem } from '@tally/pipeline/roles';
import type { Knowledge } from './known.ts';
import type { NewName } from './name.ts';
import type { Checked } from './sync.ts';

/** The reasons why a role could not be given or taken. */
export const causes = ['roleGone', 'aboveBot', 'managed', 'aboveMember', 'noPermission'] as const;
export type Cause = (typeof causes)[number];

export interface Outcome {
  readonly added: readonly RoleId[];
  readonly removed: readonly RoleId[];
  readonly errors: ReadonlyMap<Cause, readonly RoleId[]>;
  readonly name: NewName;
  readonly knowledge: Knowledge;
}

/** Applies the result of a check immediately, because the person is waiting. Throws on a rate limit or an outage. */
export async function carryOut(ctx: Ctx, place: MemberKey, checked: Checked): Promise<Outcome | 'busy' | 'left'> {
  const { roleIds, tooHigh, name, knowledge } = checked;
  const done = await carryOutNow(ctx, { ...place, roleIds });
  if (typeof done === 'string') return done;
  const errors = new Map<Cause, readonly RoleId[]>(tooHigh.length > 0 ? [['aboveMember', tooHigh]] : []);
  for (const [roleId, problem] of done.refused) {
    const cause = causeOf[problem];
    errors.set(cause, [...(errors.get(cause) ?? []), roleId]);
  }
  return { added: done.given, removed: done.taken, errors, name, knowledge };
}

const causeOf = {
  unknownRole: 'roleGone',
  roleManaged: 'managed',
  missingPermission: 'noPermission',
  roleTooHigh: 'aboveBot',
} as const satisfies Record<RoleProblem, Cause>;
