import { z } from 'zod';
import type { Platform } from '../platforms/platform.ts';
import type { PremiumFlag } from '../premium/flags.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { Filter, LeaderBoardType, leaderBoardTypes } from '../wire/enums.ts';
import { int, line, pathName } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';

/** A creator's name on a platform, as in the address of their page. */
export const StreamerName = pathName(100).meta({ examples: ['gamer_one'] });

export const clipperCategories = ['vip', 'sub', 'mod', 'broadcaster'] as const;
export const ClipperCategory = z.enum(clipperCategories);
export type ClipperCategory = z.infer<typeof ClipperCategory>;

/** The events of a chat log. */
export const auditLogKinds = ['ban', 'timeout', 'sub', 'gift', 'kicks', 'follow'] as const;
export const AuditLogKind = z.enum(auditLogKinds);
export type AuditLogKind = z.infer<typeof AuditLogKind>;
/** The default. Follows of a large channel would drown the rest. */
export const usualAuditLogKinds: readonly AuditLogKind[] = auditLogKinds.filter((kind) => kind !== 'follow');

/** What happens to the live message after the stream. */
export const endActions = ['leave', 'endCard', 'delete', 'post', 'deleteAndPost'] as const;
export const EndAction = z.enum(endActions);
export type EndAction = z.infer<typeof EndAction>;

/** Why a streamer currently sends nothing. */
export const pauseReasons = ['byOwner', 'planLimit', 'permissions', 'channelGone'] as const;
export const PauseReason = z.enum(pauseReasons);
export type PauseReason = z.infer<typeof PauseReason>;

export const videoKinds = ['upload', 'short', 'premiere'] as const;

const yes = z.boolean().nullable();
const channel = channelField('postsTo').nullable();
const ping = roleField('pings').nullable();
const role = roleField('gives').nullable();

/** The stream categories to announce, or to skip. */
const CategoryFilter = z
  .object({ mode: Filter, categories: z.array(line(200)).max(50) })
  .meta({ id: 'CategoryFilter' });

/** Settings of every platform. Names on the wire keep their old spelling. */
const commonSettings = {
  deleteEmbeds: yes,
  sendOfflineMessage: yes,
  usePerStreamerEmbeds: yes,
  autoPublishIfAnnouncmentChannel: yes,
  showNotifyButton: yes,
  pingRoleId: ping,
  /** Minutes between two live messages; below 60 only with CustomCooldowns. Null: 60. */
  customCoolDownBeforeNextLive: int(30, 300).nullable(),
  liveRoleId: role,
  usersForLiveRole: z.array(UserId).max(100),
  /** Switched off by its owner. */
  paused: yes,
  /** Null: `deleteEmbeds` and `sendOfflineMessage` decide. */
  onEnd: EndAction.nullable(),
  /** Edit the live message when title or category change. Null: yes. */
  editOnChange: yes,
  /** Minutes; the plan limits it. Null: 5. */
  offlineGraceMinutes: z.literal([0, 5, 10, 15]).nullable(),
  /** Seconds to wait for a picture before the first message. Null: none. */
  thumbnailWaitSeconds: int(0, 30).nullable(),
  openThread: yes,
  categoryFilter: CategoryFilter.nullable(),
} as const;

/** Clips and recordings, on platforms that have them. */
const nativeClips = { builtInClipsEnabled: yes, builtInClipsChannelId: channel, builtInClipsPingRoleId: ping } as const;
const vods = { enableVodDownloading: yes, vodsChannelId: channel, vodsPingRoleId: ping } as const;
const liveChannel = { notificationChannelId: channel } as const;
const liveAndVideoChannels = { liveNotificationChannelId: channel, videoNotificationChannelId: channel } as const;

export const GiftedSubRole = z
  .object({ roleId: roleField('gives'), giftedSubs: int(1, 1_000_000) })
  .meta({ id: 'GiftedSubRole' });
export type GiftedSubRole = z.infer<typeof GiftedSubRole>;

export const LeaderBoardSyncRole = z
  .object({
    type: LeaderBoardType,
    roles: z.array(z.object({ roleId: roleField('gives'), position: int(1, 10) })).max(50),
  })
  .meta({ id: 'LeaderBoardSyncRole' });
export type LeaderBoardSyncRole = z.infer<typeof LeaderBoardSyncRole>;

const kickSettings = {
  ...commonSettings,
  ...liveChannel,
  ...nativeClips,
  ...vods,
  auditLogsEnabled: yes,
  auditLogsChannelId: channel,
  /** Null: all but follows. */
  auditLogKinds: z.array(AuditLogKind).max(auditLogKinds.length).nullable(),
  clipEnabled: yes,
  clipChannelId: channel,
  clipPingRoleId: ping,
  clipperCategories: z.array(ClipperCategory).max(clipperCategories.length),
  clipperNeedsAllCategories: yes,
  leaderBoardChannelId: channel,
  leaderBoardTypes: z.array(LeaderBoardType).max(leaderBoardTypes.length),
  subscriberRoleId: role,
  moderatorRoleId: role,
  verifiedRoleId: role,
  founderRoleId: role,
  vipRoleId: role,
  ogRoleId: role,
  giftedSubRoles: z.array(GiftedSubRole).max(25),
  leaderBoardSyncRoles: z.array(LeaderBoardSyncRole).max(leaderBoardTypes.length),
} as const;

/** An owner's settings per platform. */
export const settingsOf = {
  kick: kickSettings,
  twitch: {
    ...commonSettings,
    ...liveChannel,
    ...nativeClips,
    ...vods,
    subscriberRoleId: role,
    moderatorRoleId: role,
    vipRoleId: role,
    followerRoleId: role,
  },
  rumble: {
    ...commonSettings,
    ...liveChannel,
    videoNotificationChannelId: channel,
    subscriberRoleId: role,
    followerRoleId: role,
  },
  tiktok: { ...commonSettings, ...liveAndVideoChannels },
  youtube: {
    ...commonSettings,
    ...liveAndVideoChannels,
    /** Null: all of them. */
    videoKinds: z.array(z.enum(videoKinds)).max(videoKinds.length).nullable(),
  },
} as const satisfies Record<Platform, z.core.$ZodShape>;

/** The flag that a server needs for a platform. */
export const platformFlags = {
  kick: 'KickNotifications',
  twitch: 'TwitchNotifications',
  rumble: 'RumbleNotifications',
  tiktok: 'TikTokNotifications',
  youtube: 'YouTubeNotifications',
} as const satisfies Record<Platform, PremiumFlag>;
