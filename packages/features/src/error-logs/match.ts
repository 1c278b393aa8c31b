import type { ChannelId, UserId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import {
  hasPermission,
  missingFor,
  type PermissionName,
  permissionsIn,
  permissionsOf,
  purposesOf,
  roleFindings,
} from '@tally/discord/permissions';
import type { ErrorLogRow } from './store.ts';

export type Server = Pick<ServerState, 'id' | 'ownerId' | 'botRoleIds' | 'roles' | 'channels'>;
type Row = Pick<ErrorLogRow, 'reason' | 'details' | 'missingPermissions' | 'action'>;
type Bot = Parameters<typeof permissionsOf>[1];

/** Whether a problem is solved, open, or open with different missing permissions. */
export type Standing = 'mended' | 'open' | { readonly missing: readonly string[] };

/** Problems that only the owner can judge, such as a refused message, stay open. */
export function standingOf(row: Row, server: Server, userId: UserId): Standing {
  const named = row.details['role'];
  const role = typeof named === 'string' ? named : '';
  const bot: Bot = { userId, roleIds: server.botRoleIds };
  const channel = server.channels.get((row.action?.targetId ?? '') as ChannelId);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are not the server's to say
  switch (row.reason) {
    case 'missingPermission':
      return lackOf(row, server, bot);
    case 'pingsNobody':
      return channel && mayPing(role, { server, bot, overwrites: channel.overwrites }) ? 'mended' : 'open';
    case 'unknownChannel':
      return channel ? 'mended' : 'open';
    case 'roleTooHigh':
    case 'roleManaged': {
      const roles = rolesCalled(role, server);
      const kind = row.reason === 'roleTooHigh' ? 'position' : 'managed';
      return roles.some((each) => roleFindings(each, { server, bot }).includes(kind)) ? 'open' : 'mended';
    }
    default:
      return 'open';
  }
}

function lackOf({ action, missingPermissions }: Row, server: Server, bot: Bot): Standing {
  const channelId = action?.targetId as ChannelId | null | undefined;
  const channel = channelId ? server.channels.get(channelId) : undefined;
  // The channel was deleted, or it is a thread, which the gateway does not send.
  if (channelId && !channel) return 'open';
  const held = channel
    ? permissionsIn({ server, member: bot, overwrites: channel.overwrites })
    : permissionsOf(server, bot);
  // Checks all needed permissions again, because one may have been granted and another removed.
  const isWrittenIn = channel?.kind === 'text' || channel?.kind === 'announcement';
  const wanted = [...missingPermissions, ...(isWrittenIn ? missingFor(held, ...purposesOf(channel.kind)) : [])];
  const missing = [...new Set(wanted)].filter((name) => !hasPermission(held, name as PermissionName)).sort();
  if (missing.length === 0) return 'mended';
  return missing.join() === missingPermissions.join() ? 'open' : { missing };
}

function mayPing(
  name: string,
  { server, bot, overwrites }: { server: Server; bot: Bot } & Pick<Parameters<typeof permissionsIn>[0], 'overwrites'>,
): boolean {
  if (hasPermission(permissionsIn({ server, member: bot, overwrites }), 'MentionEveryone')) return true;
  if (name === '@everyone') return false;
  return rolesCalled(name.replace(/^@/, ''), server).every((role) => role.isMentionable);
}

/** Finds roles by name or id. The problem contains the id if the name was unknown, and roles may share a name. */
const rolesCalled = (word: string, { roles }: Server) =>
  [...roles.values()].filter((role) => role.id === word || role.name === word);
