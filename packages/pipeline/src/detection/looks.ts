import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob } from '@tally/kernel';
import { z } from 'zod';

/** The channel that a push makes us check, and the videos it named. */
export const Look = z.object({
  platform: Platform,
  channelId: z.string(),
  about: z.array(z.string()).default([]),
  isNameWanted: z.boolean().default(false),
  pushed: z.object({ toldAt: z.coerce.date(), arrivedAt: z.coerce.date() }).optional(),
});
export type Look = z.output<typeof Look>;

/** Handles pushes that only say "something changed" by checking the channel immediately, out of turn. */
export const look = declareJob({ name: 'detection/look', data: Look, concurrency: 4, retryLimit: 5 });

/** Queues checks of channels. A channel with a waiting check does not get a second one. */
export async function queueLooks(ctx: Ctx, tx: Db | undefined, looks: readonly Look[]): Promise<void> {
  const singletonKey = ({ platform, channelId, about }: Look) => [platform, channelId, ...about].join(' ');
  await ctx.queue.sendMany(look, looks, { tx, singletonKey, priority: 1, urgency: 'soon' });
}

/** Requests the current names of these channels by id. */
export async function askForNames(ctx: Ctx, tx: Db, platform: Platform, channelIds: readonly string[]): Promise<void> {
  const looks = channelIds.map((channelId) => ({ platform, channelId, about: [], isNameWanted: true }));
  await ctx.queue.sendMany(look, looks, { tx, singletonKey: ({ channelId }) => `name ${platform} ${channelId}` });
}
