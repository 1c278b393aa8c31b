import { declined, find, needsOwner, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import {
  type Discount,
  type Invoice,
  type Item,
  type Line,
  listOf,
  type Price,
  type Subscription,
} from '../wire/wire.ts';
import { customerNow, makeId, money, pageUrl, type StripeWorld } from '../world.ts';
import { discounted, discountOf, useUp } from './discounts.ts';
import { asksFirst, charge } from './payments.ts';

const DAY = 86_400;
/** The days after the first attempt on which an unpaid invoice is retried. */
const retryDays = [3, 5, 7];

export interface LineAbout {
  readonly price: Price;
  readonly quantity: number;
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly isProration: boolean;
  readonly subscription: string;
  readonly itemId: string;
}

export function makeLine(world: StripeWorld, about: LineAbout): Line {
  const { price, quantity, amount, description, period, isProration, subscription, itemId } = about;
  return {
    ...blanks.line,
    id: makeId(world, 'il'),
    object: 'line_item',
    amount,
    subtotal: amount,
    currency: price.currency,
    discountable: amount > 0,
    discount_amounts: [],
    description,
    quantity,
    period,
    invoice: null,
    subscription,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: itemId,
      },
      type: 'subscription_item_details',
    },
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unit_amount),
    },
  };
}

/** Returns the price of an item for a whole period. */
export function periodLine(world: StripeWorld, item: Item, period = periodOf(item)): Line {
  const { price, quantity } = item;
  const name = world.products.get(price.product)?.name ?? price.product;
  const each = `${money(price.unit_amount, price.currency)} / ${price.recurring?.interval ?? 'once'}`;
  return makeLine(world, {
    price,
    quantity,
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${name} (at ${each})`,
    period,
    isProration: false,
    subscription: item.subscription,
    itemId: item.id,
  });
}

/** A trial is on the first invoice too, for free. */
export const trialLine = (world: StripeWorld, item: Item): Line => ({
  ...periodLine(world, item),
  amount: 0,
  subtotal: 0,
  discountable: false,
  description: `Trial period for ${world.products.get(item.price.product)?.name ?? item.price.product}`,
});

const periodOf = (item: Item) => ({ start: item.current_period_start, end: item.current_period_end });

export interface InvoiceAbout {
  readonly subscription: Subscription;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  readonly lines: readonly Line[];
}

/** Returns a preview of an invoice. Nothing is stored or charged. */
export function draft(
  world: StripeWorld,
  { subscription, reason, lines: full, discount = null }: InvoiceAbout & { discount?: Discount | null },
): Invoice {
  const customer = world.customers.get(subscription.customer);
  const now = customerNow(world, subscription.customer);
  const reduction = discount ?? discountOf(world, subscription, now);
  const lines = discounted(world, reduction, full);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const off = lines.flatMap((line) => line.discount_amounts).reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - off;
  const starting = customer?.balance ?? 0;
  // The customer's credit is used first. Any credit that remains is kept.
  const due = Math.max(0, total + Math.min(0, starting));
  const id = makeId(world, 'in');
  return {
    ...blanks.invoice,
    id,
    object: 'invoice',
    created: now,
    customer: subscription.customer,
    currency: subscription.currency,
    billing_reason: reason,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    description: null,
    metadata: {},
    status: 'draft',
    number: null,
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      lines.map((line) => ({ ...line, invoice: id })),
    ),
    discounts: reduction ? [reduction.id] : [],
    total_discount_amounts: reduction && off > 0 ? [{ amount: off, discount: reduction.id }] : [],
    subtotal,
    subtotal_excluding_tax: subtotal,
    total_excluding_tax: total,
    total,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    starting_balance: starting,
    ending_balance: null,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    period_start: subscription.items.data[0]?.current_period_start ?? now,
    period_end: subscription.items.data[0]?.current_period_end ?? now,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

/** Writes the invoice, sends its events and tries to collect it. Returns whether it is paid. */
export function bill(world: StripeWorld, about: InvoiceAbout): { invoice: Invoice; isPaid: boolean } {
  const invoice = draft(world, about);
  const { subscription, reason } = about;
  // A change within the period does not change the period's original price.
  if (reason !== 'subscription_update' && invoice.subtotal > 0)
    world.paidShares.set(subscription.id, invoice.total / invoice.subtotal);
  if (invoice.subtotal > 0) useUp(world, subscription, invoice.created);
  world.invoices.set(invoice.id, invoice);
  about.subscription.latest_invoice = invoice.id;
  emit(world, 'invoice.created', invoice);
  finalize(world, invoice);
  return { invoice, isPaid: collect(world, invoice, cardFor(world, about.subscription)) };
}

export function finalize(world: StripeWorld, invoice: Invoice): void {
  const now = customerNow(world, invoice.customer);
  const customer = world.customers.get(invoice.customer);
  invoice.status = 'open';
  invoice.number = `TALLYSIM-${String(world.invoices.size).padStart(4, '0')}`;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = pageUrl(world, `/invoices/${invoice.id}`);
  invoice.invoice_pdf = pageUrl(world, `/invoices/${invoice.id}`);
  if (customer) {
    customer.balance = Math.min(0, invoice.starting_balance + invoice.total) + Math.max(0, invoice.starting_balance);
    invoice.ending_balance = customer.balance;
  }
  emit(world, 'invoice.finalized', invoice);
}

export function cardFor(world: StripeWorld, subscription: Subscription): string | null {
  const customer = world.customers.get(subscription.customer);
  return subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? null;
}

/** Tries to charge once. An invoice of zero counts as paid. */
export function collect(world: StripeWorld, invoice: Invoice, card: string | null): boolean {
  const now = customerNow(world, invoice.customer);
  if (invoice.amount_remaining > 0) {
    const { customer, currency, amount_remaining: amount } = invoice;
    invoice.attempted = true;
    invoice.attempt_count += 1;
    const intent = charge(world, { customer, amount, currency, card });
    world.paidBy.set(invoice.id, intent.id);
    if (intent.status !== 'succeeded') {
      const pause = retryDays[invoice.attempt_count - 1];
      const isFirst = invoice.billing_reason === 'subscription_create';
      invoice.next_payment_attempt = pause === undefined || isFirst ? null : now + pause * DAY;
      emit(world, 'invoice.payment_failed', invoice);
      if (intent.status === 'requires_action') emit(world, 'invoice.payment_action_required', invoice);
      return false;
    }
    invoice.amount_paid = amount;
    invoice.amount_remaining = 0;
  }
  invoice.status = 'paid';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  emit(world, 'invoice.paid', invoice);
  emit(world, 'invoice.payment_succeeded', invoice);
  return true;
}

export function requireOpen(world: StripeWorld, id: string): Invoice {
  const invoice = find(world.invoices, 'invoice', id);
  if (invoice.status === 'draft') finalize(world, invoice);
  if (invoice.status === 'paid') throw new Refusal(400, 'Invoice is already paid');
  if (invoice.status !== 'open') throw new Refusal(400, `This invoice is ${invoice.status} and cannot be paid.`);
  return invoice;
}

/** Pays manually, with another card if given. */
export function payByHand(world: StripeWorld, invoice: Invoice, card: string | null): void {
  if (collect(world, invoice, card)) return;
  throw asksFirst(world, card) ? needsOwner('invoice') : declined();
}

export const subscriptionIdOf = (invoice: Invoice): string | null => {
  const [line] = invoice.lines.data;
  return line?.subscription ?? null;
};
