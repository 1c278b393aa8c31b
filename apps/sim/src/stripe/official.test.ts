import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sim, startSim } from '../start.ts';
import type { blanks } from './blanks.ts';
import type { invoicePayment } from './expanded.ts';
import type * as Wire from './wire.ts';
import type { PortalSettings } from './wire-portal.ts';
import { keys } from './world.ts';

/** Every object that we serve holds what the official SDK's types say that Stripe always sends. */
type Always<Real> = { [K in keyof Real]-?: undefined extends Real[K] ? never : K }[keyof Real] & string;
type Whole<T> = Extract<Exclude<T, readonly unknown[] | null | undefined>, object>;
/** Keys of theirs that ours lacks, also in the objects that it holds, so many levels down. */
type Lacks<Real, Ours, Levels extends readonly unknown[]> =
  | Exclude<Always<Real>, keyof Ours>
  | (Levels extends readonly [unknown, ...infer Rest]
      ? { [K in keyof Real & keyof Ours & string]: Below<K, Real[K], Ours[K], Rest> }[keyof Real & keyof Ours & string]
      : never);
/** Metadata are the caller's; a price is compared for itself, and so is what an event tells of. */
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
  portalSettings: [Stripe.BillingPortal.Configuration, PortalSettings];
  clock: [Stripe.TestHelpers.TestClock, Wire.TestClock & Blanks['clock']];
  endpoint: [Stripe.WebhookEndpoint, Wire.Endpoint & Blanks['endpoint']];
  event: [Stripe.Event, Wire.StripeEvent];
}
type Gaps = { [N in keyof Compared]: `${N}.${Lacks<Compared[N][0], Compared[N][1], [1, 2, 3]>}` }[keyof Compared];
type Nothing<T extends never> = T;
/** An error of the compiler here names what is missing. */
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

it('an item has its plan beside its price, also after a change, and an invoice says what paid it', async () => {
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

it('a payment has a secret of its own, a charge what was captured and, asked for, its refunds', async () => {
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

it('settings of the customer portal decide what customers find there', async () => {
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

it('a call without a version may still name the coupon of a promotion code, as the command line tool does', async () => {
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
});
