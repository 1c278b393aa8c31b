import {
  type BellItem,
  type CurrentUser,
  type DiscordUser,
  defaultLocale,
  hasBit,
  LocaleValue,
  perLinkedAccount,
  type User,
  type UserFlag,
  UserId,
  userFlags,
} from '@tally/contract';
import type { Config } from '@tally/kernel';
import type { BellRow } from './store/bell.ts';
import type { Person } from './store/people.ts';

const IMAGE_SIZE = 256;

/**
 * Discord sends only an image's hash, but pages need its URL. Hashes of animated images begin with `a_`.
 * https://docs.discord.com/developers/reference#image-formatting
 */
export function imageUrl(
  config: Config,
  kind: 'avatars' | 'banners' | 'icons',
  ownerId: string,
  hash: string | null,
): string | null {
  if (!hash) return null;
  const format = hash.startsWith('a_') ? 'gif' : 'webp';
  return `${config.discord.cdnUrl}/${kind}/${ownerId}/${hash}.${format}?size=${IMAGE_SIZE}`;
}

/** Returns a person's badges as flags. */
export function flagsOfBadges(badges: bigint): ReadonlySet<UserFlag> {
  const names = Object.keys(userFlags) as UserFlag[];
  return new Set(names.filter((name) => hasBit(badges, userFlags[name])));
}

export const isDev = (flags: ReadonlySet<UserFlag>): boolean => flags.has('Developer') || flags.has('Owner');
export const isStaff = (flags: ReadonlySet<UserFlag>): boolean => flags.has('Staff') || isDev(flags);

/** Returns undefined for a language that we no longer offer, as if the person had chosen none. */
export const localeOf = (person: Pick<Person, 'locale'>): LocaleValue | undefined =>
  LocaleValue.safeParse(person.locale).data;

export function toDiscordUser(config: Config, person: Person): DiscordUser {
  return {
    id: UserId.parse(person.id),
    username: person.username,
    discriminator: person.discriminator,
    accentColor: person.accentColor === null ? '' : `#${person.accentColor.toString(16).padStart(6, '0')}`,
    globalName: person.globalName,
    avatar: imageUrl(config, 'avatars', person.id, person.avatar),
    banner: imageUrl(config, 'banners', person.id, person.banner),
    email: person.email,
    useNewUsername: person.discriminator === '0',
    isBotDev: isDev(flagsOfBadges(person.badges)),
  };
}

export const toBellItem = (row: BellRow): BellItem => ({
  id: row.id.toString(),
  title: row.title,
  message: row.message,
  severity: row.severity,
  actionUrl: row.actionUrl,
  isRead: row.isRead,
  createdAt: row.createdAt,
});

/** Returns a person in wire format, without the fields of other features. */
export function toUser(person: Person, bell: readonly BellRow[]): User {
  return {
    userId: UserId.parse(person.id),
    username: person.username,
    email: person.email,
    locale: localeOf(person) ?? defaultLocale,
    newsByEmail: person.newsByEmail,
    blacklisted: person.isBlacklisted,
    badges: person.badges,
    bitfield: 0n,
    oneServerPremium: null,
    serverPremiumCooldown: null,
    votes: 0,
    lastVoted: null,
    premium: null,
    activeGuildSubscriptions: [],
    birthday: null,
    ...perLinkedAccount(null),
    mediaShare: null,
    notifications: { isRead: bell.every((row) => row.isRead), list: bell.map(toBellItem) },
    gettingStarted: null,
    createdAt: person.createdAt,
  };
}

export function toCurrentUser(config: Config, person: Person, database: User): CurrentUser {
  const flags = flagsOfBadges(person.badges);
  return { discord: toDiscordUser(config, person), isDev: isDev(flags), isStaff: isStaff(flags), database };
}
