// Without schemas: pages use these lists before their first call, and must not load zod for them.

export const platforms = ['kick', 'tiktok', 'youtube', 'twitch', 'rumble'] as const;

/** Brands are spelled the same in every language. */
export const platformNames = {
  kick: 'Kick',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  rumble: 'Rumble',
} as const satisfies Record<(typeof platforms)[number], string>;

/** The name for a plain-text word. */
export const platformName = (word: string): string | undefined =>
  (platformNames as Readonly<Record<string, string>>)[word];

/** Platforms whose accounts a person can link, and those among them that use OAuth. */
export const platformsToLink = ['kick', 'twitch', 'rumble', 'youtube'] as const;

/** Platforms on which roles can follow a linked account. */
export const syncPlatforms = ['kick', 'twitch', 'rumble'] as const;

/** The settings that an installation needs for each platform. With a real Discord, a platform without them is off. */
export const platformSettings = {
  kick: ['KICK_CLIENT_ID', 'KICK_CLIENT_SECRET'],
  tiktok: ['TIKTOK_PAGES=real'],
  youtube: ['YOUTUBE_API_KEY'],
  twitch: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  rumble: ['RUMBLE_PAGES=real'],
} as const satisfies Record<(typeof platforms)[number], readonly string[]>;
