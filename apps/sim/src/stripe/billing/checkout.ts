import { find, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Metadata, PaymentMethod, Price, Session } from '../wire/wire.ts';
import { makeId, nowOf, type Order, pageUrl, type StripeWorld, wallNow } from '../world.ts';
import { makeCustomer } from './customers.ts';
import { type DiscountWish, partOf, readDiscount, totalOff } from './discounts.ts';
import { attach, charge, makeIntent, settleIntent } from './payments.ts';
import { recurringOf, usable } from './proration.ts';
import { createSubscription } from './subscriptions.ts';

const DAY = 86_400;
const MOST_RECURRING = 20;

export interface SessionWish {
  readonly mode: 'subscription' | 'payment';
  readonly line_items: readonly { readonly price: string; readonly quantity?: number | undefined }[];
  readonly success_url: string;
  readonly cancel_url?: string | undefined;
  readonly customer?: string | undefined;
  readonly customer_email?: string | undefined;
  readonly client_reference_id?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly expires_at?: number | undefined;
  readonly subscription_data?:
    | {
        readonly metadata?: Metadata | undefined;
        readonly description?: string | undefined;
        readonly trial_period_days?: number | undefined;
      }
    | undefined;
  readonly payment_intent_data?: object | undefined;
  readonly allow_promotion_codes?: boolean | undefined;
  readonly discounts?: readonly DiscountWish[] | undefined;
}

