import type { Locale, ServerId } from '@tally/contract';
import { say } from '@tally/kernel';
import { listPermissions, type PermissionName, permissionSet } from '../permissions/index.ts';
import type { Call } from './call.ts';

export interface Requirements {
  readonly permissions?: readonly PermissionName[];
  /** False: in servers only. Components and menus come from where their message or person is, and do not say. */
  readonly isInDms?: boolean;
}

/** Whether Discord's word on a person's permissions covers these. Administrators hold all. */
export function holdsPermissions(held: bigint, needed: readonly PermissionName[]): boolean {
  const bits = permissionSet(...needed);
  return (held & permissionSet('Administrator')) !== 0n || (held & bits) === bits;
}

/**
 * What stands in the way of a person, or null. Discord hides commands by the same rules, but servers can change that
 * in their settings, and an old client or a recorded call asks anyway.
 */
export function whyNot(part: Requirements, call: Call): ((locale: Locale) => string) | null {
  const needed = part.permissions ?? [];
  if (call.serverId === null && (part.isInDms === false || needed.length > 0)) {
    return (locale) => say(locale, 'commands.onlyInServers');
  }
  if (holdsPermissions(call.permissions, needed)) return null;
  return (locale) => say(locale, 'commands.needsPermission', { permissions: listPermissions(locale, needed) });
}

/** The server of a command that runs in servers only; `whyNot` has let nobody else through. */
export function serverOf(call: Call): ServerId {
  if (call.serverId === null) throw new Error('A command for servers ran outside of one');
  return call.serverId;
}
