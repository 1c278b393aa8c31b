import type { Platform } from '@tally/contract/platforms';

/** Brands are written the same in every language. */
export const platformNames: Record<Platform, string> = {
  kick: 'Kick',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  rumble: 'Rumble',
};
