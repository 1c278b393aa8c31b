import { z } from 'zod';
import { platforms, platformsToLink } from './words.ts';

export { platformName, platformNames, platformSettings, platforms, platformsToLink } from './words.ts';

export const Platform = z.enum(platforms);
export type Platform = z.infer<typeof Platform>;

export const PlatformToLink = z.enum(platformsToLink);
export type PlatformToLink = z.infer<typeof PlatformToLink>;

export const RumbleType = z.enum(['user', 'channel']);
export type RumbleType = z.infer<typeof RumbleType>;
