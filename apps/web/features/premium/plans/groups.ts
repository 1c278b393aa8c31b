import { platformAddons, platformFlags, platforms } from '@tally/contract/platforms/words';
import { type PremiumFlag, premiumFlags, type UserPremiumFlag, userPremiumFlags } from '@tally/contract/premium/flags';
import type { PlanLimit } from '@tally/contract/premium/plans';
import { flagsToCome, limitsToCome, userFlagsToCome } from '@tally/contract/premium/to-come';
import { planLimits } from './limits.ts';

export type Row = { readonly limit: PlanLimit } | { readonly flag: PremiumFlag };
type GroupName = 'following' | 'messages' | 'roles' | 'community' | 'recordings' | 'giveaways' | 'other';

const limits: Partial<Record<GroupName, readonly PlanLimit[]>> = {
  following: [...platforms.map((each) => platformAddons[each]), 'OfflineGraceMinutes'],
  messages: ['Overrides'],
  roles: ['AutoLiveRoles', 'StatusRoles', 'LinkedRoles'],
  community: ['StickyMessages', 'Starboards'],
  recordings: ['AllowedVodDurationToSave', 'AmountOfStreamersSavingVods', 'RecordingHeight'],
  giveaways: [
    'GiveawaysAtOnce',
    'GiveawayWinners',
    'GiveawayDurationHours',
    'GiveawayScheduleInFutureHours',
    'GiveawayRequirements',
  ],
};

const flags: Partial<Record<GroupName, readonly PremiumFlag[]>> = {
  following: [
    ...platforms.map((each) => platformFlags[each]),
    'KickClips',
    'TestNotificationCommand',
    'PriorityNotifications',
    'CustomCooldowns',
  ],
  messages: [
    'NotificationPingRoleId',
    'NotificationOverrides',
    'AnyMessageEditor',
    'SwitchStreamerAndGuildEmbeds',
    'UseCustomButtons',
    'AutoDeleteNotifications',
    'AllowNotSendingOfflineNotifications',
    'AllowAutoPublishNotifications',
    'CustomWebhooks',
    'ManageBranding',
  ],
  roles: [
    'BaseSyncableRoles',
    'FullSyncableRoles',
    'VoteSkipping',
    'LiveRole',
    'AutoStatusLiveRoles',
    'StatusRoles',
    'SyncSocialUsernames',
    'LeaderboardCommand',
    'RefreshingLeaderboard',
    'LeaderBoardSyncRoles',
  ],
  community: [
    'StatCounters',
    'StickyMessages',
    'Starboards',
    'CustomStarboards',
    'AutoThreadOnStarboard',
    'StarboardRewardRole',
    'WelcomeAndLeaveNotifications',
    'BirthdayNotifications',
    'ImportEmojis',
    'ImportEmojisWithSub',
    'KickAuditLogs',
  ],
  recordings: ['AllowVodFeatures'],
  giveaways: [
    'Giveaways',
    'GiveawayLogs',
    'GiveawayRequirements',
    'GiveawayBonusEntries',
    'GiveawayEntryLimit',
    'ScheduleGiveaways',
    'ModifyGiveawayWhileRunning',
    'DisableDoubleVoteEntry',
  ],
};

const without = <T>(all: readonly T[], placed: Partial<Record<GroupName, readonly T[]>>): readonly T[] => {
  const known = new Set(Object.values(placed).flat());
  return all.filter((each) => !known.has(each));
};

/** Related rows are grouped. Rows without a group come last, so none is ever left out. */
export const groups: readonly { readonly name: GroupName; readonly rows: readonly Row[] }[] = (
  ['following', 'messages', 'roles', 'community', 'recordings', 'giveaways', 'other'] as const
)
  .map((name) => ({
    name,
    rows: [
      ...(name === 'other' ? without(planLimits, limits) : (limits[name] ?? []))
        .filter((limit) => !limitsToCome.includes(limit))
        .map((limit) => ({ limit })),
      ...(name === 'other' ? without(Object.keys(premiumFlags) as PremiumFlag[], flags) : (flags[name] ?? []))
        .filter((flag) => !flagsToCome.includes(flag))
        .map((flag) => ({ flag })),
    ],
  }))
  .filter(({ rows }) => rows.length > 0);

/** The contents of a personal plan. */
export const userPoints = (Object.keys(userPremiumFlags) as UserPremiumFlag[]).filter(
  (flag) => !userFlagsToCome.includes(flag),
);
