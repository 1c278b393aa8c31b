import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, type PlatformEvent } from '@tally/kernel';
import { z } from 'zod';
import { asSession } from './session.ts';
import { findChannel, findSession } from './store.ts';

/**
 * Tells every feature what detection decided. Each feature gets a job of its own, so that the failure of one is
 * retried without telling the others twice.
 */
const tellFeature = defineJob({
  name: 'detection/tell-feature',
  data: z.object({ feature: z.string(), kind: z.enum(['live', 'update', 'end']), sessionId: z.uuid() }),
  concurrency: 4,
  async run(ctx, { feature: name, kind, sessionId }) {
    const feature = ctx.features.find((each) => each.name === name);
    const row = await findSession(ctx.db, sessionId);
    const channel = row && (await findChannel(ctx.db, row.platform, row.channelId));
    if (!feature?.platform || !row || !channel) return;
    // The session as it is now, not as it was: a late "live" already carries the title that came meanwhile.
    const about = { session: asSession(row), channel };
    await feature.platform(ctx, kind === 'end' ? { kind, grace: 5, ...about } : { kind, ...about });
  },
});

type SessionEvent = Extract<PlatformEvent, { session: unknown }>;

export async function announceEvent(ctx: Ctx, tx: Db, event: SessionEvent): Promise<void> {
  ctx.log.info(
    { platform: event.channel.platform, channel: event.channel.name, session: event.session.id },
    `stream ${event.kind}`,
  );
  for (const feature of ctx.features) {
    if (!feature.platform) continue;
    const data = { feature: feature.name, kind: event.kind, sessionId: event.session.id };
    await ctx.queue.send(tellFeature, data, { tx });
  }
}

export { tellFeature };
