import { z } from 'zod';
import { type DiscountWish, makeDiscount, readDiscount } from '../billing/discounts.ts';
import { draft, payByHand, periodLine, requireOpen, subscriptionIdOf } from '../billing/invoices.ts';
import { cardOf } from '../billing/payments.ts';
import { endOfPeriod, type ItemWish, makeItem, planChange, recurringOf, usable } from '../billing/proration.ts';
import {
  changeItems,
  createSubscription,
  end,
  type ProrationBehaviour,
  renew,
  requireChangeable,
  setStatus,
  update,
} from '../billing/subscriptions.ts';
import { answerJson, find, Refusal, type Route } from '../call.ts';
import { blanks } from '../wire/blanks.ts';
import { type Invoice, type Line, listOf, type Subscription } from '../wire/wire.ts';
import { customerNow, type StripeWorld } from '../world.ts';
import { expanded, invoicePayment, listPayments } from './expanded.ts';
import { getRoute, list, listShape } from './lists.ts';
import { currency, discountWishes, mergeMetadata, metadata, moment, read, text, whole, yesNo } from './params.ts';

const itemWish = z.strictObject({
  id: text().optional(),
  price: text().optional(),
  quantity: whole(0, 999_999).optional(),
  deleted: yesNo.optional(),
  metadata: metadata.optional(),
});
const proration = z.enum(['create_prorations', 'always_invoice', 'none']).optional();
const behaviour = z
  .enum(['allow_incomplete', 'error_if_incomplete', 'default_incomplete', 'pending_if_incomplete'])
  .optional();
const changeFields = {
  items: z.array(itemWish).min(1).optional(),
  proration_behavior: proration,
  proration_date: moment.optional(),
  payment_behavior: behaviour,
  cancel_at_period_end: yesNo.optional(),
  default_payment_method: text().optional(),
  metadata: metadata.optional(),
  /** The only simulated value, which ends the trial now. */
  trial_end: z.literal('now').optional(),
} as const;

export const subscriptionRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    run: (call) => answerJson(200, create(world, read(call, newFields))),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, customer: text().optional(), price: text().optional(), status: z.string().optional() },
          rows: world.subscriptions.values(),
          keep: (row, asked) =>
            (asked.customer === undefined || row.customer === asked.customer) &&
            (asked.price === undefined || row.items.data.some((item) => item.price.id === asked.price)) &&
            (asked.status === 'all' ||
              (asked.status === undefined ? row.status !== 'canceled' : row.status === asked.status)),
        }),
      ),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    run(call, { id = '' }) {
      const { expand } = read(call, {});
      return answerJson(200, expanded(world, find(world.subscriptions, 'subscription', id), expand));
    },
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    run(call, { id = '' }) {
      const wish = read(call, changeFields);
      const subscription = requireChangeable(world, id);
      change(world, subscription, wish);
      return answerJson(200, expanded(world, subscription, wish.expand));
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    run(call, { id = '' }) {
      read(call, {});
      const subscription = requireChangeable(world, id);
      end(world, subscription);
      return answerJson(200, subscription);
    },
  },
];

const newFields = {
  customer: text(),
  items: z.array(z.strictObject({ price: text(), quantity: whole(1, 999_999).optional() })).min(1),
  metadata: metadata.optional(),
  default_payment_method: text().optional(),
  trial_end: moment.optional(),
  trial_period_days: whole(1, 730).optional(),
  payment_behavior: behaviour,
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['create_invoice', 'cancel', 'pause']) }),
    })
    .optional(),
} as const;

