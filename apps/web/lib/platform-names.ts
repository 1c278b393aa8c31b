import type { Platform } from '@tally/contract/platforms';

/** Brands are written the same in every language. */
export const platformNames: Record<Platform, string> = {
  kick: 'Kick',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  rumble: 'Rumble',
};

/** Of a word that comes as plain text. */
export const platformName = (platform: string): string | undefined =>
  (platformNames as Readonly<Record<string, string>>)[platform];
