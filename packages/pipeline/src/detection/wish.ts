import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob } from '@tally/kernel';
import { z } from 'zod';

/** The channel that a push wants us to ask about, and the videos it named. */
export const LookWish = z.object({
  platform: Platform,
  channelId: z.string(),
  about: z.array(z.string()).default([]),
  isNameWanted: z.boolean().default(false),
});
export type LookWish = z.output<typeof LookWish>;

/** For pushes that only say "something changed": asks at once, out of turn. */
export const look = declareJob({ name: 'detection/look', data: LookWish, concurrency: 4, retryLimit: 5 });

/** Drops a second wish for the same thing while the first one waits. */
export async function queueLooks(ctx: Ctx, tx: Db | undefined, wishes: readonly LookWish[]): Promise<void> {
  const singletonKey = ({ platform, channelId, about }: LookWish) => [platform, channelId, ...about].join(' ');
  await ctx.queue.sendMany(look, wishes, { tx, singletonKey, priority: 1, urgency: 'soon' });
}

/** Asks for the current names of these channels, by id. */
export async function askForNames(ctx: Ctx, tx: Db, platform: Platform, channelIds: readonly string[]): Promise<void> {
  const wishes = channelIds.map((channelId) => ({ platform, channelId, about: [], isNameWanted: true }));
  await ctx.queue.sendMany(look, wishes, { tx, singletonKey: ({ channelId }) => `name ${platform} ${channelId}` });
}