function create(world: StripeWorld, wish: z.output<z.ZodObject<typeof newFields>>): Subscription {
  const items = wish.items.map(({ price, quantity = 1 }, place) => ({
    price: usable(world, price, `items[${place}][price]`),
    quantity,
  }));
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const card = wish.default_payment_method ? cardOf(world, wish.default_payment_method).id : null;
  const isFree = wish.trial_end !== undefined || wish.trial_period_days !== undefined;
  const mayWait = isFree || wish.payment_behavior === 'default_incomplete';
  if (!card && !customer.invoice_settings.default_payment_method && !mayWait)
    throw new Refusal(
      400,
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  const days = wish.trial_period_days;
  const trialEnd = wish.trial_end ?? (days ? customerNow(world, customer.id) + days * 86_400 : null);
  return createSubscription(world, {
    customer: customer.id,
    items,
    trialEnd,
    card,
    ...(wish.metadata ? { metadata: wish.metadata } : {}),
    ...(wish.payment_behavior ? { behaviour: wish.payment_behavior } : {}),
    ...(wish.trial_settings ? { withoutCard: wish.trial_settings.end_behavior.missing_payment_method } : {}),
  });
}

function change(
  world: StripeWorld,
  subscription: Subscription,
  wish: z.output<z.ZodObject<typeof changeFields>>,
): void {
  if (wish.items) {
    const wanted = wish.proration_behavior ?? 'create_prorations';
    const plan = planItems(world, subscription, { items: wish.items, at: wish.proration_date, proration: wanted });
    changeItems(world, subscription, {
      change: plan,
      proration: wanted,
      behaviour: wish.payment_behavior ?? 'allow_incomplete',
    });
  }
  const now = customerNow(world, subscription.customer);
  if (wish.trial_end === 'now' && subscription.status === 'trialing') {
    subscription.trial_end = now;
    renew(world, subscription, now);
  }
  const end = subscription.items.data[0]?.current_period_end ?? null;
  update(world, subscription, {
    ...(wish.metadata ? { metadata: mergeMetadata(subscription.metadata, wish.metadata) } : {}),
    ...(wish.default_payment_method ? { default_payment_method: cardOf(world, wish.default_payment_method).id } : {}),
    ...(wish.cancel_at_period_end === undefined
      ? {}
      : {
          cancel_at_period_end: wish.cancel_at_period_end,
          cancel_at: wish.cancel_at_period_end ? end : null,
          canceled_at: wish.cancel_at_period_end ? (subscription.canceled_at ?? now) : null,
        }),
  });
}

function planItems(
  world: StripeWorld,
  subscription: Subscription,
  {
    items,
    at,
    proration: wanted,
  }: { items: readonly ItemWish[]; at: number | undefined; proration: ProrationBehaviour },
) {
  const now = customerNow(world, subscription.customer);
  const start = subscription.items.data[0]?.current_period_start ?? now;
  const end = subscription.items.data[0]?.current_period_end ?? now;
  const moment = at ?? now;
  if (moment < start || moment > end)
    throw new Refusal(
      400,
      `Cannot specify proration date outside of current subscription period (${start} - ${end}).`,
      { param: 'proration_date' },
    );
  return planChange(world, subscription, { wishes: items, at: moment, isProrated: wanted !== 'none' });
}

const details = z.strictObject({
  items: z.array(itemWish).min(1).optional(),
  proration_behavior: proration,
  proration_date: moment.optional(),
});

export const invoiceRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'GET',
    path: '/v1/invoices',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: {
            ...listShape,
            customer: text().optional(),
            subscription: text().optional(),
            status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
          },
          rows: world.invoices.values(),
          keep: (row, asked) =>
            (asked.customer === undefined || row.customer === asked.customer) &&
            (asked.subscription === undefined || subscriptionIdOf(row) === asked.subscription) &&
            (asked.status === undefined || row.status === asked.status),
        }),
      ),
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    run: (call) =>
      answerJson(
        200,
        preview(
          world,
          read(call, {
            subscription: text().optional(),
            customer: text().optional(),
            currency: currency.optional(),
            subscription_details: details.optional(),
            discounts: discountWishes.optional(),
          }),
        ),
      ),
  },
  getRoute('/v1/invoices', {
    what: 'invoice',
    rows: world.invoices,
    expandable: { payments: (row) => listPayments(world, row.id) },
  }),
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    run(call, { id = '' }) {
      const wish = read(call, { payment_method: text().optional() });
      const invoice = requireOpen(world, id);
      pay(world, invoice, wish.payment_method);
      return answerJson(200, invoice);
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    run(call) {
      const payment = z.strictObject({ type: z.literal('payment_intent'), payment_intent: text() });
      const asked = read(call, {
        limit: whole(1, 100).optional(),
        invoice: text().optional(),
        payment: payment.optional(),
      });
      const rows = [...world.paidBy]
        .filter(
          ([invoice, intent]) =>
            (asked.invoice ?? invoice) === invoice && (asked.payment?.payment_intent ?? intent) === intent,
        )
        .map(([invoice, intent]) => invoicePayment(world, invoice, intent));
      return answerJson(200, listOf('/v1/invoice_payments', rows));
    },
  },
];

