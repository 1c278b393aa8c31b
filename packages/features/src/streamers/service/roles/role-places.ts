import { pageOfStreamers, type RoleId, type ServerId, syncableRoleKeys } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RolePlace, SettingsTx } from '../../../settings/index.ts';
import { listStreamersOf, lockStreamer, updateStreamer } from '../../store/streamers.ts';
import type { StreamerRow, StreamerSettings } from '../../tables.ts';
import { shownNames } from '../names/shown-names.ts';
import { readStreamers } from '../standing.ts';
import { reportStreamersChanged } from '../streamers-changed.ts';

const single = [
  'pingRoleId',
  'clipPingRoleId',
  'builtInClipsPingRoleId',
  'vodsPingRoleId',
  'liveRoleId',
  ...syncableRoleKeys,
] as const satisfies readonly (keyof StreamerSettings)[];

/** Lists every setting of this server's streamers that names a role. */
export async function streamerRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const followed = await listStreamersOf(ctx.db, serverId);
  let names: ReturnType<typeof shownNames> | undefined;
  const nameOf = () => (names ??= shownNames(ctx.db, followed));
  const afterwards = async (tx: SettingsTx): Promise<void> => await reportStreamersChanged(ctx, tx, serverId);
  return followed.flatMap((streamer) =>
    [...rolesIn(streamer.settings)].map((roleId) => ({
      roleId,
      what: async () => (await nameOf())(streamer),
      path: pageOfStreamers([streamer]),
      takeOff: async (tx) => await takeOff(ctx, tx, { streamer, roleId }),
      afterwards,
      read: readStreamers([streamer.id]),
    })),
  );
}

export function rolesIn(settings: StreamerSettings): Set<RoleId> {
  const { giftedSubRoles, leaderBoardSyncRoles } = settings;
  return new Set([
    ...single.flatMap((field) => settings[field] ?? []),
    ...(giftedSubRoles ?? []).map(({ roleId }) => roleId),
    ...(leaderBoardSyncRoles ?? []).flatMap(({ roles }) => roles.map(({ roleId }) => roleId)),
  ]);
}

export function withoutRole(settings: StreamerSettings, roleId: RoleId): StreamerSettings {
  const { giftedSubRoles, leaderBoardSyncRoles, ...others } = settings;
  const isOther = (each: { roleId: RoleId }) => each.roleId !== roleId;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([key, value]) => !isSingle(key) || value !== roleId)),
    ...(giftedSubRoles ? { giftedSubRoles: giftedSubRoles.filter(isOther) } : {}),
    ...(leaderBoardSyncRoles
      ? { leaderBoardSyncRoles: leaderBoardSyncRoles.map((each) => ({ ...each, roles: each.roles.filter(isOther) })) }
      : {}),
  };
}

const isSingle = (key: string): boolean => single.some((field) => field === key);

async function takeOff(ctx: Ctx, tx: SettingsTx, about: { streamer: StreamerRow; roleId: RoleId }): Promise<boolean> {
  const row = await lockStreamer(tx, about.streamer.id);
  if (!row || !rolesIn(row.settings).has(about.roleId)) return false;
  await updateStreamer(tx, row.id, { settings: withoutRole(row.settings, about.roleId), changedAt: ctx.clock.now() });
  return true;
}
