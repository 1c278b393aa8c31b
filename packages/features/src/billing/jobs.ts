import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { settleSubject } from './service/events.ts';
import { forgetCustomer, giveBack, reconcile } from './service/keep.ts';
import { notifyPayer } from './service/notify-payer.ts';
import { applySubject, patient, removeCustomer, returnDuplicate, tell } from './service/queue.ts';

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

export const jobs = [
  handleJob(applySubject, async (ctx, { subject }) => await settleSubject(ctx, subject)),
  handleJob(returnDuplicate, async (ctx, { subscriptionId }) => await giveBack(ctx, subscriptionId)),
  handleJob(removeCustomer, async (ctx, { customerId }) => await forgetCustomer(ctx, customerId)),
  handleJob(tell, async (ctx, { what, subscriptionId }) => await notifyPayer(ctx, what, subscriptionId)),
  compare,
];
