import type { ChannelId, RoleId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
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
 * Channels and roles must be of this very server: the bot can write in many, and nobody may reach into another one
 * through it. A role that is given must also be one that bot and person may give.
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
  for (const field of given) {
    const id: RoleId | null | undefined = settings[field];
    if (id) await requireGivableRole(ctx, serverId, { field, id });
  }
}
