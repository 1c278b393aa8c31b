import type { RoleId, ServerId, UserId } from '@tally/contract';
import { allPermissions, permissionBits, permissionSet } from './bits.ts';
import type { MemberFacts, Overwrite, Role } from './facts.ts';

export interface ServerFacts {
  readonly id: ServerId;
  readonly ownerId: UserId;
  readonly roles: ReadonlyMap<RoleId, Pick<Role, 'permissions'>>;
}

/** Returns a member's permissions in the whole server, before channel overwrites. */
export function permissionsOf(server: ServerFacts, member: MemberFacts, now?: Date): bigint {
  if (member.userId === server.ownerId) return allPermissions;
  // The role of @everyone has the id of the server.
  let set = server.roles.get(server.id as string as RoleId)?.permissions ?? 0n;
  for (const id of member.roleIds) set |= server.roles.get(id)?.permissions ?? 0n;
  if ((set & permissionBits.Administrator) !== 0n) return allPermissions;
  return isSilenced(member, now) ? set & whileSilenced : set;
}

/**
 * Returns a member's permissions in a channel. The overwrite of @everyone applies first, then those of all roles
 * together, then the member's own. https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function permissionsIn(about: {
  readonly server: ServerFacts;
  readonly member: MemberFacts;
  /** A thread has no overwrites of its own, so pass those of its parent channel. */
  readonly overwrites: readonly Overwrite[];
  readonly isThread?: boolean;
  readonly now?: Date;
}): bigint {
  const { server, member, overwrites, now } = about;
  const base = permissionsOf(server, member, now);
  if (base === allPermissions) return base;
  const held = new Set<string>(member.roleIds);
  const everyone = overwrites.find((each) => each.kind === 'role' && each.id === (server.id as string));
  const own = overwrites.find((each) => each.kind === 'member' && each.id === (member.userId as string));
  const ofRoles = overwrites.filter((each) => each.kind === 'role' && each !== everyone && held.has(each.id));
  const together = ofRoles.reduce((sum, each) => ({ allow: sum.allow | each.allow, deny: sum.deny | each.deny }), none);
  const set = [everyone, together, own].reduce(
    (before, overwrite) => (overwrite ? (before & ~overwrite.deny) | overwrite.allow : before),
    base,
  );
  return withoutImplied(isSilenced(member, now) ? set & whileSilenced : set, about.isThread ?? false);
}

const none = { allow: 0n, deny: 0n };

/** A member in time-out can only view and read. */
const whileSilenced = permissionSet('ViewChannel', 'ReadMessageHistory');

const isSilenced = (member: MemberFacts, now: Date | undefined): boolean =>
  Boolean(member.timedOutUntil && now && member.timedOutUntil > now);

const fallWithSending = ~permissionSet('MentionEveryone', 'SendTTSMessages', 'AttachFiles', 'EmbedLinks');

/**
 * A channel that cannot be viewed allows nothing. Without permission to send, pings and embeds are not allowed either.
 * https://docs.discord.com/developers/topics/permissions#implicit-permissions
 */
function withoutImplied(set: bigint, isThread: boolean): bigint {
  if ((set & permissionBits.ViewChannel) === 0n) return 0n;
  const sending = isThread ? permissionBits.SendMessagesInThreads : permissionBits.SendMessages;
  return (set & sending) === 0n ? set & fallWithSending : set;
}
