// Without schemas: pages draw from these lists before anything is asked, and zod must not come with them.

export const platforms = ['kick', 'tiktok', 'youtube', 'twitch', 'rumble'] as const;

/** Brands are written the same in every language. */
export const platformNames = {
  kick: 'Kick',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  rumble: 'Rumble',
} as const satisfies Record<(typeof platforms)[number], string>;

/** Of a word that comes as plain text. */
export const platformName = (word: string): string | undefined =>
  (platformNames as Readonly<Record<string, string>>)[word];

/** Platforms whose accounts a person can link, and of those the ones that do it by OAuth. */
export const platformsToLink = ['kick', 'twitch', 'rumble', 'youtube'] as const;

/** Where roles can follow a linked account at all. */
export const syncPlatforms = ['kick', 'twitch', 'rumble'] as const;

/** What an installation sets to watch a platform. Beside a real Discord, whatever is not set up is off. */
export const platformSettings = {
  kick: ['KICK_CLIENT_ID', 'KICK_CLIENT_SECRET'],
  tiktok: ['TIKTOK_PAGES=real'],
  youtube: ['YOUTUBE_API_KEY'],
  twitch: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  rumble: ['RUMBLE_PAGES=real'],
} as const satisfies Record<(typeof platforms)[number], readonly string[]>;
