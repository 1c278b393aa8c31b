import { Platform } from '@tally/contract';
import { type Ctx, defineJob, minutes, type PushCalls, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { forgetPushesBefore } from '../store/pushes.ts';
import { listDeserted, listTopics, listWatched } from '../store/watches.ts';

/** We keep ids longer than we accept any push: Kick's are valid for a day, and clocks may be minutes ahead. */
const PUSHES_KEPT_MS = minutes(25 * 60);

/** Renews push subscriptions regularly, because platforms drop them silently. */
export const renewPushes = defineJob({
  name: 'detection/renew-pushes',
  data: z.object({}),
  schedule: '*/10 * * * *',
  async run(ctx) {
    await withEach(ctx, renewOf);
    await forgetPushesBefore(ctx.db, new Date(ctx.clock.now().getTime() - PUSHES_KEPT_MS));
  },
});

/** Cancels pushes of channels without followers, which makes room for channels that are followed next. */
export const cancelUnusedPushes = defineJob({
  name: 'detection/let-go-of-pushes',
  data: z.object({}),
  schedule: '25 * * * *',
  run: async (ctx) => await withEach(ctx, cancelPushesOf),
});

type Ask = (ctx: Ctx, platform: Platform, calls: PushCalls) => Promise<void>;

/** A platform that is down must not delay the others. The next run retries it. */
async function withEach(ctx: Ctx, ask: Ask): Promise<void> {
  for (const [platform, calls] of ctx.platforms.with('push')) {
    try {
      await ask(ctx, platform, calls);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.warn({ err: error, platform }, 'a platform could not be asked for its pushes');
    }
  }
}

/** All channels share one call, because most platforms list the subscriptions of the whole app. */
async function renewOf(ctx: Ctx, platform: Platform, { ensurePush }: PushCalls): Promise<void> {
  const channelIds = await listWatched(ctx.db, platform);
  if (channelIds.length > 0) await ensurePush(channelIds, await listTopics(ctx.db, platform));
}

async function cancelPushesOf(ctx: Ctx, platform: Platform, { dropPush }: PushCalls): Promise<void> {
  const deserted = await listDeserted(ctx.db, platform);
  if (deserted.length === 0) return;
  const dropped = await dropPush(deserted);
  // A channel that was followed again during the cleanup still had its old subscription, so we ask for a new one.
  for (const channelId of await listWatched(ctx.db, platform, dropped)) {
    await ctx.queue.send(askForPushes, { platform, channelId }, { singletonKey: `${platform} ${channelId}` });
  }
}

/** Requests pushes for a channel as soon as it is followed. */
export const askForPushes = defineJob({
  name: 'detection/ask-for-pushes',
  data: z.object({ platform: Platform, channelId: z.string() }),
  async run(ctx, { platform, channelId }) {
    const topics = await listTopics(ctx.db, platform, [channelId]);
    await ctx.platforms.with('push').get(platform)?.ensurePush([channelId], topics);
  },
});
