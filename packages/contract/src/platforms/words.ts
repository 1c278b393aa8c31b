import type { AboutPlatform } from './about.ts';
import { kick } from './kick.ts';
import { rumble } from './rumble.ts';
import { tiktok } from './tiktok.ts';
import { twitch } from './twitch.ts';
import { youtube } from './youtube.ts';

// Without schemas, because pages use these values before their first call and must not load zod for them.

/** All platforms, in the order used on the wire. */
export const aboutPlatforms = { kick, twitch, rumble, tiktok, youtube } as const satisfies Record<
  string,
  AboutPlatform
>;
type About = typeof aboutPlatforms;
export type Platform = keyof About;
type Some<P> = readonly [P, ...P[]];

const ids = Object.keys(aboutPlatforms) as Platform[];
const about = (platform: Platform): AboutPlatform => aboutPlatforms[platform];

/** In the order used on pages. */
export const platforms = ids.toSorted(
  (one, other) => about(one).place - about(other).place,
) as unknown as Some<Platform>;

export const perPlatform = <T>(valueOf: (platform: Platform, about: AboutPlatform) => T): Record<Platform, T> =>
  Object.fromEntries(ids.map((id) => [id, valueOf(id, about(id))])) as Record<Platform, T>;

export const platformNames = perPlatform((_, { name }) => name) as { readonly [P in Platform]: About[P]['name'] };

/** Returns a platform's display name for its plain word. */
export const platformName = (word: string): string | undefined =>
  (platformNames as Readonly<Record<string, string>>)[word];

type With<Key extends keyof AboutPlatform> = {
  [P in Platform]: Key extends keyof About[P] ? P : never;
}[Platform];
const platformsWith = <Key extends keyof AboutPlatform>(key: Key): Some<With<Key>> =>
  ids.filter((id) => key in aboutPlatforms[id]) as unknown as Some<With<Key>>;

/** The settings that an installation needs for each platform. With a real Discord, a platform is off without them. */
export const platformSettings = perPlatform((_, { settings }) => settings) as {
  readonly [P in Platform]: About[P]['settings'];
};

/** The platforms on which a person can link an account. */
export const platformsToLink = platformsWith('login');
export type PlatformToLink = With<'login'>;
export const perPlatformToLink = <T>(valueOf: (platform: PlatformToLink) => T): Record<PlatformToLink, T> =>
  Object.fromEntries(platformsToLink.map((id) => [id, valueOf(id)])) as Record<PlatformToLink, T>;
/** Builds an object with a key for each linked account, such as `kickAccount`. */
export const perLinkedAccount = <T>(value: T): Record<`${PlatformToLink}Account`, T> =>
  Object.fromEntries(platformsToLink.map((id) => [`${id}Account`, value])) as Record<`${PlatformToLink}Account`, T>;
/** The platforms with a login page, which sends the browser back to us. */
export const loginPlatforms = platformsToLink.filter((each) => about(each).login === 'oauth') as LoginPlatform[];
export type LoginPlatform = { [P in PlatformToLink]: About[P]['login'] extends 'oauth' ? P : never }[PlatformToLink];
/** The platforms on which roles can depend on a linked account. */
export const syncPlatforms = platformsWith('hasRoleSync');
/** The platforms on which only the badges of chat lines show a person's roles. */
export const badgePlatforms = platformsWith('showsRolesAsBadges');
export const chatPlatforms = platformsWith('hasChat');
export const emotePlatforms = platformsWith('hasEmotes');

/** The platforms whose player a media room embeds. */
export const playerPlatforms = platformsWith('player');
export type PlayerPlatform = With<'player'>;
export const hasPlayer = (word: string): word is PlayerPlatform =>
  (playerPlatforms as readonly string[]).includes(word);
export const playerOf = (platform: PlayerPlatform): NonNullable<AboutPlatform['player']> =>
  aboutPlatforms[platform].player;
/** Returns whether the length limit for short videos applies to this kind. */
export const isShortVideo = (kind: string): boolean =>
  playerPlatforms.some((id) => playerOf(id).kinds[kind] === 'short');

export type PlatformFlag<P extends Platform = Platform> = `${About[P]['name']}Notifications`;
export const platformFlags = perPlatform((_, { name }) => `${name}Notifications`) as {
  readonly [P in Platform]: PlatformFlag<P>;
};

/** Returns `Tiktok` for `tiktok`, which is the spelling within names on the wire. */
export const wireWord = <P extends Platform>(platform: P): Capitalize<P> =>
  `${platform.charAt(0).toUpperCase()}${platform.slice(1)}` as Capitalize<P>;

/** Builds an object with a total per platform, such as `totalKickStreamers`. */
export const perStreamerTotal = <T>(valueOf: (platform: Platform) => T) =>
  Object.fromEntries(ids.map((id) => [`total${wireWord(id)}Streamers`, valueOf(id)])) as Record<
    `total${Capitalize<Platform>}Streamers`,
    T
  >;

/** The add-on that raises a platform's limit in a plan. */
export type PlatformAddon<P extends Platform = Platform> = `${Capitalize<P>}Connections`;
export const platformAddons = perPlatform((platform) => `${wireWord(platform)}Connections`) as {
  readonly [P in Platform]: PlatformAddon<P>;
};

type Published = keyof AboutPlatform['published'];
type Message = About[Platform]['messages'][number];
export const perPlatformAddon = <T>(valueOf: (about: AboutPlatform) => T) =>
  Object.fromEntries(ids.map((id) => [platformAddons[id], valueOf(about(id))])) as Record<PlatformAddon, T>;

/** The message type for each kind of content. Absent if the platform has no such content. */
export const publishedMessages = perPlatform((_, { published }) => published) as Readonly<
  Record<Platform, Readonly<Partial<Record<Published, Message>>>>
>;

type SettingPart = About[Platform]['streamer']['settings'][number];
/** Returns whether the platform's streamers have these settings. */
export const hasSettings = (platform: Platform, part: SettingPart): boolean =>
  about(platform).streamer.settings.includes(part);

export const streamerMessageTypesOf = perPlatform((_, { messages }) => messages) as {
  readonly [P in Platform]: About[P]['messages'];
};
