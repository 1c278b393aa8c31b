import type { ChannelId, GiftedSubRole, RoleId, ServerId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { requireChannel, requireGivableRole, requireRole } from '../../servers/index.ts';
import type { StreamerSettings } from '../tables.ts';

const channels = [
  'notificationChannelId',
  'liveNotificationChannelId',
  'videoNotificationChannelId',
  'builtInClipsChannelId',
  'vodsChannelId',
  'clipChannelId',
  'auditLogsChannelId',
  'leaderBoardChannelId',
] as const;
const pinged = ['pingRoleId', 'builtInClipsPingRoleId', 'vodsPingRoleId', 'clipPingRoleId'] as const;
const given = [
  'liveRoleId',
  'subscriberRoleId',
  'moderatorRoleId',
  'verifiedRoleId',
  'founderRoleId',
  'vipRoleId',
  'ogRoleId',
  'followerRoleId',
] as const;

/**
 * Channels and roles have to belong to this very server: the bot can post in many servers, and nobody may reach another
 * one through it. A role to be given must also be one that both the bot and the person may give.
 */
export async function checkChoices(ctx: Ctx, serverId: ServerId, settings: StreamerSettings): Promise<void> {
  for (const field of channels) {
    const id: ChannelId | null | undefined = settings[field];
    if (id) await requireChannel(ctx, serverId, { field, id });
  }
  for (const field of pinged) {
    const id: RoleId | null | undefined = settings[field];
    if (id) await requireRole(ctx, serverId, { field, id });
  }
  await checkGiftedSubs(ctx, serverId, settings.giftedSubRoles ?? []);
  for (const { type, roles } of settings.leaderBoardSyncRoles ?? []) {
    for (const { roleId: id } of roles)
      await requireGivableRole(ctx, serverId, { field: `leaderBoardSyncRoles.${type}`, id });
  }
  for (const field of given) {
    const id: RoleId | null | undefined = settings[field];
    if (id) await requireGivableRole(ctx, serverId, { field, id });
  }
}

async function checkGiftedSubs(ctx: Ctx, serverId: ServerId, roles: readonly GiftedSubRole[]): Promise<void> {
  for (const [place, { roleId: id }] of roles.entries()) {
    const field = `giftedSubRoles.${place}.roleId`;
    if (roles.findIndex(({ roleId }) => roleId === id) < place)
      throw new AppError('invalidFields', {}, [`${field}: ${say(ctx.locale, 'liveRole.twice')}`]);
    await requireGivableRole(ctx, serverId, { field, id });
  }
}
