import { Platform } from '@tally/contract';
import { z } from 'zod';

/** Which channel a push said that it is worth asking about, and for what. */
export const LookWish = z.object({
  platform: Platform,
  channelId: z.string(),
  about: z.array(z.string()).default([]),
  isNameWanted: z.boolean().default(false),
});
export type LookWish = z.output<typeof LookWish>;
