import { Platform } from '@tally/contract';
import { z } from 'zod';

/** Which channel a push wants us to ask about, and which videos it named. */
export const LookWish = z.object({
  platform: Platform,
  channelId: z.string(),
  about: z.array(z.string()).default([]),
  isNameWanted: z.boolean().default(false),
});
export type LookWish = z.output<typeof LookWish>;
