/** Manual invoices, with items outside a subscription. https://docs.stripe.com/api/invoices */
import { z } from 'zod';
import { draft, finalize, makeLine } from '../billing/invoices.ts';
import { usable } from '../billing/proration.ts';
import { answerJson, find, Refusal, type Route } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import { type Invoice, type Line, listOf, type Price, type Subscription } from '../wire/wire.ts';
import { customerNow, makeId, type StripeWorld } from '../world.ts';
import { currency, mergeMetadata, metadata, moment, read, text, whole, yesNo } from './params.ts';

const newItem = {
  customer: text(),
  amount: whole(-99_999_999).optional(),
  currency: currency.optional(),
  description: text(500).optional(),
  invoice: text().optional(),
  quantity: whole(1).optional(),
  pricing: z.strictObject({ price: text() }).optional(),
  metadata: metadata.optional(),
} as const;
const newInvoice = {
  customer: text(),
  auto_advance: yesNo.optional(),
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: whole(0).optional(),
  due_date: moment.optional(),
  description: text(500).optional(),
  metadata: metadata.optional(),
  pending_invoice_items_behavior: z.enum(['include', 'exclude']).optional(),
} as const;

export const handRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/invoiceitems',
    run: (call) => answerJson(200, addItem(world, read(call, newItem))),
  },
  {
    method: 'POST',
    path: '/v1/invoices',
    run: (call) => answerJson(200, write(world, read(call, newInvoice))),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id',
    run(call, { id = '' }) {
      const invoice = find(world.invoices, 'invoice', id);
      const wish = read(call, { description: text(500).optional(), metadata: metadata.optional() });
      if (wish.description !== undefined) invoice.description = wish.description;
      invoice.metadata = mergeMetadata(invoice.metadata, wish.metadata);
      emit(world, 'invoice.updated', invoice);
      return answerJson(200, invoice);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    run(call, { id = '' }) {
      read(call, { auto_advance: yesNo.optional() });
      const invoice = find(world.invoices, 'invoice', id);
      if (invoice.status !== 'draft')
        throw new Refusal(400, "This invoice is already finalized, you can't re-finalize a non-draft invoice.");
      finalize(world, invoice);
      return answerJson(200, invoice);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    run(call, { id = '' }) {
      read(call, {});
      const invoice = find(world.invoices, 'invoice', id);
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
        throw new Refusal(400, 'You can only pass in open or uncollectible invoices. This invoice is not one.');
      invoice.status = 'void';
      invoice.next_payment_attempt = null;
      invoice.status_transitions.voided_at = customerNow(world, invoice.customer);
      emit(world, 'invoice.voided', invoice);
      return answerJson(200, invoice);
    },
  },
];

/** The item waits for its customer's next invoice, unless one is named. */
function addItem(world: StripeWorld, wish: z.output<z.ZodObject<typeof newItem>>): unknown {
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const price = wish.pricing ? usable(world, wish.pricing.price, 'pricing[price]') : null;
  if ((price === null) === (wish.amount === undefined))
    throw new Refusal(400, 'You must specify exactly one of these parameters: amount, pricing.', { param: 'amount' });
  const { quantity = 1, description = 'Item' } = wish;
  const now = customerNow(world, customer.id);
  const id = makeId(world, 'ii');
  const amount = wish.amount ?? (price?.unit_amount ?? 0) * quantity;
  const line: Line = {
    ...makeLine(world, {
      price: price ?? ({ id: '', product: '', currency: wish.currency ?? 'usd', unit_amount: amount } as Price),
      quantity,
      amount,
      description,
      period: { start: now, end: now },
      isProration: false,
      subscription: '',
      itemId: '',
    }),
    subscription: null,
    parent: {
      invoice_item_details: { invoice_item: id, proration: false, proration_details: null, subscription: null },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
  };
  if (wish.invoice === undefined) world.pending.set(customer.id, [...(world.pending.get(customer.id) ?? []), line]);
  else append(find(world.invoices, 'invoice', wish.invoice, 'invoice'), line);
  const item = {
    ...blanks.invoiceItem,
    id,
    object: 'invoiceitem',
    amount,
    currency: line.currency,
    customer: customer.id,
    date: now,
    description,
    invoice: wish.invoice ?? null,
    metadata: { ...wish.metadata },
    period: line.period,
    pricing: line.pricing,
    quantity,
  };
  emit(world, 'invoiceitem.created', item);
  return item;
}

function append(invoice: Invoice, line: Line): void {
  if (invoice.status !== 'draft') throw new Refusal(400, "You can't add items to an invoice that is not a draft.");
  invoice.lines.data.push({ ...line, invoice: invoice.id });
  invoice.subtotal += line.amount;
  invoice.subtotal_excluding_tax = invoice.subtotal;
  invoice.total += line.amount;
  invoice.total_excluding_tax = invoice.total;
  invoice.amount_due = Math.max(0, invoice.total);
  invoice.amount_remaining = invoice.amount_due;
}

function write(world: StripeWorld, wish: z.output<z.ZodObject<typeof newInvoice>>): Invoice {
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const waiting = wish.pending_invoice_items_behavior === 'include' ? (world.pending.get(customer.id) ?? []) : [];
  if (waiting.length > 0) world.pending.delete(customer.id);
  const nobody = {
    customer: customer.id,
    currency: customer.currency ?? waiting[0]?.currency ?? 'usd',
    discounts: [],
    metadata: {},
    items: listOf('', []),
  } as unknown as Subscription;
  const invoice: Invoice = {
    ...draft(world, { subscription: nobody, reason: 'manual', lines: waiting }),
    parent: null,
    description: wish.description ?? null,
    metadata: { ...wish.metadata },
  };
  world.invoices.set(invoice.id, invoice);
  emit(world, 'invoice.created', invoice);
  return invoice;
}
