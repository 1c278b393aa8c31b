import { callStripe, type Stripe } from '@tally/infra/stripe';
import { type Ctx, days } from '@tally/kernel';
import { deleteEventsBefore } from '../store/events.ts';
import { findSubscription, listRunning, listUnsettledDuplicates, nextQuestion } from '../store/subscriptions.ts';
import { applyAnswer, applySubscription } from './apply.ts';
import { known } from './events.ts';
import { syncPrices } from './prices.ts';
import { returnDuplicate } from './queue.ts';

const EVENTS_KEPT_MS = days(90);
const PAGE = 100;

/**
 * Compares every running subscription at Stripe with our rows each night, in case a webhook was lost. Returns how many
 * it checked.
 */
export async function reconcile(ctx: Ctx): Promise<number> {
  if (ctx.config.stripe.isOff) return 0;
  await syncPrices(ctx);
  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const answered = await nextQuestion(ctx.db);
    const page = await callStripe(ctx, async (stripe) =>
      stripe.subscriptions.list({ limit: PAGE, ...(after ? { starting_after: after } : {}) }),
    );
    for (const raw of page.data) {
      // Stripe's list does not contain discounts, so a subscription with discounts is loaded separately.
      if (raw.discounts.length > 0) await applySubscription(ctx, raw.id);
      else await applyAnswer(ctx, raw, answered);
      seen.push(raw.id);
    }
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) break;
  }
  // A subscription that is running here but not at Stripe has ended, or never existed.
  const others = await listRunning(ctx.db, { except: seen });
  for (const row of others) await applySubscription(ctx, row.id);
  for (const row of await listUnsettledDuplicates(ctx.db)) {
    await ctx.queue.send(returnDuplicate, { subscriptionId: row.id }, { singletonKey: row.id });
  }
  await deleteEventsBefore(ctx.db, new Date(ctx.clock.now().getTime() - EVENTS_KEPT_MS));
  return seen.length + others.length;
}

/** Cancels and refunds the second of two subscriptions that were paid at the same time. */
export async function giveBack(ctx: Ctx, subscriptionId: string): Promise<void> {
  const row = await findSubscription(ctx.db, subscriptionId);
  if (!row?.isDuplicate) return;
  await callStripe(ctx, async (stripe) => {
    await known(stripe.subscriptions.cancel(row.id, {}, { idempotencyKey: `duplicate:${row.id}` }));
    for (const intent of await paymentsOf(stripe, row.latestInvoice)) {
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
      const isBack = typeof charge === 'object' && charge?.refunded;
      if (!isBack)
        await stripe.refunds.create(
          { payment_intent: intent, reason: 'duplicate' },
          { idempotencyKey: `duplicate-refund:${intent}` },
        );
    }
  });
  await applySubscription(ctx, subscriptionId);
}

async function paymentsOf(stripe: Stripe, invoice: string | null): Promise<string[]> {
  if (invoice === null) return [];
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10 });
  return data.flatMap(({ status, payment }) =>
    status === 'paid' && typeof payment.payment_intent === 'string' ? [payment.payment_intent] : [],
  );
}

/** Deletes the Stripe customer of a deleted account; Stripe then cancels their subscriptions. */
export async function forgetCustomer(ctx: Ctx, customerId: string): Promise<void> {
  if (ctx.config.stripe.isOff) return;
  await callStripe(ctx, async (stripe) => await known(stripe.customers.del(customerId)));
}
