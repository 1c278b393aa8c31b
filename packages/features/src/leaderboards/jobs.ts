import { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { refreshBoard } from './service/refresh.ts';
import { callForgotten, wakePaused } from './service/repair.ts';
import { reconcileRoles } from './service/roles.ts';
import { deleteGiftsBefore } from './store/gifts.ts';
import { listRoleServers } from './store/holdings.ts';

const GIFTS_KEPT_DAYS = 70;

const refresh = defineJob({
  name: 'leaderboards/refresh',
  data: z.object({ streamerId: z.uuid() }),
  concurrency: 4,
  async run(ctx, { streamerId }) {
    const again = await refreshBoard(ctx, streamerId);
    if (again) await refreshSoon(ctx, streamerId, { startAfter: again });
  },
});

interface When {
  readonly tx?: Db | undefined;
  readonly startAfter?: Date | undefined;
}

/** However much is given, one call of a message waits. */
export async function refreshSoon(ctx: Ctx, streamerId: string, when: When = {}): Promise<void> {
  await ctx.queue.send(refresh, { streamerId }, { singletonKey: streamerId, ...when });
}

const roles = defineJob({
  name: 'leaderboards/reconcile-roles',
  data: z.object({ serverId: ServerId }),
  concurrency: 4,
  async run(ctx, { serverId }, { signal }) {
    const again = await reconcileRoles(ctx, serverId, signal);
    if (again) await rolesSoon(ctx, serverId, { startAfter: again });
  },
});

export async function rolesSoon(ctx: Ctx, serverId: ServerId, when: When = {}): Promise<void> {
  await ctx.queue.send(roles, { serverId }, { singletonKey: serverId, ...when });
}

const rolesEverywhere = defineJob({
  name: 'leaderboards/reconcile-all',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    for (const serverId of await listRoleServers(ctx.db)) await rolesSoon(ctx, serverId);
  },
  schedule: '*/10 * * * *',
});

const repair = defineJob({
  name: 'leaderboards/repair',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await wakePaused(ctx);
    await callForgotten(ctx);
  },
  schedule: '*/5 * * * *',
});

const tidy = defineJob({
  name: 'leaderboards/forget-gifts',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - days(GIFTS_KEPT_DAYS));
    await deleteGiftsBefore(ctx.db, before.toISOString().slice(0, 10));
  },
  schedule: '41 3 * * *',
});

export const jobs = [refresh, roles, rolesEverywhere, repair, tidy];
