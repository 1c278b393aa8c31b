import { platformAddons, platformFlags, platforms } from '@tally/contract/platforms/words';
import { type PremiumFlag, premiumFlags, type UserPremiumFlag, userPremiumFlags } from '@tally/contract/premium/flags';
import type { PlanLimit } from '@tally/contract/premium/plans';
import { flagsToCome, limitsToCome, userFlagsToCome } from '@tally/contract/premium/to-come';
import { planLimits } from './limits.ts';

/** One benefit of a plan: an amount, a feature, or a feature with its amount. */
export interface Row {
  /** The key of its text in `premium.uses`. */
  readonly use: PlanLimit | PremiumFlag;
  readonly limit?: PlanLimit;
  readonly flag?: PremiumFlag;
}

const amount = (limit: PlanLimit, flag?: PremiumFlag): Row => ({ use: limit, limit, ...(flag ? { flag } : {}) });
const has = (flag: PremiumFlag): Row => ({ use: flag, flag });

export const wants = ['follow', 'words', 'members', 'stream'] as const;
type Want = (typeof wants)[number];

/** The rows by need, the most common first. */
const wanted: Readonly<Record<Want, readonly Row[]>> = {
  follow: [
    ...platforms.map((each) => amount(platformAddons[each], platformFlags[each])),
    has('PriorityNotifications'),
    amount('OfflineGraceMinutes'),
    ...(['CustomCooldowns', 'KickClips', 'TestNotificationCommand'] as const).map(has),
  ],
  words: [
    ...(['SwitchStreamerAndGuildEmbeds', 'CustomWebhooks', 'ManageBranding', 'UseCustomButtons'] as const).map(has),
    amount('Overrides', 'NotificationOverrides'),
    ...(
      [
        'AnyMessageEditor',
        'NotificationPingRoleId',
        'AutoDeleteNotifications',
        'AllowNotSendingOfflineNotifications',
        'AllowAutoPublishNotifications',
      ] as const
    ).map(has),
  ],
  members: [
    has('WelcomeAndLeaveNotifications'),
    has('BirthdayNotifications'),
    amount('GiveawaysAtOnce', 'Giveaways'),
    amount('GiveawayWinners'),
    amount('GiveawayDurationHours'),
    amount('GiveawayScheduleInFutureHours', 'ScheduleGiveaways'),
    amount('GiveawayRequirements', 'GiveawayRequirements'),
    ...(
      [
        'GiveawayBonusEntries',
        'GiveawayEntryLimit',
        'ModifyGiveawayWhileRunning',
        'GiveawayLogs',
        'DisableDoubleVoteEntry',
        'BaseSyncableRoles',
        'FullSyncableRoles',
        'VoteSkipping',
        'SyncSocialUsernames',
      ] as const
    ).map(has),
    amount('StatusRoles', 'StatusRoles'),
    amount('LinkedRoles'),
    amount('StickyMessages', 'StickyMessages'),
    amount('Starboards', 'Starboards'),
    ...(['CustomStarboards', 'AutoThreadOnStarboard', 'StarboardRewardRole'] as const).map(has),
  ],
  stream: [
    amount('AllowedVodDurationToSave', 'AllowVodFeatures'),
    amount('AmountOfStreamersSavingVods'),
    amount('AutoLiveRoles', 'AutoStatusLiveRoles'),
    amount('RecordingHeight'),
    ...(
      [
        'LiveRole',
        'StatCounters',
        'KickAuditLogs',
        'ImportEmojis',
        'ImportEmojisWithSub',
        'LeaderboardCommand',
        'RefreshingLeaderboard',
        'LeaderBoardSyncRoles',
      ] as const
    ).map(has),
  ],
};

const isToCome = ({ limit, flag }: Row): boolean =>
  (limit !== undefined && limitsToCome.includes(limit)) || (flag !== undefined && flagsToCome.includes(flag));

/** Appends rows that no group contains, so none is left out. */
const unplaced = (): Row[] => {
  const rows = Object.values(wanted).flat();
  const limits = new Set(rows.map(({ limit }) => limit));
  const flags = new Set(rows.map(({ flag }) => flag));
  return [
    ...planLimits.filter((limit) => !limits.has(limit)).map((limit) => amount(limit)),
    ...(Object.keys(premiumFlags) as PremiumFlag[]).filter((flag) => !flags.has(flag)).map(has),
  ];
};

export const groups: readonly { readonly name: Want; readonly rows: readonly Row[] }[] = wants.map((name) => ({
  name,
  rows: [...wanted[name], ...(name === 'stream' ? unplaced() : [])].filter((row) => !isToCome(row)),
}));

/** The benefits of a personal plan. */
export const userPoints = (Object.keys(userPremiumFlags) as UserPremiumFlag[]).filter(
  (flag) => !userFlagsToCome.includes(flag),
);
