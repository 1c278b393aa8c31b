import { Platform } from '@tally/contract';
import {
  type Ctx,
  defineJob,
  minutes,
  type PlatformConnection,
  type PlatformDefinition,
  plainQuestion,
} from '@tally/kernel';
import { z } from 'zod';
import { observe } from './observe.ts';
import { forgetPushesBefore, listWatched } from './store.ts';

const PUSHES_KEPT_MS = minutes(24 * 60);

/** Asks a platform about every channel that somebody follows. The push may be late or lost; this is the truth. */
export async function sweep(ctx: Ctx, platform: PlatformDefinition): Promise<void> {
  const connection = ctx.platforms.find(platform.id);
  if (!connection) return;
  let after = '';
  for (;;) {
    const ids = await listWatched(ctx.db, platform.id, after, platform.batchSize);
    if (ids.length === 0) return;
    await sweepBatch(ctx, platform.id, connection, ids);
    if (ids.length < platform.batchSize) return;
    after = ids.at(-1) as string;
  }
}

async function sweepBatch(
  ctx: Ctx,
  platform: Platform,
  connection: PlatformConnection,
  ids: readonly string[],
): Promise<void> {
  for (const { snapshot } of await connection.ask(ids.map(plainQuestion))) {
    if (snapshot.state === 'unknown') {
      ctx.log.debug({ platform, channel: snapshot.channelId, reason: snapshot.reason }, 'state unknown');
      continue;
    }
    await ctx.db.transaction((tx) => observe(ctx, tx, platform, { snapshot, isSigned: false }));
  }
}

/** Asks for pushes again now and then: platforms drop subscriptions without a word. */
export const renewPushes = defineJob({
  name: 'detection/renew-pushes',
  data: z.object({}),
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (const { id, batchSize } of ctx.platforms.definitions) {
      const connection = ctx.platforms.find(id);
      if (!connection?.ensurePush) continue;
      for (let after = ''; ; ) {
        const ids = await listWatched(ctx.db, id, after, batchSize);
        if (ids.length > 0) await connection.ensurePush(ids);
        if (ids.length < batchSize) break;
        after = ids.at(-1) as string;
      }
    }
    await forgetPushesBefore(ctx.db, new Date(ctx.clock.now().getTime() - PUSHES_KEPT_MS));
  },
});

/** Asks for pushes of one channel as soon as somebody follows it. */
export const askForPushes = defineJob({
  name: 'detection/ask-for-pushes',
  data: z.object({ platform: Platform, channelId: z.string() }),
  async run(ctx, { platform, channelId }) {
    await ctx.platforms.find(platform)?.ensurePush?.([channelId]);
  },
});
