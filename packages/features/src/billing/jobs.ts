import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { settleSubject } from './service/events.ts';
import { forgetCustomer, giveBack, reconcile } from './service/keep.ts';
import { tellPayer } from './service/tell.ts';

/** Stripe may be away for hours: the pauses grow to an hour each, and half a day of tries is enough for a person to look. */
const patient = { retryLimit: 20, retryDelaySeconds: 3 } as const;

export const applySubject = defineJob({
  name: 'billing/apply-event',
  data: z.object({ subject: z.string() }),
  ...patient,
  run: async (ctx, { subject }) => await settleSubject(ctx, subject),
});

export const returnDuplicate = defineJob({
  name: 'billing/return-duplicate',
  data: z.object({ subscriptionId: z.string() }),
  ...patient,
  run: async (ctx, { subscriptionId }) => await giveBack(ctx, subscriptionId),
});

export const removeCustomer = defineJob({
  name: 'billing/remove-customer',
  data: z.object({ customerId: z.string() }),
  ...patient,
  run: async (ctx, { customerId }) => await forgetCustomer(ctx, customerId),
});

export const tell = defineJob({
  name: 'billing/tell-payer',
  data: z.object({ what: z.enum(['paymentFailed', 'paymentWorked', 'ended']), subscriptionId: z.string() }),
  run: async (ctx, { what, subscriptionId }) => await tellPayer(ctx, what, subscriptionId),
});

export const compare = defineJob({
  name: 'billing/compare-with-stripe',
  data: z.object({}),
  ...patient,
  expireSeconds: 3_600,
  concurrency: 1,
  async run(ctx) {
    const looked = await reconcile(ctx);
    if (looked > 0) ctx.log.info({ looked }, 'Subscriptions were compared with Stripe.');
  },
  schedule: '23 3 * * *',
});

export const jobs = [applySubject, returnDuplicate, removeCustomer, tell, compare];
