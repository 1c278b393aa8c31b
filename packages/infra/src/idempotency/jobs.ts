import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetOld } from './store.ts';

/** apps/server registers it together with the jobs of the features. */
export const forgetOldKeys = defineJob({
  name: 'idempotency/forget-old',
  data: z.object({}),
  schedule: '17 * * * *',
  concurrency: 1,
  run: async (ctx) => {
    const count = await forgetOld(ctx);
    ctx.log.debug({ count }, 'Old idempotency keys were deleted.');
  },
});
