import { z } from 'zod';
import { namesakeKinds } from './namesakes.ts';
import { platforms, platformsToLink } from './words.ts';

export { platformName, platformNames, platformSettings, platforms, platformsToLink } from './words.ts';

export const Platform = z.enum(platforms);
export type Platform = z.infer<typeof Platform>;

export const PlatformToLink = z.enum(platformsToLink);
export type PlatformToLink = z.infer<typeof PlatformToLink>;

/** Which of two namesakes is meant: see `namesakes.ts`. */
export const Namesake = z.enum(namesakeKinds);
export const namesakeInQuery = { rumbleType: Namesake.optional() };
export const namesakeInRow = { rumbleType: Namesake.nullable() };
