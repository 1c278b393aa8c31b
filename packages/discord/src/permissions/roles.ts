import type { RoleId, RoleReason, ServerId, UserId } from '@tally/contract';
import { hasPermission } from './bits.ts';
import { permissionsOf } from './compute.ts';
import type { MemberFacts, Role } from './facts.ts';

type Placed = Pick<Role, 'id' | 'position'>;

/** Compares the rank of two roles. Of two roles with equal position, the older one is higher. */
export function compareRoles(a: Placed, b: Placed): number {
  if (a.position !== b.position) return a.position - b.position;
  const [first, second] = [BigInt(a.id), BigInt(b.id)];
  return first === second ? 0 : first < second ? 1 : -1;
}

export function highestRole<R extends Placed>(roles: ReadonlyMap<RoleId, R>, member: MemberFacts): R | null {
  let highest: R | null = null;
  for (const id of member.roleIds) {
    const role = roles.get(id);
    if (role && (!highest || compareRoles(role, highest) > 0)) highest = role;
  }
  return highest;
}

export interface RoleQuestion {
  readonly server: { readonly id: ServerId; readonly ownerId: UserId; readonly roles: ReadonlyMap<RoleId, Role> };
  readonly bot: MemberFacts;
  /** The person who chooses the role. They must not use the bot to give out roles above their own. */
  readonly actor?: MemberFacts;
}

/** Returns why the bot cannot give this role, or should not give it for this person. Empty if it can and may. */
export function roleFindings(role: Role, { server, bot, actor }: RoleQuestion): RoleReason[] {
  const reasons: RoleReason[] = [];
  if ((role.id as string) === (server.id as string)) reasons.push('everyone');
  if (role.isManaged) reasons.push('managed');
  if (!hasPermission(permissionsOf(server, bot), 'ManageRoles')) reasons.push('permission');
  if (!isBelow(role, server, bot)) reasons.push('position');
  if (actor && !isBelow(role, server, actor)) reasons.push('position_member');
  return reasons;
}

function isBelow(role: Role, server: RoleQuestion['server'], member: MemberFacts): boolean {
  if (member.userId === server.ownerId) return true;
  const highest = highestRole(server.roles, member);
  return highest !== null && compareRoles(role, highest) < 0;
}
