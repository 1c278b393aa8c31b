import { blanks } from './blanks.ts';
import { find, Refusal } from './call.ts';
import { makeCustomer } from './customers.ts';
import { emit } from './events.ts';
import { attach, charge } from './payments.ts';
import { recurringOf, usable } from './proration.ts';
import { createSubscription } from './subscriptions.ts';
import type { Metadata, Price, Session } from './wire.ts';
import { makeId, nowOf, pageUrl, wallNow, type StripeWorld } from './world.ts';

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
    | { readonly metadata?: Metadata | undefined; readonly trial_period_days?: number | undefined }
    | undefined;
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
  if (wish.mode === 'subscription') checkRecurring(items.map((item) => item.price));
  const amount = items.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
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
    amount_total: trialDays > 0 ? 0 : amount,
    customer: wish.customer ?? null,
    customer_email: wish.customer_email ?? null,
    customer_details: wish.customer_email ? { email: wish.customer_email } : null,
    metadata: { ...wish.metadata },
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    invoice: null,
    payment_intent: null,
    url: pageUrl(world, `/checkout/${id}`),
  };
  world.sessions.set(id, session);
  world.orders.set(id, { items, trialDays, metadata: { ...wish.subscription_data?.metadata } });
  return session;
}

function checkRecurring(prices: readonly Price[]): void {
  if (prices.length > MOST_RECURRING)
    throw new Refusal(400, `Checkout accepts at most ${MOST_RECURRING} recurring line items.`, { param: 'line_items' });
  const intervals = prices.map((price, place) => recurringOf(price, `line_items[${place}][price]`).interval);
  if (new Set(intervals).size > 1)
    throw new Refusal(400, 'Checkout does not support multiple prices with different billing intervals.', {
      param: 'line_items',
    });
}

/** Somebody pays. A refused card leaves the session open. */
export function pay(world: StripeWorld, session: Session, card: 'pm_card_visa' | 'pm_card_chargeDeclined'): boolean {
  const order = world.orders.get(session.id);
  if (session.status !== 'open' || !order) throw new Refusal(400, 'This checkout session can no longer be paid.');
  const customer = session.customer ?? makeCustomer(world, { email: session.customer_email }).id;
  if (card === 'pm_card_chargeDeclined') {
    // At Stripe too the attempt is seen, and the session stays as it is.
    charge(world, { customer, amount: session.amount_total ?? 0, currency: session.currency ?? 'usd', card: null });
    return false;
  }
  const method = attach(world, card, customer);
  session.customer = customer;
  if (session.mode === 'subscription') {
    const trialEnd = order.trialDays > 0 ? nowOf(world) + order.trialDays * DAY : null;
    const { items, metadata } = order;
    const subscription = createSubscription(world, { customer, items, trialEnd, metadata, card: method.id });
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
