import type { RoleId, ServerId, UserId } from '@tally/contract';
import { allPermissions, permissionBits, permissionSet } from './bits.ts';
import type { MemberFacts, Overwrite, Role } from './facts.ts';

export interface ServerFacts {
  readonly id: ServerId;
  readonly ownerId: UserId;
  readonly roles: ReadonlyMap<RoleId, Pick<Role, 'permissions'>>;
}

/** What a member may do in the whole server, before any channel has a say. */
export function permissionsOf(server: ServerFacts, member: MemberFacts, now?: Date): bigint {
  if (member.userId === server.ownerId) return allPermissions;
  // The role of @everyone has the id of the server.
  let set = server.roles.get(server.id as string as RoleId)?.permissions ?? 0n;
  for (const id of member.roleIds) set |= server.roles.get(id)?.permissions ?? 0n;
  if ((set & permissionBits.Administrator) !== 0n) return allPermissions;
  return isSilenced(member, now) ? set & whileSilenced : set;
}

/**
 * What a member may do in a channel: the overwrite of @everyone, then those of all roles together, then the
 * member's own. https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function permissionsIn(about: {
  readonly server: ServerFacts;
  readonly member: MemberFacts;
  /** A thread has none of its own: hand in those of the channel that it belongs to. */
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

/** A member in time-out can look and read, nothing else. */
const whileSilenced = permissionSet('ViewChannel', 'ReadMessageHistory');

const isSilenced = (member: MemberFacts, now: Date | undefined): boolean =>
  Boolean(member.timedOutUntil && now && member.timedOutUntil > now);

const fallWithSending = ~permissionSet('MentionEveryone', 'SendTTSMessages', 'AttachFiles', 'EmbedLinks');

/**
 * A channel that cannot be seen allows nothing, and who cannot send can neither ping nor embed, whatever the
 * other bits say. https://docs.discord.com/developers/topics/permissions#implicit-permissions
 */
function withoutImplied(set: bigint, isThread: boolean): bigint {
  if ((set & permissionBits.ViewChannel) === 0n) return 0n;
  const sending = isThread ? permissionBits.SendMessagesInThreads : permissionBits.SendMessages;
  return (set & sending) === 0n ? set & fallWithSending : set;
}
