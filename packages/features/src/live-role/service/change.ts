import {
  type AutoLiveRole,
  type GuildRoleList,
  guildRoleBodies,
  type RoleId,
  type ServerId,
  type StatusRole,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { dropClaims, recheckRoles } from '@tally/pipeline/roles';
import { checkChoices } from '../../places/index.ts';
import { changeInList, type RoleBody, type SettingsTx } from '../../settings/index.ts';
import { kinds } from '../match.ts';
import { deleteRule, listAutoLive, listStatus, saveAutoLive, saveStatus } from '../store/rules.ts';
import { checkRole, readAllowance } from './check.ts';
import { lookAroundSoon } from './look-around.ts';
import { asAutoLive, asStatus, forgetKnown } from './rules.ts';

type RoleListKey = { readonly serverId: ServerId; readonly list: GuildRoleList };
export type LiveRole = AutoLiveRole | StatusRole;

/** Adds a role, or replaces the role `which`. By default, that is the role in the body. */
export async function saveRole(
  ctx: Ctx,
  { serverId, list }: RoleListKey,
  { body, which = body.roleId, version }: { body: RoleBody; which?: RoleId | undefined; version?: string | undefined },
): Promise<void> {
  const most = await readAllowance(ctx, serverId, list);
  const known = (await listRoles(ctx.db, serverId, list)).find((each) => each.roleId === which);
  const role = wholeRole(list, body, known);
  checkRole(ctx, role);
  await checkChoices(ctx, serverId, { schema: guildRoleBodies[list], value: role, former: known });
  await changeInList(ctx, serverId, { what: list, key: which, version }, async (tx) => {
    const roles = await listRoles(tx, serverId, list);
    const former = roles.find((each) => each.roleId === which);
    const isMoved = which !== role.roleId;
    if (isMoved && !former) throw new AppError('liveRoleNotFound');
    if (isMoved && roles.some((each) => each.roleId === role.roleId)) throw new AppError('liveRoleTaken');
    if (!former && roles.length >= most) throw new AppError('planLimit', { limit: most, what: list });
    if (former && isMoved) await drop(ctx, tx, { serverId, list }, former.roleId);
    await putRole(ctx, tx, { serverId, list }, role);
    await follow(ctx, tx, serverId, [role.roleId]);
  });
  await forgetKnown(ctx, serverId);
}

export async function removeRole(
  ctx: Ctx,
  { serverId, list }: RoleListKey,
  { roleId, version }: { roleId: RoleId; version?: string | undefined },
): Promise<void> {
  await changeInList(ctx, serverId, { what: list, key: roleId, version }, async (tx) => {
    const former = (await listRoles(tx, serverId, list)).find((each) => each.roleId === roleId);
    if (!former) throw new AppError('liveRoleNotFound');
    await drop(ctx, tx, { serverId, list }, roleId);
  });
  await forgetKnown(ctx, serverId);
}

export async function listRoles(db: Db, serverId: ServerId, list: GuildRoleList): Promise<LiveRole[]> {
  if (list === 'autoLiveRoles') return (await listAutoLive(db, serverId)).map(asAutoLive);
  return (await listStatus(db, serverId)).map(asStatus);
}

export async function putRole(
  ctx: Ctx,
  tx: SettingsTx,
  { serverId, list }: RoleListKey,
  role: LiveRole,
): Promise<void> {
  const now = ctx.clock.now();
  if (list === 'autoLiveRoles') await saveAutoLive(tx, serverId, role, now);
  else if ('texts' in role) await saveStatus(tx, serverId, role, now);
}

const kindsOf = { autoLiveRoles: [kinds.auto, kinds.linked], statusRoles: [kinds.status] } as const satisfies Record<
  GuildRoleList,
  readonly string[]
>;

/** Deletes a rule. Members who have the role because of it lose the role. */
export async function drop(ctx: Ctx, tx: SettingsTx, { serverId, list }: RoleListKey, roleId: RoleId): Promise<void> {
  await deleteRule(tx, serverId, list, roleId);
  await dropClaims(ctx, tx, { kinds: kindsOf[list], serverId, roleIds: [roleId] });
}

/**
 * Applies changed rules to members who already stream or show the status. Members who no longer pass the filter lose
 * the role.
 */
export async function follow(ctx: Ctx, tx: Db, serverId: ServerId, roleIds: readonly RoleId[]): Promise<void> {
  await recheckRoles(ctx, tx, serverId, roleIds);
  await lookAroundSoon(ctx, serverId, tx);
}

/** Completes a role: missing fields keep their saved value, or are empty in a new role. */
export function wholeRole(list: GuildRoleList, body: RoleBody, former?: LiveRole): LiveRole {
  const { roleId } = body;
  const filter = body.filter === undefined ? (former?.filter ?? null) : body.filter;
  if (list === 'autoLiveRoles' || !('texts' in body)) return { roleId, filter };
  const kept = former && 'texts' in former ? former.keepOnOffline : null;
  const keepOnOffline = body.keepOnOffline === undefined ? kept : body.keepOnOffline;
  return { roleId, texts: [...new Set(body.texts)], keepOnOffline, filter };
}
