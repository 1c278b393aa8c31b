import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sim, startSim } from '../start.ts';
import type { invoicePayment } from './api/expanded.ts';
import type { blanks } from './wire/blanks.ts';
import type * as Wire from './wire/wire.ts';
import { keys } from './world.ts';

/** Checks that every served object has all fields that the official SDK's types require. */
type Always<Real> = { [K in keyof Real]-?: undefined extends Real[K] ? never : K }[keyof Real] & string;
type Whole<T> = Extract<Exclude<T, readonly unknown[] | null | undefined>, object>;
/** Keys of Stripe's type that ours lacks, also in nested objects down to this many levels. */
type Lacks<Real, Ours, Levels extends readonly unknown[]> =
  | Exclude<Always<Real>, keyof Ours>
  | (Levels extends readonly [unknown, ...infer Rest]
      ? { [K in keyof Real & keyof Ours & string]: Below<K, Real[K], Ours[K], Rest> }[keyof Real & keyof Ours & string]
      : never);
/** Metadata belong to the caller. A price and the object of an event are compared separately. */
type Below<K extends string, Real, Ours, Levels extends readonly unknown[]> = K extends 'metadata' | 'price' | 'data'
  ? never
  : [Whole<Ours>] extends [never]
    ? never
    : `${K}.${Lacks<Whole<Real>, Whole<Ours>, Levels>}`;
type Blanks = typeof blanks;

interface Compared {
  customer: [Stripe.Customer, Wire.Customer & Blanks['customer']];
  product: [Stripe.Product, Wire.Product & Blanks['product']];
  price: [Stripe.Price, Wire.Price & Blanks['price']];
  item: [Stripe.SubscriptionItem, Wire.Item & Blanks['item']];
  subscription: [Stripe.Subscription, Wire.Subscription & Blanks['subscription']];
  schedule: [Stripe.SubscriptionSchedule, Wire.Schedule & Blanks['schedule']];
  phase: [Stripe.SubscriptionSchedule.Phase, Wire.Phase & Blanks['phase']];
  line: [Stripe.InvoiceLineItem, Wire.Line & Blanks['line']];
  invoice: [Stripe.Invoice, Wire.Invoice & Blanks['invoice']];
  invoicePayment: [Stripe.InvoicePayment, ReturnType<typeof invoicePayment>];
  session: [Stripe.Checkout.Session, Wire.Session & Blanks['session']];
  intent: [Stripe.PaymentIntent, Wire.Intent & Blanks['intent']];
  charge: [Stripe.Charge, Wire.Charge & Blanks['charge']];
  refund: [Stripe.Refund, Wire.Refund & Blanks['refund']];
  dispute: [Stripe.Dispute, Wire.Dispute & Blanks['dispute']];
  paymentMethod: [Stripe.PaymentMethod, Wire.PaymentMethod & Blanks['paymentMethod']];
  coupon: [Stripe.Coupon, Wire.Coupon & Blanks['coupon']];
  promotionCode: [Stripe.PromotionCode, Wire.PromotionCode & Blanks['promotionCode']];
  discount: [Stripe.Discount, Wire.Discount & Blanks['discount']];
  portalSettings: [Stripe.BillingPortal.Configuration, Wire.PortalSettings];
  clock: [Stripe.TestHelpers.TestClock, Wire.TestClock & Blanks['clock']];
  endpoint: [Stripe.WebhookEndpoint, Wire.Endpoint & Blanks['endpoint']];
  event: [Stripe.Event, Wire.StripeEvent];
}
type Gaps = { [N in keyof Compared]: `${N}.${Lacks<Compared[N][0], Compared[N][1], [1, 2, 3]>}` }[keyof Compared];
type Nothing<T extends never> = T;
/** A compiler error here names the missing keys. */
export type NoGaps = Nothing<Gaps>;

