import {
  type Platform,
  type PremiumFlag,
  platformAddons,
  type ServerId,
  syncableRoleKeys,
  syncableRoles,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { flagsOfMessage } from '../../message-editor/index.ts';
import { planOf, requirePlanFlags } from '../../servers/index.ts';
import { listMessages } from '../store/messages.ts';
import { listStreamersOf } from '../store/streamers.ts';
import type { StreamerSettings } from '../tables.ts';

export async function maxStreamers(ctx: Ctx, serverId: ServerId, platform: Platform): Promise<number> {
  const plan = await planOf(ctx, serverId);
  return plan.limits[`max${platformAddons[platform]}`];
}

/** A cooldown shorter than this needs a plan. */
const FREE_COOLDOWN_MINUTES = 60;

const namesRole = (settings: StreamerSettings, flag: PremiumFlag): boolean =>
  syncableRoleKeys.some((key) => Boolean(settings[key]) && syncableRoles[key].flag === flag);

/** The flags that settings need, each with its condition. */
const needs: readonly { flag: PremiumFlag; when: (settings: StreamerSettings) => boolean }[] = [
  { flag: 'NotificationPingRoleId', when: (settings) => Boolean(settings.pingRoleId) },
  { flag: 'SwitchStreamerAndGuildEmbeds', when: (settings) => settings.usePerStreamerEmbeds === true },
  { flag: 'AutoDeleteNotifications', when: (settings) => settings.deleteEmbeds === true },
  { flag: 'AllowNotSendingOfflineNotifications', when: (settings) => settings.sendOfflineMessage === false },
  { flag: 'AllowAutoPublishNotifications', when: (settings) => settings.autoPublishIfAnnouncmentChannel === true },
  { flag: 'BaseSyncableRoles', when: (settings) => namesRole(settings, 'BaseSyncableRoles') },
  {
    flag: 'FullSyncableRoles',
    when: (settings) => namesRole(settings, 'FullSyncableRoles') || (settings.giftedSubRoles ?? []).length > 0,
  },
  { flag: 'KickAuditLogs', when: (settings) => settings.auditLogsEnabled === true },
  { flag: 'LiveRole', when: (settings) => Boolean(settings.liveRoleId) },
  { flag: 'RefreshingLeaderboard', when: (settings) => Boolean(settings.leaderBoardChannelId) },
  {
    flag: 'LeaderBoardSyncRoles',
    when: ({ leaderBoardSyncRoles: lists = [] }) => (lists ?? []).some(({ roles }) => roles.length > 0),
  },
  {
    flag: 'CustomCooldowns',
    when: ({ customCoolDownBeforeNextLive: minutes }) => typeof minutes === 'number' && minutes < FREE_COOLDOWN_MINUTES,
  },
  {
    flag: 'AllowVodFeatures',
    when: (settings) => settings.enableVodDownloading === true || Boolean(settings.vodsChannelId),
  },
];

export async function flagsInUse(ctx: Ctx, serverId: ServerId): Promise<readonly PremiumFlag[]> {
  const rows = await listStreamersOf(ctx.db, serverId);
  const bodies = await listMessages(
    ctx.db,
    rows.filter(({ settings }) => settings.usePerStreamerEmbeds !== false).map(({ id }) => id),
  );
  return [
    ...rows.flatMap(({ settings }) => needs.filter((need) => need.when(settings)).map(({ flag }) => flag)),
    ...bodies.flatMap(({ body }) => ['SwitchStreamerAndGuildEmbeds' as const, ...flagsOfMessage(body)]),
  ];
}

/** Checks only the change, because leftovers of a lapsed plan must not block other changes. */
export async function requireFlags(ctx: Ctx, serverId: ServerId, change: StreamerSettings): Promise<void> {
  const wanted = needs.filter((need) => need.when(change));
  await requirePlanFlags(
    ctx,
    serverId,
    wanted.map((need) => need.flag),
  );
  const { graceCeiling } = await planOf(ctx, serverId);
  if ((change.offlineGraceMinutes ?? 0) > graceCeiling) throw new AppError('graceCeiling', { minutes: graceCeiling });
}
