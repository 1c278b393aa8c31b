import { RoleId, ServerId, UserId } from '@tally/contract';
import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { giveWelcomeRole } from './service/give-role.ts';
import { deleteLeftBefore } from './store/arrivals.ts';

/** A crowd may wait long for its roles: Discord gives out ten in ten seconds and server. */
export const giveRole = defineJob({
  name: 'welcome-leave/give-role',
  data: z.object({ serverId: ServerId, userId: UserId, roleId: RoleId }),
  retryLimit: 12,
  retryDelaySeconds: 5,
  run: async (ctx, about) => await giveWelcomeRole(ctx, about),
});

/** Longer than Discord repeats anything. */
const REMEMBERED_DAYS = 7;

const forgetLeft = defineJob({
  name: 'welcome-leave/forget-left',
  data: z.object({}),
  run: async (ctx) => await deleteLeftBefore(ctx.db, new Date(ctx.clock.now().getTime() - days(REMEMBERED_DAYS))),
  schedule: '23 3 * * *',
});

export const jobs = [giveRole, forgetLeft];
