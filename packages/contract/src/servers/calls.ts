import { z } from 'zod';
import { LocaleValue } from '../account/calls.ts';
import { DisableBranding, DisableBrandingBody } from '../branding/calls.ts';
import {
  GuildMessage,
  GuildMessageBody,
  RandomMessage,
  SingleMessage,
  SingleMessageBody,
  StickyBody,
  StickyMessage,
} from '../message-editor/bodies.ts';
import { Override, OverrideBody } from '../overrides/bodies.ts';
import { QuietHours, QuietHoursBody } from '../overrides/quiet-hours.ts';
import { GuildPremium, Limits } from '../premium/limits.ts';
import {
  AutoLiveRole,
  AutoLiveRoleBody,
  LinkedRole,
  LinkedRoleBody,
  roleList,
  StatusRole,
  StatusRoleBody,
} from '../role-sync/bodies.ts';
import { anyone, manager, user } from '../wire/access.ts';
import { type ChangeSubject, recordHomes, ServerChange, staffChanges } from '../wire/changes.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { bits, page, queryFlag, queryList, sentence } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { bodyOf, count, emptyOf, int } from '../wire/fields.ts';
import { ChannelId, RoleId, ServerId, UserId } from '../wire/ids.ts';
import { defaultLocale } from '../wire/locales.ts';
import { versioned } from '../wire/record-version.ts';

export const GuildListItem = z
  .object({
    id: ServerId,
    name: z.string(),
    /** The images as complete URLs. */
    icon: z.string().nullable(),
    banner: z.string().nullable(),
    isBotIn: z.boolean(),
    /** True if the bot was here before and the old settings are still stored. */
    isKept: z.boolean(),
  })
  .meta({ id: 'GuildListItem' });
export type GuildListItem = z.infer<typeof GuildListItem>;

export const GuildGettingStarted = z
  .object({
    didBuyPremium: z.boolean(),
    didDismissGuildAds: z.boolean(),
    didSetupBirthday: z.boolean(),
    didSetupFirstContentCreator: z.boolean(),
  })
  .meta({ id: 'GuildGettingStarted' });
export type GuildGettingStarted = z.infer<typeof GuildGettingStarted>;

/** The backgrounds to choose from for a card. */
export const cardBackgrounds = ['glow', 'dusk', 'waves', 'hills', 'stars', 'confetti'] as const;
export const CardBackground = z.enum(cardBackgrounds);
export type CardBackground = z.infer<typeof CardBackground>;

/** The name that an upload has returned. */
export const CardPicture = z.string().regex(/^[0-9a-f]{32}$/);
/** The shape of a card in pixels. Uploaded pictures are cropped to it. */
export const CARD_SIZE = { width: 900, height: 300 } as const;

export const welcomeTriggers = ['join', 'screening'] as const;
export const WelcomeTrigger = z.enum(welcomeTriggers);
export type WelcomeTrigger = z.infer<typeof WelcomeTrigger>;

const channel = channelField('postsTo').nullable();
const givenRole = roleField('gives').nullable();

/** Settings by their names on the wire. Each belongs to one feature, which registers it as a guild part. */
const GuildSettings = z.object({
  locale: LocaleValue.meta({ empty: defaultLocale }),
  syncUsername: z.boolean().nullable(),
  ignoreIfNotCatchedByOverride: z.boolean().nullable(),
  vodDownloadStoreForHours: count.nullable(),
  stickyMessageDelaySeconds: int(0, 3600).nullable(),
  /** Replies to members' Kick links with links that have a better preview. */
  fixKickLinks: z.boolean().nullable().meta({ empty: false }),
  /** True if the front page may list the server among the largest ones. */
  isListed: z.boolean().nullable().meta({ empty: false }),
  /** Used for streamers that are added without a channel of their own. */
  newStreamerChannelId: channel,
  newStreamerPingRoleId: roleField('pings').nullable(),
  disableDoubleVoteEntry: z.boolean().nullable(),
  birthdayEnabled: z.boolean().nullable(),
  birthdayChannelId: channel,
  birthdayRoleId: givenRole,
  /** True if the greeting pings the person. */
  birthdayPing: z.boolean().nullable(),
  welcomeEnabled: z.boolean().nullable(),
  welcomeChannelId: channel,
  /** Adds a picture with the avatar, the name and the member count. */
  welcomeCard: z.boolean().nullable(),
  /** True if the greeting pings the person. */
  welcomePing: z.boolean().nullable(),
  /** When a member counts as arrived. If absent, when they join. */
  welcomeTrigger: WelcomeTrigger.nullable(),
  /** The role that every new member gets. */
  welcomeRoleId: givenRole,
  leaveEnabled: z.boolean().nullable(),
  leaveChannelId: channel,
  leaveCard: z.boolean().nullable(),
  /** The background of both greetings' pictures, in the colors of the server's icon. Null for a plain one. */
  cardBackground: CardBackground.nullable(),
  /** An uploaded picture that replaces the background. */
  cardPicture: CardPicture.nullable(),
  giveawayLogsChannelId: channel,
  giveawayManagerRoles: roleList('asks').max(10),
  /** The default for new giveaways: true if the host and managers may enter. */
  giveawayManagersMayEnter: z.boolean().nullable(),
  autoLiveRoleLogs: channel,
  statusRoleLogs: channel,
  linkedRoleLogs: channel,
  /** The hours in which notifications are skipped, or held for a digest. */
  quietHours: QuietHours.nullable(),
  disableBranding: DisableBranding.nullable(),
  messages: z.array(GuildMessage),
  singleMessages: z.array(SingleMessage),
  randomMessages: z.array(RandomMessage),
  autoLiveRoles: z.array(AutoLiveRole),
  statusRoles: z.array(StatusRole),
  linkedRoles: z.array(LinkedRole),
  notificationOverrides: z.array(Override),
  stickyMessages: z.array(StickyMessage),
});
export type GuildSettings = z.infer<typeof GuildSettings>;
export type GuildSetting = keyof GuildSettings;
export const guildSettings = Object.keys(GuildSettings.shape) as GuildSetting[];

