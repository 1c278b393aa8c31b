import { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { carryOutJob, carryOutSoon } from './carry-out.ts';
import { endPassed } from './claim.ts';
import { compareServer } from './compare.ts';
import { logJob } from './log.ts';
import { deleteChangesBefore } from './store/changes.ts';
import { listDueServers, listServersWithRoles } from './store/holdings.ts';

const compareJob = defineJob({
  name: 'roles/compare',
  data: z.object({ serverId: ServerId }),
  run: async (ctx, { serverId }) => await compareServer(ctx, serverId),
});

export async function compareSoon(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly tx?: Db; readonly startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(compareJob, { serverId }, { singletonKey: serverId, ...about });
}

/** Spreads the work over ten minutes, so servers are not all compared in the same second. */
const SPREAD_SECONDS = 540;
const STEP_SECONDS = 15;

const compareAll = defineJob({
  name: 'roles/compare-all',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const now = ctx.clock.now().getTime();
    const steps = SPREAD_SECONDS / STEP_SECONDS;
    const groups = Map.groupBy(await listConcerned(ctx), (serverId) => Number(BigInt(serverId) % BigInt(steps)));
    for (const [step, serverIds] of groups) {
      const startAfter = new Date(now + seconds(step * STEP_SECONDS));
      await ctx.queue.sendMany(
        compareJob,
        serverIds.map((serverId) => ({ serverId })),
        { startAfter },
      );
    }
  },
  schedule: '*/10 * * * *',
});

async function listConcerned(ctx: Ctx): Promise<readonly ServerId[]> {
  const servers = new Set(await listServersWithRoles(ctx.db));
  for (const { roleOwner } of ctx.features)
    for (const serverId of (await roleOwner?.listServers?.(ctx)) ?? []) servers.add(serverId);
  return [...servers];
}

/** Ends expired claims and continues the work of dead processes. */
const sweep = defineJob({
  name: 'roles/sweep',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await endPassed(ctx);
    for (const serverId of await listDueServers(ctx.db, ctx.clock.now())) await carryOutSoon(ctx, serverId);
  },
  schedule: '* * * * *',
});

/** Kept for exports, and to recognize our own changes when Discord reports them late. */
const KEPT_MS = days(7);

const forgetOld = defineJob({
  name: 'roles/forget-old',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await deleteChangesBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS)),
  schedule: '41 3 * * *',
});

export const roleJobs = [carryOutJob, compareJob, compareAll, sweep, logJob, forgetOld] as const;
