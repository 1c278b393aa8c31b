import { Platform } from '@tally/contract';
import { type Ctx, defineJob, minutes, type PlatformDefinition, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { forgetPushesBefore } from './store/pushes.ts';
import { listTopics, listWatched } from './store/watches.ts';

/** Longer than any push is accepted: Kick's are valid for a day, and clocks may be minutes ahead. */
const PUSHES_KEPT_MS = minutes(25 * 60);

/** Asks for pushes again now and then: platforms drop subscriptions without a word. */
export const renewPushes = defineJob({
  name: 'detection/renew-pushes',
  data: z.object({}),
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (const platform of ctx.platforms.definitions) {
      try {
        await renewOf(ctx, platform);
      } catch (error) {
        // A platform that is down must not delay the others; it is asked again in ten minutes.
        if (!(error instanceof UpstreamError)) throw error;
        ctx.log.warn({ err: error, platform: platform.id }, 'a platform could not be asked for its pushes');
      }
    }
    await forgetPushesBefore(ctx.db, new Date(ctx.clock.now().getTime() - PUSHES_KEPT_MS));
  },
});

/**
 * All channels in one call: most platforms list the subscriptions of the whole app, and that list is then read only
 * once.
 */
async function renewOf(ctx: Ctx, { id }: PlatformDefinition): Promise<void> {
  const connection = ctx.platforms.find(id);
  if (!connection?.ensurePush) return;
  const channelIds = await listWatched(ctx.db, id);
  if (channelIds.length > 0) await connection.ensurePush(channelIds, await listTopics(ctx.db, id));
}

/** Asks for pushes of one channel as soon as somebody follows it. */
export const askForPushes = defineJob({
  name: 'detection/ask-for-pushes',
  data: z.object({ platform: Platform, channelId: z.string() }),
  async run(ctx, { platform, channelId }) {
    const topics = await listTopics(ctx.db, platform, [channelId]);
    await ctx.platforms.find(platform)?.ensurePush?.([channelId], topics);
  },
});
