import { z } from 'zod';

export const platforms = ['kick', 'tiktok', 'youtube', 'twitch', 'rumble'] as const;
export const Platform = z.enum(platforms);
export type Platform = z.infer<typeof Platform>;

/** Platforms whose accounts a person can link, and of those the ones that do it by OAuth. */
export const platformsToLink = ['kick', 'twitch', 'rumble', 'youtube'] as const;
export const PlatformToLink = z.enum(platformsToLink);
export type PlatformToLink = z.infer<typeof PlatformToLink>;

export const RumbleType = z.enum(['user', 'channel']);
export type RumbleType = z.infer<typeof RumbleType>;
