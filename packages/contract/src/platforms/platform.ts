import { z } from 'zod';
import { namesakeKinds } from './namesakes.ts';
import {
  type Platform as PlatformWord,
  platforms,
  platformsToLink,
  type PlatformToLink as WordToLink,
} from './words.ts';

export * from './words.ts';

export const Platform = z.enum(platforms);
export type Platform = PlatformWord;

export const PlatformToLink = z.enum(platformsToLink);
export type PlatformToLink = WordToLink;

/** Distinguishes two channels with the same name: see `namesakes.ts`. */
export const Namesake = z.enum(namesakeKinds);
export const namesakeInQuery = { rumbleType: Namesake.optional() };
export const namesakeInRow = { rumbleType: Namesake.nullable() };
