import type { RoleId, ServerId, UserId } from '@tally/contract';
import { missingFor, type PermissionName, permissionsOf, roleFindings } from '@tally/discord/permissions';
import { AppError, type Ctx } from '@tally/kernel';
import type { Trouble } from '../../error-logs/index.ts';
import { readBot, readMember, readServer } from './discord-facts.ts';

/** Says why the bot cannot change nicknames in general. Null if it can. */
export async function findRenameTrouble(ctx: Ctx, serverId: ServerId): Promise<Trouble | null> {
  const known = await readBoth(ctx, serverId).catch(nullIfLeft);
  if (!known) return null;
  const missing = missingFor(permissionsOf(known.server, known.bot), 'renameMembers');
  return missing.length > 0 ? lacking(known.server.name, missing) : null;
}

const lacking = (place: string, missingPermissions: PermissionName[]): Trouble => ({
  reason: 'missingPermission',
  details: { place },
  missingPermissions,
  action: { kind: 'grantPermissions', path: null, targetId: null },
});

/** Returns whether a role is too high for a person to give. A person outside the server cannot give any. */
export async function isAboveMember(
  ctx: Ctx,
  serverId: ServerId,
  { roleId, userId }: { readonly roleId: RoleId; readonly userId: UserId },
): Promise<boolean> {
  const server = await readServer(ctx, serverId);
  const role = server.roles.get(roleId);
  const member = await readMember(ctx, serverId, userId);
  if (!role || !member) return member === null;
  return roleFindings(role, { server, bot: member, actor: member }).includes('position_member');
}

async function readBoth(ctx: Ctx, serverId: ServerId) {
  const server = await readServer(ctx, serverId);
  return { server, bot: await readBot(ctx, server) };
}

function nullIfLeft(error: unknown): null {
  if (error instanceof AppError && error.code === 'serverNotFound') return null;
  throw error;
}