let sim: Sim;
let stripe: Stripe;
beforeEach(async () => {
  sim = await startSim();
  const { port } = sim;
  stripe = new Stripe(keys.full, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
});
afterEach(async () => {
  const unknown = sim.unknownCalls.map(({ path }) => path);
  await sim.close();
  if (unknown.length > 0) throw new Error(`calls that the simulator does not know: ${unknown.join(', ')}`);
});

it('an item has a plan next to its price, also after a change, and an invoice names its payment', async () => {
  const priced = async (unit_amount: number) => {
    const recurring = { interval: 'month' } as const;
    return await stripe.prices.create({ product_data: { name: 'A' }, currency: 'usd', unit_amount, recurring });
  };
  const [small, large] = [await priced(500), await priced(900)];
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
  expect(card.card).toMatchObject({ brand: 'mastercard', networks: { available: ['mastercard'] }, exp_month: 12 });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    default_payment_method: card.id,
  });
  const expand = ['latest_invoice.payments'];
  const read = await stripe.subscriptions.retrieve(made.id, { expand });
  const [item] = read.items.data;
  expect(item?.plan).toMatchObject({ id: small.id, amount: 500, interval: 'month', product: small.product });
  const invoice = read.latest_invoice as Stripe.Invoice;
  const [payment, ...others] = invoice.payments?.data ?? [];
  expect([payment?.invoice, payment?.status, payment?.amount_paid, others]).toEqual([invoice.id, 'paid', 500, []]);
  const whole = await stripe.invoices.retrieve(invoice.id, { expand: ['payments'] });
  expect(whole.payments?.data).toEqual(invoice.payments?.data);
  const items = [{ id: item?.id ?? '', price: large.id }];
  expect((await stripe.subscriptions.update(made.id, { items })).items.data[0]?.plan.amount).toBe(900);
  await expect(stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice.sheep'] })).rejects.toMatchObject({
    param: 'expand',
  });
});

it('a payment has its own secret; a charge has its captured amount and, on request, its refunds', async () => {
  const pay = async (payment_method: string) =>
    await stripe.paymentIntents.create({ amount: 700, currency: 'usd', payment_method, confirm: true });
  const intent = await pay('pm_card_visa');
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
  expect(intent.managed_payments).toEqual({ enabled: false });
  const charge = intent.latest_charge as string;
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_captured: 700, amount_refunded: 200 });
  const { refunds } = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
  expect(refunds?.data.map(({ amount }) => amount)).toEqual([200]);
  const refused = await pay('pm_card_chargeCustomerFail');
  expect((await stripe.charges.retrieve(refused.latest_charge as string)).amount_captured).toBe(0);
});

it('the settings of the customer portal decide what customers can do there', async () => {
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  const recurring = { interval: 'month' } as const;
  const wanted = { product_data: { name: 'A' }, currency: 'usd', unit_amount: 500, recurring };
  const price = await stripe.prices.create(wanted);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  });
  const made = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Tally' },
    features: { invoice_history: { enabled: true }, subscription_cancel: { enabled: false } },
  });
  expect(made).toMatchObject({ active: true, is_default: false, business_profile: { headline: 'Tally' } });
  expect(made.features.subscription_cancel).toMatchObject({ enabled: false, mode: 'at_period_end' });
  const open = async (configuration?: string) =>
    await stripe.billingPortal.sessions.create({ customer: customer.id, ...(configuration ? { configuration } : {}) });
  const textOf = async (configuration?: string) => await (await fetch((await open(configuration)).url)).text();
  expect(await textOf()).toContain('Cancel sub_');
  const limited = await textOf(made.id);
  expect([limited.includes('Cancel sub_'), limited.includes('Use a card'), limited.includes('Invoice ')]).toEqual([
    false,
    false,
    true,
  ]);
  const changed = await stripe.billingPortal.configurations.update(made.id, {
    features: { subscription_cancel: { enabled: true, mode: 'immediately' } },
    active: false,
  });
  expect(changed.features).toMatchObject({
    invoice_history: { enabled: true },
    subscription_cancel: { enabled: true },
  });
  await expect(open(made.id)).rejects.toMatchObject({ param: 'configuration' });
  const { data } = await stripe.billingPortal.configurations.list({ active: true });
  expect(data.map(({ is_default: isDefault }) => isDefault)).toEqual([true]);
  const told = (await stripe.events.list({ type: 'billing_portal.configuration.updated' })).data;
  expect(told).toHaveLength(1);
});