export function createSession(world: StripeWorld, wish: SessionWish): Session {
  const now = wallNow(world);
  if (wish.customer && wish.customer_email)
    throw new Refusal(400, 'You may only specify one of these parameters: customer, customer_email.');
  if (wish.customer) find(world.customers, 'customer', wish.customer, 'customer');
  const expires = wish.expires_at ?? now + DAY;
  if (expires < now + 1_800 || expires > now + DAY)
    throw new Refusal(
      400,
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  const items = wish.line_items.map(({ price, quantity = 1 }, place) => ({
    price: usable(world, price, `line_items[${place}][price]`),
    quantity,
  }));
  checkPrices(
    wish,
    items.map((item) => item.price),
  );
  const amount = items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const currency = items[0]?.price.currency ?? 'usd';
  const bound = wish.customer ? world.customers.get(wish.customer)?.currency : null;
  if (wish.mode === 'subscription' && bound && bound !== currency)
    throw new Refusal(
      400,
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${bound}`,
    );
  const reduction = readDiscount(world, wish.discounts, { customer: wish.customer, cents: amount, currency });
  const off = totalOff(reduction, items.map(partOf));
  const trialDays = wish.subscription_data?.trial_period_days ?? 0;
  const id = makeId(world, 'cs_test', 58);
  const session: Session = {
    ...blanks.session,
    id,
    object: 'checkout.session',
    created: now,
    expires_at: expires,
    mode: wish.mode,
    success_url: wish.success_url,
    cancel_url: wish.cancel_url ?? null,
    client_reference_id: wish.client_reference_id ?? null,
    currency: items[0]?.price.currency ?? null,
    amount_subtotal: trialDays > 0 ? 0 : amount,
    amount_total: trialDays > 0 ? 0 : amount - off,
    total_details: { amount_discount: trialDays > 0 ? 0 : off, amount_shipping: 0, amount_tax: 0 },
    discounts: reduction
      ? [{ coupon: reduction.code ? null : reduction.coupon.id, promotion_code: reduction.code?.id ?? null }]
      : [],
    customer: wish.customer ?? null,
    customer_email: wish.customer_email ?? null,
    customer_details: wish.customer_email ? { ...blanks.customerDetails, email: wish.customer_email } : null,
    metadata: { ...wish.metadata },
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    invoice: null,
    payment_intent: null,
    url: pageUrl(world, `/checkout/${id}`),
  };
  world.sessions.set(id, session);
  world.orders.set(id, {
    items,
    trialDays,
    metadata: { ...wish.subscription_data?.metadata },
    description: wish.subscription_data?.description ?? null,
    reduction,
  });
  return session;
}

function checkPrices({ mode, subscription_data: data, ...wish }: SessionWish, prices: readonly Price[]): void {
  if (wish.allow_promotion_codes !== undefined && wish.discounts !== undefined)
    throw new Refusal(400, 'You may only specify one of these parameters: allow_promotion_codes, discounts.');
  if (new Set(prices.map((price) => price.currency)).size > 1)
    throw new Refusal(400, 'All prices must have the same currency.', { param: 'line_items' });
  if (mode === 'subscription' && wish.payment_intent_data)
    throw new Refusal(400, 'You can not pass `payment_intent_data` in `subscription` mode.', {
      param: 'payment_intent_data',
    });
  if (mode === 'payment') {
    if (data)
      throw new Refusal(400, 'You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' });
    if (prices.some((price) => price.recurring))
      throw new Refusal(
        400,
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      );
    return;
  }
  if (prices.length > MOST_RECURRING)
    throw new Refusal(400, `Checkout accepts at most ${MOST_RECURRING} recurring line items.`, { param: 'line_items' });
  const intervals = prices.map((price, place) => recurringOf(price, `line_items[${place}][price]`).interval);
  if (new Set(intervals).size > 1)
    throw new Refusal(400, 'Checkout does not support multiple prices with different billing intervals.', {
      param: 'line_items',
    });
}

/** Pays a session. A refused card leaves it open. */
export function pay(world: StripeWorld, session: Session, card: string): boolean {
  const order = requireOpen(world, session);
  const customer = session.customer ?? makeCustomer(world, { email: session.customer_email }).id;
  if (card === 'pm_card_chargeDeclined' || world.badCards.has(card)) {
    // Stripe records the attempt too, and the session stays open.
    charge(world, { customer, amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', card: null });
    return false;
  }
  const method = attach(world, card, customer);
  session.customer = customer;
  if (session.mode === 'subscription') {
    const trialEnd = order.trialDays > 0 ? nowOf(world) + order.trialDays * DAY : null;
    const { items, metadata, description, reduction } = order;
    const subscription = createSubscription(world, {
      customer,
      items,
      trialEnd,
      metadata,
      description,
      card: method.id,
      ...(reduction ? { reduction, session: session.id } : {}),
    });
    session.subscription = subscription.id;
    session.invoice = subscription.latest_invoice;
    session.payment_status = trialEnd ? 'no_payment_required' : 'paid';
  } else {
    const amount = session.amount_total ?? 0;
    session.payment_intent = charge(world, {
      customer,
      amount,
      currency: session.currency ?? 'usd',
      card: method.id,
    }).id;
    session.payment_status = 'paid';
  }
  session.status = 'complete';
  session.url = null;
  emit(world, 'checkout.session.completed', session);
  return true;
}

/** A real bank responds days later, but this one responds immediately. Only one-time payments are simulated. */
export function payByBank(world: StripeWorld, session: Session, { id }: PaymentMethod): void {
  requireOpen(world, session);
  if (session.mode !== 'payment')
    throw new Refusal(501, 'The simulated world takes no subscription from a bank account.');
  const customer = session.customer ?? makeCustomer(world, { email: session.customer_email }).id;
  attach(world, id, customer);
  const about = { customer, amount: session.amount_total ?? 0, currency: session.currency ?? 'eur', card: id };
  const intent = makeIntent(world, about);
  intent.status = 'processing';
  Object.assign(session, { customer, payment_intent: intent.id, status: 'complete', url: null });
  emit(world, 'checkout.session.completed', session);
  const isPaid = world.oddities.get(id) !== 'bounces';
  settleIntent(world, intent, isPaid);
  if (isPaid) session.payment_status = 'paid';
  emit(world, `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
}

function requireOpen(world: StripeWorld, { id, status }: Session): Order {
  const order = world.orders.get(id);
  if (status !== 'open' || !order) throw new Refusal(400, 'This checkout session can no longer be paid.');
  return order;
}

export function expire(world: StripeWorld, session: Session): void {
  if (session.status !== 'open')
    throw new Refusal(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  session.status = 'expired';
  session.url = null;
  emit(world, 'checkout.session.expired', session);
}
