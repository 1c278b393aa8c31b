import { z } from 'zod';
import { BirthdayBody, LeapDay } from '../birthday/calls.ts';
import { MediaShare, MediaShareBody } from '../media-sharing/settings.ts';
import { Platform, perLinkedAccount } from '../platforms/platform.ts';
import { UserPremium } from '../premium/limits.ts';
import { onlySelf, self, user } from '../wire/access.ts';
import { bits, isoDate, sentence } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { NotificationSeverity } from '../wire/enums.ts';
import { ServerId, UserId } from '../wire/ids.ts';
import { locales } from '../wire/locales.ts';

/** A `value` in one of our languages. */
export const LocaleValue = z.enum(locales);
export type LocaleValue = z.infer<typeof LocaleValue>;

/** One line of the bell. */
export const BellItem = z
  .object({
    id: z.string(),
    title: z.string(),
    message: z.string(),
    severity: NotificationSeverity,
    actionUrl: z.string().nullable(),
    isRead: z.boolean(),
    createdAt: isoDate,
  })
  .meta({ id: 'BellItem' });
export type BellItem = z.infer<typeof BellItem>;

/** `isRead` is true if the whole list is read. */
export const Bell = z.object({ isRead: z.boolean(), list: z.array(BellItem) }).meta({ id: 'Bell' });
export type Bell = z.infer<typeof Bell>;

export const UserBirthday = z.object({
  /** The day as `MM/DD`. */
  date: z.string().nullable(),
  /** Visible only to the person. */
  year: z.int().nullable(),
  timeZone: z.string(),
  leapDay: LeapDay,
  showsAge: z.boolean(),
  /**
   * False once a date is set: then only staff can change it. The person can remove it, and set a new one after a month.
   */
  canChange: z.boolean(),
  whereToCongratulate: z.array(ServerId),
  lastChanged: isoDate.nullable(),
  lastYearCongratulated: z.int().nullable(),
});

export const LinkedAccount = z.object({
  platform: Platform,
  accountId: z.string().nullable(),
  username: z.string().nullable(),
  displayName: z.string().nullable(),
  /** True if the platform reports that the permission is gone. The person then has to log in there again. */
  isGone: z.boolean(),
  /**
   * How much the person lets us read. `creator` includes their supporters. Null if the platform makes no difference.
   */
  depth: z.enum(['viewer', 'creator']).nullable(),
  /** True if the person allows downloads of their channel's clips. Null if the platform has no such permission. */
  sharesClips: z.boolean().nullable(),
  linkedAt: isoDate,
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

export const UserGettingStarted = z
  .object({
    didBuyPremium: z.boolean(),
    didDismissUserAds: z.boolean(),
    didInviteATeamMember: z.boolean(),
    didJoinATeam: z.boolean(),
    didLinkAllSocials: z.boolean(),
  })
  .meta({ id: 'UserGettingStarted' });
export type UserGettingStarted = z.infer<typeof UserGettingStarted>;

/**
 * A person. A feature's part is null or empty while the feature has no data. No part contains secrets (tokens, media
 * share password, other people's email).
 */
export const User = z
  .object({
    userId: UserId,
    username: z.string().nullable(),
    /** Visible only to the person. */
    email: z.string().nullable(),
    locale: LocaleValue,
    /** True if the person gets news by email. Visible only to the person. */
    newsByEmail: z.boolean(),
    blacklisted: z.boolean(),
    /** User flags: Partner, Premium, Staff, Developer, Beta, Owner. */
    badges: bits,
    /** The person's premium flags. */
    bitfield: bits,
    oneServerPremium: ServerId.nullable(),
    serverPremiumCooldown: isoDate.nullable(),
    votes: z.int(),
    lastVoted: isoDate.nullable(),
    premium: UserPremium.nullable(),
    activeGuildSubscriptions: z.array(z.object({ guildId: ServerId, subscriptionId: z.string().nullable() })),
    birthday: UserBirthday.nullable(),
    ...perLinkedAccount(LinkedAccount.nullable()),
    mediaShare: MediaShare.nullable(),
    notifications: Bell,
    gettingStarted: UserGettingStarted.nullable(),
    createdAt: isoDate,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const DiscordUser = z
  .object({
    id: UserId,
    username: z.string(),
    discriminator: z.string(),
    /** `#rrggbb`, or empty if not set. */
    accentColor: z.string(),
    globalName: z.string().nullable(),
    /** A complete URL. */
    avatar: z.string().nullable(),
    banner: z.string().nullable(),
    email: z.string().nullable(),
    useNewUsername: z.boolean(),
    isBotDev: z.boolean(),
  })
  .meta({ id: 'DiscordUser' });
export type DiscordUser = z.infer<typeof DiscordUser>;

export const CurrentUser = z
  .object({
    discord: DiscordUser,
    /** True for developers and owners, who may open the admin area. */
    isDev: z.boolean(),
    isStaff: z.boolean(),
    database: User,
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof CurrentUser>;

/** The fields that people may change themselves. Other keys in the body are ignored. */
export const UserPatch = z
  .object({
    locale: LocaleValue.optional(),
    newsByEmail: z.boolean().optional(),
    /** `{isRead: true}` marks all as read, and `false` marks all as unread. */
    notifications: z.object({ isRead: z.boolean() }).optional(),
    birthday: BirthdayBody.optional(),
    mediaShare: MediaShareBody.optional(),
  })
  .meta({ id: 'UserPatch' });
export type UserPatch = z.infer<typeof UserPatch>;

const named = z.object({ userId: UserId });

export const account = {
  me: endpoint({
    method: 'GET',
    path: '/@me',
    summary: 'The logged-in user.',
    access: user,
    reply: CurrentUser,
  }),
  clearNotifications: endpoint({
    method: 'DELETE',
    path: '/@me/notifications',
    summary: 'Empties the bell.',
    access: user,
    reply: z.literal(true),
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/data/user/{userId}',
    summary: 'A person, with their data from every feature.',
    access: self('userId'),
    isPersonal: true,
    params: named,
    reply: z.object({ ...User.shape, isDev: z.boolean(), isStaff: z.boolean() }),
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/data/user/{userId}',
    summary: 'Changes language or birthday, or marks notifications as read.',
    access: onlySelf('userId'),
    params: named,
    body: UserPatch,
    reply: sentence,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/data/user/{userId}',
    summary: 'Deletes the account with all its data, and ends all its sessions.',
    access: onlySelf('userId'),
    params: named,
    reply: sentence,
  }),
  exportUser: endpoint({
    method: 'GET',
    path: '/data/user/{userId}/export',
    summary: 'All data about a person, as a zip with one JSON file per feature.',
    access: onlySelf('userId'),
    params: named,
    answers: 'download',
  }),
} as const satisfies Home;
