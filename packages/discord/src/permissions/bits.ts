/**
 * Discord's permissions by Discord's own names. The value is the position of the bit.
 * https://docs.discord.com/developers/topics/permissions
 */
const positions = {
  CreateInstantInvite: 0,
  KickMembers: 1,
  BanMembers: 2,
  Administrator: 3,
  ManageChannels: 4,
  ManageGuild: 5,
  AddReactions: 6,
  ViewAuditLog: 7,
  PrioritySpeaker: 8,
  Stream: 9,
  ViewChannel: 10,
  SendMessages: 11,
  SendTTSMessages: 12,
  ManageMessages: 13,
  EmbedLinks: 14,
  AttachFiles: 15,
  ReadMessageHistory: 16,
  MentionEveryone: 17,
  UseExternalEmojis: 18,
  ViewGuildInsights: 19,
  Connect: 20,
  Speak: 21,
  MuteMembers: 22,
  DeafenMembers: 23,
  MoveMembers: 24,
  UseVAD: 25,
  ChangeNickname: 26,
  ManageNicknames: 27,
  ManageRoles: 28,
  ManageWebhooks: 29,
  ManageGuildExpressions: 30,
  UseApplicationCommands: 31,
  RequestToSpeak: 32,
  ManageEvents: 33,
  ManageThreads: 34,
  CreatePublicThreads: 35,
  CreatePrivateThreads: 36,
  UseExternalStickers: 37,
  SendMessagesInThreads: 38,
  UseEmbeddedActivities: 39,
  ModerateMembers: 40,
  ViewCreatorMonetizationAnalytics: 41,
  UseSoundboard: 42,
  CreateGuildExpressions: 43,
  CreateEvents: 44,
  UseExternalSounds: 45,
  SendVoiceMessages: 46,
  SetVoiceChannelStatus: 48,
  SendPolls: 49,
  UseExternalApps: 50,
  PinMessages: 51,
  BypassSlowmode: 52,
} as const;

export type PermissionName = keyof typeof positions;

const names = Object.keys(positions) as PermissionName[];

export const permissionBit = (name: PermissionName): bigint => 1n << BigInt(positions[name]);

export const permissionBits = Object.fromEntries(names.map((name) => [name, permissionBit(name)])) as Readonly<
  Record<PermissionName, bigint>
>;

export const allPermissions: bigint = names.reduce((set, name) => set | permissionBits[name], 0n);

export const permissionSet = (...wanted: readonly PermissionName[]): bigint =>
  wanted.reduce((set, name) => set | permissionBits[name], 0n);

export const hasPermission = (set: bigint, name: PermissionName): boolean =>
  (set & (permissionBits[name] | permissionBits.Administrator)) !== 0n;

/** Returns the names in a set, in the order of their bits. Unknown bits are left out. */
export const permissionNames = (set: bigint): PermissionName[] =>
  names.filter((name) => (set & permissionBits[name]) !== 0n);

/** Returns whether a person with these permissions may manage a server in the dashboard. */
export const mayManageServer = (set: bigint): boolean => hasPermission(set, 'ManageGuild');
