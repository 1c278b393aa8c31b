import { z } from 'zod';
import { type Merged, merged, type Part } from '../platforms/parts.ts';
import { type Platform, perPlatform } from '../platforms/words.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { Filter, LeaderBoardType, leaderBoardTypes } from '../wire/enums.ts';
import { int, line, pathName } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';

/** A creator's name on a platform, as in their page's URL. */
export const StreamerName = pathName(100).meta({ examples: ['gamer_one'] });

export const clipperCategories = ['vip', 'sub', 'mod', 'broadcaster'] as const;
export const ClipperCategory = z.enum(clipperCategories);
export type ClipperCategory = z.infer<typeof ClipperCategory>;

/** The events of a chat log. */
export const auditLogKinds = ['ban', 'timeout', 'sub', 'gift', 'kicks', 'follow'] as const;
export const AuditLogKind = z.enum(auditLogKinds);
export type AuditLogKind = z.infer<typeof AuditLogKind>;
/** Leaves out follows, because a large channel's followers would drown out everything else. */
export const usualAuditLogKinds: readonly AuditLogKind[] = auditLogKinds.filter((kind) => kind !== 'follow');

/** What happens to the live message after the stream. */
export const endActions = ['leave', 'endCard', 'delete', 'post', 'deleteAndPost'] as const;
export const EndAction = z.enum(endActions);
export type EndAction = z.infer<typeof EndAction>;

/** Why a streamer currently sends nothing. */
export const pauseReasons = ['byOwner', 'otherBot', 'planLimit', 'permissions', 'channelGone'] as const;
export const PauseReason = z.enum(pauseReasons);
export type PauseReason = z.infer<typeof PauseReason>;

export const videoKinds = ['upload', 'short', 'premiere'] as const;

const yes = z.boolean().nullable();
const channel = channelField('postsTo').nullable();
const ping = roleField('pings').nullable();
const role = roleField('gives').nullable();

/** The stream categories to announce, or those to skip. */
const CategoryFilter = z
  .object({ mode: Filter, categories: z.array(line(200)).max(50) })
  .meta({ id: 'CategoryFilter' });

/** Settings that every platform has. Their names on the wire keep the old spelling. */
const commonSettings = {
  deleteEmbeds: yes,
  sendOfflineMessage: yes,
  usePerStreamerEmbeds: yes,
  autoPublishIfAnnouncmentChannel: yes,
  showNotifyButton: yes,
  pingRoleId: ping,
  /** Minutes between two live messages. Fewer than 60 needs CustomCooldowns. Null means 60. */
  customCoolDownBeforeNextLive: int(30, 300).nullable(),
  liveRoleId: role,
  usersForLiveRole: z.array(UserId).max(100),
  /** True if the owner paused the streamer. */
  paused: yes,
  /** Nothing is posted until this bot leaves the server, which clears the setting. Null if the streamer posts now. */
  startsAfter: UserId.nullable(),
  /** If null, `deleteEmbeds` and `sendOfflineMessage` decide. */
  onEnd: EndAction.nullable(),
  /** Edits the live message when the title or category changes. Null means yes. */
  editOnChange: yes,
  /** In minutes, limited by the plan. Null means 5. */
  offlineGraceMinutes: z.literal([0, 5, 10, 15]).nullable(),
  /** How many seconds the first message waits for a picture. Null means none. */
  thumbnailWaitSeconds: int(0, 30).nullable(),
  openThread: yes,
  categoryFilter: CategoryFilter.nullable(),
} as const;

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

/** Settings that only some platforms have. Each platform's `about.ts` lists its own. */
const settingParts = {
  liveChannel: { notificationChannelId: channel },
  videoChannel: { videoNotificationChannelId: channel },
  twoChannels: { liveNotificationChannelId: channel, videoNotificationChannelId: channel },
  /** Null means all kinds. */
  videoKinds: { videoKinds: z.array(z.enum(videoKinds)).max(videoKinds.length).nullable() },
  clips: { builtInClipsEnabled: yes, builtInClipsChannelId: channel, builtInClipsPingRoleId: ping },
  vods: { enableVodDownloading: yes, vodsChannelId: channel, vodsPingRoleId: ping },
  auditLog: {
    auditLogsEnabled: yes,
    auditLogsChannelId: channel,
    /** Null means all kinds except follows. */
    auditLogKinds: z.array(AuditLogKind).max(auditLogKinds.length).nullable(),
  },
  partnerClips: {
    clipEnabled: yes,
    clipChannelId: channel,
    clipPingRoleId: ping,
    clipperCategories: z.array(ClipperCategory).max(clipperCategories.length),
    clipperNeedsAllCategories: yes,
  },
  leaderboard: {
    leaderBoardChannelId: channel,
    leaderBoardTypes: z.array(LeaderBoardType).max(leaderBoardTypes.length),
  },
  subscriberRole: { subscriberRoleId: role },
  moderatorRole: { moderatorRoleId: role },
  verifiedRole: { verifiedRoleId: role },
  founderRole: { founderRoleId: role },
  vipRole: { vipRoleId: role },
  ogRole: { ogRoleId: role },
  followerRole: { followerRoleId: role },
  giftedSubRoles: { giftedSubRoles: z.array(GiftedSubRole).max(25) },
  leaderboardRoles: { leaderBoardSyncRoles: z.array(LeaderBoardSyncRole).max(leaderBoardTypes.length) },
} as const;

type SettingsOf = {
  readonly [P in Platform]: Merged<typeof commonSettings | Part<typeof settingParts, P, 'settings'>>;
};

export const settingsOf = perPlatform((_, { streamer }) => ({
  ...commonSettings,
  ...merged(settingParts, streamer.settings),
})) as SettingsOf;
