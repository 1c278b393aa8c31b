import type { Locale, ServerId } from '@tally/contract';
import { say } from '@tally/kernel';
import { listPermissions, type PermissionName, permissionSet } from '../permissions/index.ts';
import type { Call } from './call.ts';

export interface Requirements {
  readonly permissions?: readonly PermissionName[];
  /** False: in servers only. Components and menus run where their message or user is, so they do not set it. */
  readonly isInDms?: boolean;
}

/** Returns whether a person's permissions, as Discord sends them, include these. Administrators have all. */
export function holdsPermissions(held: bigint, needed: readonly PermissionName[]): boolean {
  const bits = permissionSet(...needed);
  return (held & permissionSet('Administrator')) !== 0n || (held & bits) === bits;
}

/**
 * Returns why the person may not run this, or null. Discord hides commands by the same rules, but servers can change
 * that, and an old client or a replayed call asks anyway.
 */
export function whyNot(part: Requirements, call: Call): ((locale: Locale) => string) | null {
  const needed = part.permissions ?? [];
  if (call.serverId === null && (part.isInDms === false || needed.length > 0)) {
    return (locale) => say(locale, 'commands.onlyInServers');
  }
  if (holdsPermissions(call.permissions, needed)) return null;
  return (locale) => say(locale, 'commands.needsPermission', { permissions: listPermissions(locale, needed) });
}

/** The server of a command that runs in servers only; `whyNot` has refused all other calls. */
export function serverOf(call: Call): ServerId {
  if (call.serverId === null) throw new Error('A command for servers ran outside of one');
  return call.serverId;
}
