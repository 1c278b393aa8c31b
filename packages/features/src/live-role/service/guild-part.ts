import { isDeepStrictEqual } from 'node:util';
import type { GuildRoleList, GuildSettingsBody, ServerId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { type GuildParts, type RoleBody, type SettingsTx } from '../../settings/index.ts';
import { findLogChannels, listAutoLive, listStatus, saveLogChannels } from '../store/rules.ts';
import { drop, follow, type LiveRole, listRoles, putRole, wholeRole } from './change.ts';
import { checkRole, readAllowance } from './check.ts';
import { asAutoLive, asStatus, forgetKnown } from './rules.ts';

type Patch = Partial<GuildSettingsBody>;
const lists = ['autoLiveRoles', 'statusRoles'] as const satisfies GuildRoleList[];
const channels = { autoLiveRoleLogs: 'autoLiveChannelId', statusRoleLogs: 'statusChannelId' } as const;
const channelKeys = ['autoLiveRoleLogs', 'statusRoleLogs'] as const;

/** The server settings of this feature: auto-live roles, status roles, and their log channels. */
export const rolesPart: GuildParts = {
  keys: [...lists, ...channelKeys],
  async read(_ctx, db, serverId) {
    const { autoLiveChannelId, statusChannelId } = await findLogChannels(db, serverId);
    return {
      autoLiveRoles: (await listAutoLive(db, serverId)).map(asAutoLive),
      statusRoles: (await listStatus(db, serverId)).map(asStatus),
      autoLiveRoleLogs: autoLiveChannelId,
      statusRoleLogs: statusChannelId,
    };
  },
  async check(ctx, serverId, patch: Patch) {
    for (const list of lists) {
      const sent = patch[list];
      if (sent) await checkList(ctx, serverId, list, sent);
    }
  },
  async write(ctx, tx, serverId, patch: Patch) {
    for (const list of lists) {
      const sent = patch[list];
      if (sent) await replaceList(ctx, tx, { serverId, list }, sent);
    }
    const change = Object.fromEntries(
      channelKeys.flatMap((field) => (patch[field] === undefined ? [] : [[channels[field], patch[field]]])),
    );
    if (Object.keys(change).length > 0) await saveLogChannels(tx, serverId, change);
    await forgetKnown(ctx, serverId);
  },
};

/** Clients also send back unchanged rules, so we check only the others. */
async function checkList(ctx: Ctx, serverId: ServerId, list: GuildRoleList, sent: readonly RoleBody[]): Promise<void> {
  const twice = sent.findIndex((role, place) => sent.findIndex((other) => other.roleId === role.roleId) < place);
  if (twice >= 0)
    throw new AppError('invalidFields', {}, [`${list}.${twice}.roleId: ${say(ctx.locale, 'liveRole.twice')}`]);
  const former = await listRoles(ctx.db, serverId, list);
  const changed = newOnes(list, sent, former);
  if (changed.length === 0) return;
  const most = await readAllowance(ctx, serverId, list);
  if (sent.length > most && sent.length > former.length) throw new AppError('planLimit', { limit: most, what: list });
  for (const { role, place } of changed) checkRole(ctx, role, `${list}.${place}.`);
}

function newOnes(list: GuildRoleList, sent: readonly RoleBody[], former: readonly LiveRole[]) {
  return sent.flatMap((body, place) => {
    const before = former.find((each) => each.roleId === body.roleId);
    const role = wholeRole(list, body, before);
    return isDeepStrictEqual(role, before) ? [] : [{ role, place }];
  });
}

async function replaceList(
  ctx: Ctx,
  tx: SettingsTx,
  place: { serverId: ServerId; list: GuildRoleList },
  sent: readonly RoleBody[],
): Promise<void> {
  const former = await listRoles(tx, place.serverId, place.list);
  const gone = former.filter((role) => !sent.some((each) => each.roleId === role.roleId));
  const changed = newOnes(place.list, sent, former).map(({ role }) => role);
  if (gone.length === 0 && changed.length === 0) return;
  for (const { roleId } of gone) await drop(ctx, tx, place, roleId);
  for (const role of changed) await putRole(ctx, tx, place, role);
  await follow(
    ctx,
    tx,
    place.serverId,
    changed.map(({ roleId }) => roleId),
  );
}