/** The values on the wire while nothing is set. */
export const emptySettings: GuildSettings = emptyOf(GuildSettings);

export type RecordList = {
  [K in GuildSetting]: GuildSettings[K] extends readonly string[]
    ? never
    : GuildSettings[K] extends readonly object[]
      ? K
      : never;
}[GuildSetting];
/** The settings that are lists of records, with the field that identifies a record and the way people read it. */
export const settingLists = {
  messages: { key: 'type', kind: 'messageType' },
  singleMessages: { key: 'type', kind: 'messageType' },
  randomMessages: { key: 'type', kind: 'messageType' },
  autoLiveRoles: { key: 'roleId', kind: 'role' },
  statusRoles: { key: 'roleId', kind: 'role' },
  linkedRoles: { key: 'roleId', kind: 'role' },
  notificationOverrides: { key: 'priorityOnConflict', kind: 'priority' },
  stickyMessages: { key: 'channelId', kind: 'channel' },
} as const satisfies Record<RecordList, { key: string; kind: ChangeSubject['kind'] }>;

/** Every possible `what` in the audit log. The page has a text for each. */
export const changedThings = [...guildSettings, ...recordHomes, ...staffChanges] as const;
export type ChangedThing = (typeof changedThings)[number];

/** Limits a whole list to the most entries that any plan allows. */
const list = <S extends z.ZodType>(item: S) => z.array(item).max(200).optional();

export const GuildSettingsBody = z.object({
  ...bodyOf(GuildSettings).shape,
  quietHours: QuietHoursBody.nullish(),
  disableBranding: DisableBrandingBody.nullish(),
  messages: list(GuildMessageBody),
  singleMessages: list(SingleMessageBody),
  randomMessages: list(RandomMessage),
  autoLiveRoles: list(AutoLiveRoleBody),
  statusRoles: list(StatusRoleBody),
  linkedRoles: list(LinkedRoleBody),
  notificationOverrides: list(OverrideBody),
  stickyMessages: list(StickyBody),
});
export type GuildSettingsBody = z.infer<typeof GuildSettingsBody>;

/** The fields of a record that its owner can set. We set all others. */
export const fieldsOfRecord = (list: RecordList): readonly string[] =>
  Object.keys(GuildSettingsBody.shape[list].unwrap().element.shape);

/** Each record of a list has its version on the wire. */
const versionedLists = {
  messages: z.array(GuildMessage.extend(versioned)),
  singleMessages: z.array(SingleMessage.extend(versioned)),
  randomMessages: z.array(RandomMessage.extend(versioned)),
  autoLiveRoles: z.array(AutoLiveRole.extend(versioned)),
  statusRoles: z.array(StatusRole.extend(versioned)),
  linkedRoles: z.array(LinkedRole.extend(versioned)),
  notificationOverrides: z.array(Override.extend(versioned)),
  stickyMessages: z.array(StickyMessage.extend(versioned)),
} as const satisfies Record<RecordList, z.ZodType>;

/** A server with its settings. A feature's part is null or empty while the feature has no data. */
export const GuildInfo = z
  .object({
    guildId: ServerId,
    name: z.string(),
    icon: z.string().nullable(),
    /** Increases with every change of a setting. Clients send it back with a PATCH to detect other people's changes. */
    version: z.int(),
    isPremium: z.boolean(),
    premium: GuildPremium,
    /** The server's premium flags. */
    bitfield: bits,
    limits: Limits,
    blacklisted: z.boolean(),
    overrideBranding: z.boolean(),
    gettingStarted: GuildGettingStarted.nullable(),
    ...GuildSettings.shape,
    ...versionedLists,
  })
  .meta({ id: 'GuildInfo' });
export type GuildInfo = z.infer<typeof GuildInfo>;

/** Keeps absent fields, clears null fields, and replaces arrays. Privileged fields are ignored. */
export const GuildPatch = z
  .object({
    /** The version that the person edited. If the server has changed since, the reply is 409. */
    version: int(0).optional(),
    ...GuildSettingsBody.shape,
  })
  .meta({ id: 'GuildPatch' });
