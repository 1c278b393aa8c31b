// Without schemas: pages draw from these lists before anything is asked, and zod must not come with them.

export const platforms = ['kick', 'tiktok', 'youtube', 'twitch', 'rumble'] as const;

/** Platforms whose accounts a person can link, and of those the ones that do it by OAuth. */
export const platformsToLink = ['kick', 'twitch', 'rumble', 'youtube'] as const;

/** Where roles can follow a linked account at all. */
export const syncPlatforms = ['kick', 'twitch', 'rumble'] as const;
