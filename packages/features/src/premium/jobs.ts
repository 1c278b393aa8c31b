import { ServerId } from '@tally/contract';
import { defineJob } from '@tally/kernel';
import { z } from 'zod';

/** Pauses what exceeds a server's plan and resumes what fits again. Each feature handles its own part. */
export const applyPlan = defineJob({
  name: 'premium/apply-plan',
  data: z.object({ serverId: ServerId }),
  async run(ctx, { serverId }) {
    for (const { planParts } of ctx.features) await planParts?.fit?.(ctx, serverId);
  },
});

export const jobs = [applyPlan];