it('a call without a version may still have older parameters, as those of the command line tool', async () => {
  const ask = async (path: string, body: string, more: Record<string, string> = {}) =>
    await fetch(`${sim.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/x-www-form-urlencoded', ...more },
      body,
    });
  const { id } = (await (await ask('coupons', 'percent_off=20')).json()) as { id: string };
  const made = await ask('promotion_codes', `coupon=${id}`);
  expect([made.status, await made.json()]).toMatchObject([200, { promotion: { type: 'coupon', coupon: id } }]);
  const { data } = await stripe.events.list({ type: 'promotion_code.created' });
  expect(data).toHaveLength(1);
  const version = { 'stripe-version': '2026-10-28.endive' };
  expect((await ask('promotion_codes', `coupon=${id}`, version)).status).toBe(400);
  expect((await ask('promotion_codes', '')).status).toBe(400);
  const recurring = { interval: 'month' } as const;
  const price = await stripe.prices.create({ product_data: { name: 'A' }, currency: 'usd', unit_amount: 5, recurring });
  const customer = await stripe.customers.create({});
  const phases = `phases[0][iterations]=2&phases[0][items][0][price]=${price.id}`;
  const planned = await ask('subscription_schedules', `customer=${customer.id}&start_date=now&${phases}`);
  expect(await planned.json()).toMatchObject({ status: 'active', phases: [{ items: [{ price: price.id }] }] });
  expect((await ask('subscription_schedules', `customer=${customer.id}&${phases}`, version)).status).toBe(400);
});

it('a schedule begins a subscription, changes it with the next phase, and lets it continue or ends it', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const priced = async (unit_amount: number) => {
    const recurring = { interval: 'month' } as const;
    return (await stripe.prices.create({ product_data: { name: 'A' }, currency: 'usd', unit_amount, recurring })).id;
  };
  const [small, large] = [await priced(500), await priced(900)];
  const phaseOf = (price: string) => ({ items: [{ price }], default_payment_method: card.id });
  const begin = async (end_behavior: 'cancel' | 'release') =>
    await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: 'now',
      end_behavior,
      phases: [phaseOf(small), { ...phaseOf(large), duration: { interval: 'month' } }],
    });
  const [kept, ended] = [await begin('release'), await begin('cancel')];
  expect(kept).toMatchObject({
    status: 'active',
    phases: [{ items: [{ price: small }] }, { items: [{ price: large }] }],
  });
  const read = async ({ subscription }: Stripe.SubscriptionSchedule) => {
    const found = await stripe.subscriptions.retrieve(subscription as string, { expand: ['latest_invoice'] });
    return [found.status, found.items.data[0]?.price.id, (found.latest_invoice as Stripe.Invoice).amount_paid];
  };
  const advance = async (days: number) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + days * 86_400 });
  };
  expect(await read(kept)).toEqual(['active', small, 500]);
  await advance(32);
  expect([await read(kept), await read(ended)]).toEqual([
    ['active', large, 900],
    ['active', large, 900],
  ]);
  await advance(31);
  const [released, completed] = [
    await stripe.subscriptionSchedules.retrieve(kept.id),
    await stripe.subscriptionSchedules.retrieve(ended.id),
  ];
  expect([released.status, released.released_subscription]).toEqual(['released', kept.subscription]);
  expect([completed.status, (await read(ended))[0], (await read(kept))[0]]).toEqual([
    'completed',
    'canceled',
    'active',
  ]);
  await expect(stripe.subscriptionSchedules.cancel(ended.id)).rejects.toMatchObject({ statusCode: 400 });
});

it('a schedule waits for its start, is created from a subscription, and ends with it', async () => {
  const customer = await stripe.customers.create({ email: 'ann@example.com' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const recurring = { interval: 'month' } as const;
  const wanted = { product_data: { name: 'A' }, currency: 'usd', unit_amount: 500, recurring };
  const items = [{ price: (await stripe.prices.create(wanted)).id }];
  const start_date = Math.floor(sim.clock.ms() / 1_000) + 86_400;
  const later = await stripe.subscriptionSchedules.create({ customer: customer.id, start_date, phases: [{ items }] });
  expect([later.status, later.subscription, later.current_phase]).toEqual(['not_started', null, null]);
  const waiting = await stripe.subscriptionSchedules.list({ customer: customer.id, scheduled: true });
  expect(waiting.data.map(({ id }) => id)).toEqual([later.id]);
  expect((await stripe.subscriptionSchedules.release(later.id)).status).toBe('released');

  const made = await stripe.subscriptions.create({ customer: customer.id, items, default_payment_method: card.id });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: made.id });
  expect(schedule.current_phase?.end_date).toBe(made.items.data[0]?.current_period_end);
  expect((await stripe.subscriptions.retrieve(made.id)).schedule).toBe(schedule.id);
  await expect(stripe.subscriptionSchedules.create({ from_subscription: made.id })).rejects.toMatchObject({
    param: 'from_subscription',
  });
  await stripe.subscriptions.cancel(made.id);
  expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('canceled');
  const told = (await stripe.events.list({ type: 'subscription_schedule.canceled' })).data;
  expect(told).toHaveLength(1);
});
