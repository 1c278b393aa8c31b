import type { Locale, ServerId } from '@tally/contract';
import { say } from '@tally/kernel';
import { listPermissions, type PermissionName, permissionSet } from '../permissions/index.ts';
import type { Call } from './call.ts';

export interface Requirements {
  readonly permissions?: readonly PermissionName[];
  /** False limits it to servers. Components and menus work where their message or user is, so they do not set this. */
  readonly isInDms?: boolean;
}

/** Returns whether a person's permissions, as Discord sends them, include these. Administrators have all of them. */
export function holdsPermissions(held: bigint, needed: readonly PermissionName[]): boolean {
  const bits = permissionSet(...needed);
  return (held & permissionSet('Administrator')) !== 0n || (held & bits) === bits;
}

/**
 * Returns why the person may not run this, or null. Discord hides commands by the same rules, but servers can change
 * that, and an old client or a replayed call may still send one.
 */
export function whyNot(part: Requirements, call: Call): ((locale: Locale) => string) | null {
  const needed = part.permissions ?? [];
  if (call.serverId === null && (part.isInDms === false || needed.length > 0)) {
    return (locale) => say(locale, 'commands.onlyInServers');
  }
  if (holdsPermissions(call.permissions, needed)) return null;
  return (locale) => say(locale, 'commands.needsPermission', { permissions: listPermissions(locale, needed) });
}

/** Returns the server of a command that runs in servers only. `whyNot` has refused all other calls. */
export function serverOf(call: Call): ServerId {
  if (call.serverId === null) throw new Error('A command for servers ran outside of one');
  return call.serverId;
}
