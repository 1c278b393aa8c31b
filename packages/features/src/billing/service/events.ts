import { callStripe, isMissing, readStripeEvent, type Stripe, type StripeEvent } from '@tally/infra/stripe';
import type { Ctx, WebhookAnswer, WebhookRequest } from '@tally/kernel';
import { catalogue } from '../../premium/index.ts';
import { closeCheckout, loseCustomer } from '../store/checkouts.ts';
import { markApplied, saveEvent } from '../store/events.ts';
import { findSubscription, listOfCustomer, lockHolder, saveDispute } from '../store/subscriptions.ts';
import { applySubscription, settleHolder } from './apply.ts';
import { applySubject } from './queue.ts';

/** Stores a signed event before acknowledging it. A job then loads the current state from Stripe. */
export async function storeEvent(ctx: Ctx, { headers, rawBody }: WebhookRequest): Promise<WebhookAnswer> {
  if (ctx.config.stripe.isOff) return { status: 404 };
  const event = readStripeEvent(ctx, rawBody, headers['stripe-signature']);
  if (!event) return { status: 400, refused: 'the signature does not match' };
  const subject = subjectOf(event);
  if (subject === null) return { status: 200 };
  const now = ctx.clock.now();
  const happenedAt = new Date(event.created * 1_000);
  await ctx.db.transaction(async (tx) => {
    const isNew = await saveEvent(tx, { id: event.id, type: event.type, subject, happenedAt, receivedAt: now });
    if (isNew) await ctx.queue.send(applySubject, { subject }, { tx, singletonKey: subject });
  });
  return { status: 200 };
}

/** Returns the id of the object to load from Stripe, or null for an event that we ignore. */
export function subjectOf({ type, data }: StripeEvent): string | null {
  const object = data.object as {
    id?: unknown;
    subscription?: unknown;
    parent?: { subscription_details?: { subscription?: unknown } | null } | null;
  };
  const text = (value: unknown): string | null => (typeof value === 'string' && value.length <= 255 ? value : null);
  if (type.startsWith('customer.subscription.')) return text(object.id);
  if (type.startsWith('checkout.session.')) return text(object.subscription) ?? text(object.id);
  if (type.startsWith('invoice.')) return text(object.parent?.subscription_details?.subscription);
  if (type === 'charge.refunded' || type.startsWith('charge.dispute.') || type === 'customer.deleted')
    return text(object.id);
  return null;
}

/** The prefix of a Stripe id shows its type. */
export async function settleSubject(ctx: Ctx, subject: string): Promise<void> {
  const startedAt = ctx.clock.now();
  if (subject.startsWith('sub_')) await applySubscription(ctx, subject);
  else if (subject.startsWith('cs_')) await settleSession(ctx, subject);
  else if (subject.startsWith('cus_')) await settleCustomer(ctx, subject);
  else if (subject.startsWith('ch_')) await settleCharge(ctx, subject);
  else if (subject.startsWith('du_') || subject.startsWith('dp_')) await settleDispute(ctx, subject);
  else ctx.log.warn({ subject }, 'Stripe sent an event about an unknown customer or object.');
  await markApplied(ctx.db, subject, startedAt);
}

async function settleSession(ctx: Ctx, id: string): Promise<void> {
  const session = await callStripe(ctx, async (stripe) => await known(stripe.checkout.sessions.retrieve(id)));
  if (session?.status !== 'open') await closeCheckout(ctx.db, id);
  if (typeof session?.subscription === 'string') await applySubscription(ctx, session.subscription);
}

/** If a customer is deleted, their subscriptions end, and their next checkout needs a new customer. */
async function settleCustomer(ctx: Ctx, id: string): Promise<void> {
  const customer = await callStripe(ctx, async (stripe) => await known(stripe.customers.retrieve(id)));
  if (customer && !('deleted' in customer && customer.deleted)) return;
  await loseCustomer(ctx.db, id);
  for (const row of await listOfCustomer(ctx.db, id)) await applySubscription(ctx, row.id);
}

/** Ends the subscription if its latest payment was refunded in full. A partial refund changes nothing. */
async function settleCharge(ctx: Ctx, id: string): Promise<void> {
  const found = await callStripe(ctx, async (stripe) => {
    const charge = await known(stripe.charges.retrieve(id));
    if (!charge?.refunded) return null;
    return await subscriptionOfPayment(stripe, charge.payment_intent);
  });
  if (!found) return;
  const row = await findSubscription(ctx.db, found.subscription);
  if (!row || row.latestInvoice !== found.invoice) return;
  await callStripe(ctx, async (stripe) =>
    known(stripe.subscriptions.cancel(row.id, {}, { idempotencyKey: `refunded:${row.id}:${id}` })),
  );
  await applySubscription(ctx, row.id);
}

async function settleDispute(ctx: Ctx, id: string): Promise<void> {
  const found = await callStripe(ctx, async (stripe) => {
    const dispute = await known(stripe.disputes.retrieve(id));
    const payment = dispute && (await subscriptionOfPayment(stripe, dispute.payment_intent));
    return payment && { status: dispute.status, subscription: payment.subscription };
  });
  const row = found && (await findSubscription(ctx.db, found.subscription));
  if (!found || !row) return;
  const catalogued = await catalogue(ctx);
  const { holder, holderId } = row;
  await ctx.db.transaction(async (tx) => {
    await lockHolder(tx, holder, holderId);
    await saveDispute(tx, { id, subscriptionId: row.id, status: found.status });
    await settleHolder(ctx, tx, { holder, holderId, known: catalogued });
  });
}

/** Finds the subscription of a charge through its payment and its invoice. */
async function subscriptionOfPayment(
  stripe: Stripe,
  payment: string | { id: string } | null,
): Promise<{ invoice: string; subscription: string } | null> {
  const intent = typeof payment === 'string' ? payment : payment?.id;
  if (!intent) return null;
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    limit: 1,
  });
  const invoice = data[0]?.invoice;
  if (typeof invoice !== 'string') return null;
  const { parent } = await stripe.invoices.retrieve(invoice);
  const subscription = parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? { invoice, subscription } : null;
}

export async function known<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
