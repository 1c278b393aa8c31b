import { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { isNeeded, syncWatches } from './service/linked.ts';
import { tellNews } from './service/log.ts';
import { lookAround } from './service/presence.ts';
import { listToReconcile, reconcile } from './service/reconcile.ts';
import { reviseLinked } from './service/revise-linked.ts';
import { settle } from './service/settle.ts';

const ofServer = z.object({ serverId: ServerId });

/** Gives and takes what is due in one server. */
const settleJob = defineJob({
  name: 'live-role/settle',
  data: ofServer,
  concurrency: 6,
  run: async (ctx, { serverId }, { signal }) => await settle(ctx, serverId, signal),
});

/** However much changes at once, one job waits. */
export async function settleSoon(ctx: Ctx, serverId: ServerId, about: { tx?: Db; startAfter?: Date } = {}) {
  await ctx.queue.send(settleJob, { serverId }, { singletonKey: serverId, ...about });
}

/** Beside the others, so that it keeps none of them waiting. */
export async function settleInCase(ctx: Ctx, serverId: ServerId, startAfter: Date) {
  await ctx.queue.send(settleJob, { serverId }, { singletonKey: `${serverId} in case`, startAfter });
}

const lookAroundJob = defineJob({
  name: 'live-role/look-around',
  data: ofServer,
  async run(ctx, { serverId }) {
    await lookAround(ctx, serverId);
    // Once for however many servers looked around: it goes through all that are linked.
    await reviseLinkedSoon(ctx);
  },
});

export async function lookAroundSoon(ctx: Ctx, serverId: ServerId, tx: Db) {
  await ctx.queue.send(lookAroundJob, { serverId }, { singletonKey: serverId, tx });
}

const linkedJob = defineJob({
  name: 'live-role/revise-linked',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await reviseLinked(ctx),
});

export async function reviseLinkedSoon(ctx: Ctx) {
  if (await isNeeded(ctx)) await ctx.queue.send(linkedJob, {}, { singletonKey: 'soon' });
}

const logJob = defineJob({
  name: 'live-role/log',
  data: z.object({ serverId: ServerId, kind: z.enum(['autoLive', 'status']) }),
  run: async (ctx, { serverId, kind }) => await tellNews(ctx, serverId, kind),
});

export async function logSoon(ctx: Ctx, serverId: ServerId, kind: 'autoLive' | 'status', tx?: Db) {
  await ctx.queue.send(logJob, { serverId, kind }, { singletonKey: `${serverId} ${kind}`, tx });
}

const reconcileJob = defineJob({
  name: 'live-role/reconcile',
  data: ofServer,
  run: async (ctx, { serverId }) => await reconcile(ctx, serverId),
});

export async function reconcileSoon(ctx: Ctx, serverId: ServerId, about: { tx?: Db; startAfter?: Date } = {}) {
  await ctx.queue.send(reconcileJob, { serverId }, { singletonKey: serverId, ...about });
}

/** Spread over the ten minutes, so that many servers are not looked at in the same second. */
const SPREAD_SECONDS = 540;
const STEP_SECONDS = 15;

const reconcileAll = defineJob({
  name: 'live-role/reconcile-all',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await syncWatches(ctx);
    await reviseLinked(ctx);
    const now = ctx.clock.now().getTime();
    const steps = SPREAD_SECONDS / STEP_SECONDS;
    const groups = Map.groupBy(await listToReconcile(ctx), (serverId) => Number(BigInt(serverId) % BigInt(steps)));
    for (const [step, serverIds] of groups) {
      const startAfter = new Date(now + seconds(step * STEP_SECONDS));
      await ctx.queue.sendMany(
        reconcileJob,
        serverIds.map((serverId) => ({ serverId })),
        { startAfter },
      );
    }
  },
  schedule: '*/10 * * * *',
});

export const jobs = [settleJob, lookAroundJob, linkedJob, logJob, reconcileJob, reconcileAll];
