import type { RoleId, ServerId, UserId } from '@tally/contract';
import { missingFor, type PermissionName, permissionsOf, roleFindings } from '@tally/discord/permissions';
import { AppError, type Ctx } from '@tally/kernel';
import type { Trouble } from '../../error-logs/index.ts';
import { forgetFacts, readBot, readMember, readServer } from './discord-facts.ts';

/**
 * Why the bot cannot give or take a role, in words for the server's error log; null when it can. Answered from what
 * is remembered of the server, so that a refusal which is known beforehand is never asked for.
 */
export async function findRoleTrouble(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly roleId: RoleId; readonly what: Trouble['details'][string]; readonly path: string },
): Promise<Trouble | null> {
  const known = await readBoth(ctx, serverId).catch(nullIfLeft);
  // The bot was removed from this server: there is nobody left who could do anything about it.
  if (!known) return null;
  const { server, bot } = known;
  const role = server.roles.get(about.roleId);
  const action = { path: about.path, targetId: about.roleId } as const;
  if (!role) {
    return { reason: 'unknownRole', details: { what: about.what }, action: { kind: 'chooseRole', ...action } };
  }
  const [reason] = roleFindings(role, { server, bot });
  switch (reason) {
    case undefined:
      return null;
    case 'permission':
      return lacking(server.name, ['ManageRoles']);
    case 'managed':
    case 'everyone':
      return { reason: 'roleManaged', details: { role: role.name }, action: { kind: 'chooseRole', ...action } };
    case 'position':
    case 'position_member':
      return { reason: 'roleTooHigh', details: { role: role.name }, action: { kind: 'moveBotRole', ...action } };
    default:
      return reason satisfies never;
  }
}

/** Discord has just refused, so what was believed is asked anew. Where all looks well, the role stands too high for this. */
export async function explainRoleRefusal(
  ctx: Ctx,
  serverId: ServerId,
  about: Parameters<typeof findRoleTrouble>[2],
): Promise<Trouble | null> {
  await forgetFacts(ctx, serverId);
  const trouble = await findRoleTrouble(ctx, serverId, about);
  if (trouble) return trouble;
  const role = (await readBoth(ctx, serverId).catch(nullIfLeft))?.server.roles.get(about.roleId);
  const action = { kind: 'moveBotRole', path: about.path, targetId: about.roleId } as const;
  return role ? { reason: 'roleTooHigh', details: { role: role.name }, action } : null;
}

/** The same for nicknames, as far as it does not depend on whose. */
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

/** Whether somebody stands too low to hand out a role. Who is not in the server hands out none. */
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