export type GuildPatch = z.infer<typeof GuildPatch>;

/** Discord's own name for each permission. */
const PermissionName = z.string().meta({ examples: ['SendMessages'] });

export const ChannelFinding = z
  .object({
    id: ChannelId,
    name: z.string(),
    /** True if the bot can post in this channel. */
    validPermissions: z.boolean(),
    missingPermissions: z.array(PermissionName),
    /** True if the bot may ping @everyone and all roles in this channel. */
    mayPingAll: z.boolean(),
    type: z.enum(['text', 'announcement', 'voice', 'stage', 'forum', 'media', 'category', 'other']),
    parentId: ChannelId.nullable(),
    category: z.string().nullable(),
    position: z.int(),
  })
  .meta({ id: 'ChannelFinding' });
export type ChannelFinding = z.infer<typeof ChannelFinding>;

/**
 * Why the bot cannot give a role: it is @everyone, managed, not below the bot's own role, not below the caller's own
 * role, or the bot may not manage roles.
 */
export const RoleReason = z.enum(['everyone', 'managed', 'position', 'position_member', 'permission']);
export type RoleReason = z.infer<typeof RoleReason>;

export const RoleFinding = z
  .object({
    id: RoleId,
    name: z.string(),
    /** True if the bot can give and take this role. */
    validPermissions: z.boolean(),
    reasons: z.array(RoleReason),
    /** True if anyone may ping it. Other roles need a permission. */
    mentionable: z.boolean(),
    /** `#rrggbb`, or null for the default color. */
    color: z.string().nullable(),
    position: z.int(),
    managed: z.boolean(),
  })
  .meta({ id: 'RoleFinding' });
export type RoleFinding = z.infer<typeof RoleFinding>;

export const EmojiFinding = z
  .object({
    current: z.object({ animated: z.int(), normal: z.int() }),
    list: z.array(z.object({ id: z.string(), name: z.string().nullable(), animated: z.boolean(), url: z.string() })),
    /** The slots for each kind, which depend on the server's boost level. */
    maxEach: z.int(),
  })
  .meta({ id: 'EmojiFinding' });
export type EmojiFinding = z.infer<typeof EmojiFinding>;

export const DiscordGuildData = z
  .object({
    channels: z.array(ChannelFinding).optional(),
    roles: z.array(RoleFinding).optional(),
    emojis: EmojiFinding.optional(),
  })
  .meta({ id: 'DiscordGuildData' });
export type DiscordGuildData = z.infer<typeof DiscordGuildData>;

const named = z.object({ guildId: ServerId });

export const servers = {
  listServers: endpoint({
    method: 'GET',
    path: '/@me/guilds',
    summary: 'Servers that this person can manage.',
    access: user,
    query: z.object({
      /** Loads the data from Discord again. */
      force: queryFlag.optional(),
    }),
    reply: z.array(GuildListItem),
  }),
  getDiscordData: endpoint({
    method: 'GET',
    path: '/@me/guilds/{guildId}',
    summary: "Channels, roles and emojis of a server, with the bot's missing permissions for each.",
    access: manager('guildId'),
    params: named,
    query: z.object({
      types: queryList(['channels', 'roles', 'emojis']).optional(),
      /** Loads the data from Discord again, and checks whether this person may still manage the server. */
      force: queryFlag.optional(),
    }),
    reply: DiscordGuildData,
  }),
  getServer: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}',
    summary: 'A server with its settings, plan and limits.',
    access: manager('guildId'),
    params: named,
    reply: GuildInfo,
  }),
  updateServer: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}',
    summary: 'Changes settings of a server.',
    access: manager('guildId'),
    params: named,
    body: GuildPatch,
    reply: sentence,
  }),
  listChanges: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/changes',
    summary: 'Who changed what, newest first.',
    access: manager('guildId'),
    params: named,
    query: z.object({
      ...page,
      /** Limits the list to changes by this person. */
      userId: UserId.optional(),
      /** Limits the list to changes of this setting, or of records in this list. */
      what: z.enum(changedThings).optional(),
    }),
    reply: z.object({
      list: z.array(ServerChange),
      nextCursor: z.string().nullable(),
      /** The people to filter by, from the whole audit log. Only on the first page. */
      people: z.array(z.object({ userId: UserId, username: z.string().nullable() })),
      things: z.array(z.string()),
    }),
  }),
  removeServer: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}',
    summary: 'Makes the bot leave a server, and deletes all its data.',
    access: manager('guildId'),
    params: named,
    reply: sentence,
  }),
  oauthUrls: endpoint({
    method: 'GET',
    path: '/oauth2',
    summary: 'Addresses to invite the bot and to log in (the caller adds its own `state`).',
    access: anyone,
    query: z.object({ guildId: ServerId.optional() }),
    reply: z.object({ invite: z.string(), login: z.string() }),
  }),
  languages: endpoint({
    method: 'GET',
    path: '/data/languages',
    summary: 'Languages of bot and dashboard.',
    access: anyone,
    reply: z.array(z.object({ name: z.string(), value: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  }),
} as const satisfies Home;
