import { aboutPlatforms, type PlatformFlag } from '../platforms/words.ts';

/** The lowest server tier that has the flag. Higher tiers include all lower ones. */
export type FlagTier = 'free' | 'premium' | 'plus';

interface FlagWords {
  /** The bit's position on the wire. It never changes, and 39 is unused. */
  readonly bit: number;
  readonly text: string;
  readonly from: FlagTier;
}

const ownFlags = {
  BaseSyncableRoles: { bit: 0, text: 'Basic Syncable Roles', from: 'free' },
  FullSyncableRoles: { bit: 1, text: 'All Syncable Roles', from: 'premium' },
  LiveRole: { bit: 2, text: 'Live Role', from: 'free' },
  StatCounters: { bit: 3, text: 'Stat Counters', from: 'free' },
  VoteSkipping: { bit: 4, text: 'Vote Skipping', from: 'plus' },
  KickAuditLogs: { bit: 5, text: 'Kick Audit Logs', from: 'premium' },
  LeaderboardCommand: { bit: 6, text: 'Leaderboard Command', from: 'free' },
  RefreshingLeaderboard: { bit: 7, text: 'Refreshing Leaderboard', from: 'premium' },
  LeaderBoardSyncRoles: { bit: 8, text: 'Leaderboard Sync Roles', from: 'premium' },
  BetaAccess: { bit: 9, text: 'Beta Access', from: 'plus' },
  PriorityNotifications: { bit: 10, text: 'Priority Notifications', from: 'premium' },
  KickClips: { bit: 11, text: 'Kick Clips', from: 'free' },
  ImportEmojis: { bit: 14, text: 'Import Emojis', from: 'free' },
  ImportEmojisWithSub: { bit: 15, text: 'Import Emojis with Sub Lock', from: 'premium' },
  CustomWebhooks: { bit: 16, text: 'Custom Webhooks', from: 'plus' },
  AnyMessageEditor: { bit: 17, text: 'Global Message Editor', from: 'premium' },
  SyncSocialUsernames: { bit: 18, text: 'Sync Social Usernames', from: 'premium' },
  AutoDeleteNotifications: { bit: 19, text: 'Auto-Delete Notifications', from: 'premium' },
  TestNotificationCommand: { bit: 20, text: 'Test Notification Command', from: 'free' },
  CustomCooldowns: { bit: 21, text: 'Custom Cooldowns', from: 'plus' },
  WelcomeAndLeaveNotifications: { bit: 22, text: 'Welcome and Leave Messages', from: 'premium' },
  NotificationPingRoleId: { bit: 23, text: 'Notification Ping Role', from: 'free' },
  SwitchStreamerAndGuildEmbeds: { bit: 24, text: 'Per-Streamer Message Editor', from: 'premium' },
  BirthdayNotifications: { bit: 25, text: 'Birthday Messages', from: 'premium' },
  AllowNotSendingOfflineNotifications: { bit: 26, text: 'Disable Offline Notifications', from: 'premium' },
  AutoStatusLiveRoles: { bit: 27, text: 'Auto Twitch Live Role', from: 'free' },
  AllowAutoPublishNotifications: { bit: 29, text: 'Auto-Publish Notifications', from: 'premium' },
  NotificationOverrides: { bit: 30, text: 'Notification Overrides', from: 'free' },
  UseCustomButtons: { bit: 31, text: 'Custom Buttons', from: 'premium' },
  AllowVodFeatures: { bit: 32, text: 'VOD Features', from: 'premium' },
  StatusRoles: { bit: 34, text: 'Status Roles', from: 'free' },
  ManageBranding: { bit: 35, text: 'Custom Branding', from: 'plus' },
  StickyMessages: { bit: 36, text: 'Sticky Messages', from: 'free' },
  Starboards: { bit: 37, text: 'Starboards', from: 'free' },
  CustomStarboards: { bit: 38, text: 'Custom Starboards', from: 'premium' },
  AutoThreadOnStarboard: { bit: 40, text: 'Starboard Threads', from: 'premium' },
  StarboardRewardRole: { bit: 41, text: 'Starboard Reward Role', from: 'premium' },
  Giveaways: { bit: 42, text: 'Giveaways', from: 'free' },
  GiveawayLogs: { bit: 43, text: 'Giveaway Logs', from: 'free' },
  ModifyGiveawayWhileRunning: { bit: 44, text: 'Edit Running Giveaways', from: 'premium' },
  ScheduleGiveaways: { bit: 45, text: 'Scheduled Giveaways', from: 'premium' },
  GiveawayRequirements: { bit: 46, text: 'Giveaway Requirements', from: 'free' },
  GiveawayBonusEntries: { bit: 47, text: 'Giveaway Bonus Entries', from: 'premium' },
  GiveawayEntryLimit: { bit: 48, text: 'Giveaway Entry Limit', from: 'premium' },
  DisableDoubleVoteEntry: { bit: 49, text: 'Disable Double Vote Entry', from: 'premium' },
} as const satisfies Record<string, FlagWords>;

export type PremiumFlag = keyof typeof ownFlags | PlatformFlag;

/** A server's premium features by bit: our own, and one for each platform. */
export const premiumFlags = Object.fromEntries(
  [
    ...Object.entries<FlagWords>(ownFlags),
    ...Object.values(aboutPlatforms).map(({ name, flagBit }): [string, FlagWords] => [
      `${name}Notifications`,
      { bit: flagBit, text: `${name} Notifications`, from: 'free' },
    ]),
  ].toSorted(([, one], [, other]) => one.bit - other.bit),
) as Readonly<Record<PremiumFlag, FlagWords>>;

/** A person's premium features. */
export const userPremiumFlags = {
  HasOneServerPremium: { bit: 0, text: '1x Server Premium' },
  GlobalVoteSkip: { bit: 1, text: 'Global Vote Skip' },
  MediaShare: { bit: 2, text: 'Media Share' },
  LinkedRoles: { bit: 3, text: 'Linked Roles' },
} as const satisfies Record<string, { bit: number; text: string }>;
export type UserPremiumFlag = keyof typeof userPremiumFlags;

/** A person's roles in the project. */
export const userFlags = { Partner: 0, Premium: 1, Staff: 2, Developer: 3, Beta: 4, Owner: 5 } as const;
export type UserFlag = keyof typeof userFlags;

/** The rights of team members. */
export const teamFlags = { ManageMediaShare: 0 } as const;
export type TeamFlag = keyof typeof teamFlags;

export const tiers = {
  UserFree: '95758a9c',
  UserPremium: '07553844',
  ServerFree: '0cb610ea',
  ServerPremium: '044e5c41',
  ServerPremiumPlus: 'd63cdc01',
} as const;

export const bit = (position: number): bigint => 1n << BigInt(position);
export const hasBit = (set: bigint, position: number): boolean => (set & bit(position)) !== 0n;
export const hasFlag = (set: bigint, flag: PremiumFlag): boolean => hasBit(set, premiumFlags[flag].bit);

export function flagsOf(tier: FlagTier): bigint {
  const rank = { free: 0, premium: 1, plus: 2 } as const;
  return Object.values(premiumFlags)
    .filter((flag) => rank[flag.from] <= rank[tier])
    .reduce((set, flag) => set | bit(flag.bit), 0n);
}
