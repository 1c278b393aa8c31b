import { declareJob } from '@tally/kernel';
import { z } from 'zod';

/** Stripe may be down for hours, so the pauses grow to an hour each and retries continue for half a day. */
export const patient = { retryLimit: 20, retryDelaySeconds: 3 } as const;

export const applySubject = declareJob({
  name: 'billing/apply-event',
  data: z.object({ subject: z.string() }),
  ...patient,
});

export const returnDuplicate = declareJob({
  name: 'billing/return-duplicate',
  data: z.object({ subscriptionId: z.string() }),
  ...patient,
});

export const removeCustomer = declareJob({
  name: 'billing/remove-customer',
  data: z.object({ customerId: z.string() }),
  ...patient,
});

export const tell = declareJob({
  name: 'billing/tell-payer',
  data: z.object({ what: z.enum(['paymentFailed', 'paymentWorked', 'ended']), subscriptionId: z.string() }),
});