export function pay(world: StripeWorld, invoice: Invoice, named?: string): void {
  const subscription = world.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const own =
    subscription?.default_payment_method ??
    world.customers.get(invoice.customer)?.invoice_settings.default_payment_method ??
    null;
  payByHand(world, invoice, named ? cardOf(world, named).id : own);
  if (subscription && ['past_due', 'unpaid', 'incomplete'].includes(subscription.status))
    setStatus(world, subscription, 'active');
}

function preview(
  world: StripeWorld,
  wish: {
    subscription?: string | undefined;
    customer?: string | undefined;
    subscription_details?: z.output<typeof details> | undefined;
    discounts?: readonly DiscountWish[] | undefined;
  },
): unknown {
  if (wish.subscription === undefined) return previewNew(world, wish);
  const subscription = requireChangeable(world, wish.subscription);
  const {
    items = [],
    proration_behavior: wanted = 'create_prorations',
    proration_date: at,
  } = wish.subscription_details ?? {};
  const plan = planItems(world, subscription, { items, at, proration: wanted });
  const isNow = (wanted === 'always_invoice' && items.length > 0) || plan.startsPeriod;
  const next: Line[] = plan.items.map((item) =>
    periodLine(world, item, {
      start: item.current_period_end,
      end: item.current_period_end + (item.current_period_end - item.current_period_start),
    }),
  );
  const lines = isNow ? plan.prorations : [...(world.pending.get(subscription.id) ?? []), ...plan.prorations, ...next];
  const invoice = draft(world, { subscription, reason: isNow ? 'subscription_update' : 'subscription_cycle', lines });
  return { ...invoice, id: `upcoming_${invoice.id}` };
}

/** Returns the price of a new subscription. Nothing is stored. */
function previewNew(
  world: StripeWorld,
  {
    customer = '',
    subscription_details: about,
    discounts,
  }: {
    customer?: string | undefined;
    subscription_details?: z.output<typeof details> | undefined;
    discounts?: readonly DiscountWish[] | undefined;
  },
): unknown {
  const items = (about?.items ?? []).map(({ price = '', quantity = 1 }, place) => ({
    price: usable(world, price, `subscription_details[items][${place}][price]`),
    quantity,
  }));
  const [first] = items;
  if (!first)
    throw new Refusal(400, 'You must provide either a customer with something to invoice, or subscription items.', {
      code: 'invoice_upcoming_none',
    });
  const now = customerNow(world, customer);
  const end = endOfPeriod(now, recurringOf(first.price, 'subscription_details[items]'));
  const cents = items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const wished = customer === '' ? undefined : find(world.customers, 'customer', customer, 'customer').id;
  const reduction = readDiscount(world, discounts, { customer: wished, cents, currency: first.price.currency });
  const subscription = {
    ...blanks.subscription,
    id: '',
    customer,
    currency: first.price.currency,
    discounts: [],
    metadata: {},
    items: listOf(
      '',
      items.map((item) => makeItem(world, { ...item, subscription: '', start: now, end })),
    ),
  } as unknown as Subscription;
  const lines = subscription.items.data.map((item) => periodLine(world, item));
  const discount = reduction && makeDiscount(world, reduction, { subscription, session: null });
  const invoice = draft(world, { subscription, reason: 'subscription_create', lines, discount });
  return { ...invoice, id: `upcoming_${invoice.id}` };
}
