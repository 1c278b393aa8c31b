import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Sim, startSim } from '../start.ts';
import { keys } from './world.ts';

/** These tests use the unmodified official SDK against the simulated Stripe. */
let sim: Sim;
let stripe: Stripe;
const client = (key: string = keys.full) =>
  new Stripe(key, { host: '127.0.0.1', port: sim.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
beforeEach(async () => {
  sim = await startSim();
  stripe = client();
});
afterEach(async () => {
  const unknown = sim.unknownCalls.map(({ path }) => path);
  await sim.close();
  if (unknown.length > 0) throw new Error(`calls that the simulator does not know: ${unknown.join(', ')}`);
});

async function sell() {
  const product = await stripe.products.create({ name: 'Premium' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    lookup_key: 'p',
  });
  const plus = await stripe.prices.create({
    product_data: { name: 'Plus' },
    currency: 'usd',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
  });
  const customer = await stripe.customers.create({ email: 'ann@example.com', metadata: { who: 'ann' } });
  return { price, plus, customer };
}

it('a checkout that is paid becomes a subscription with its invoice', async () => {
  const { price, customer } = await sell();
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 2 }],
    success_url: 'http://localhost/thanks?id={CHECKOUT_SESSION_ID}',
    subscription_data: { metadata: { who: 'ann' } },
  });
  expect((await fetch(`${session.url}?do=decline`)).status).toBe(402);
  const paid = await fetch(`${session.url}?do=pay`, { redirect: 'manual' });
  expect(paid.headers.get('location')).toBe(`http://localhost/thanks?id=${session.id}`);
  const { subscription, status } = await stripe.checkout.sessions.retrieve(session.id);
  expect(status).toBe('complete');
  const made = await stripe.subscriptions.retrieve(subscription as string, { expand: ['latest_invoice'] });
  expect(made).toMatchObject({
    status: 'active',
    metadata: { who: 'ann' },
    latest_invoice: { status: 'paid', amount_paid: 1_000, billing_reason: 'subscription_create' },
  });
  expect(made.items.data[0]?.price.lookup_key).toBe('p');
  const { data } = await stripe.invoices.list({ customer: customer.id });
  expect(data[0]?.parent?.subscription_details?.subscription).toBe(made.id);
});

it('a change costs as much as its preview; a refused card changes nothing', async () => {
  const { price, plus, customer } = await sell();
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  });
  const items = [{ id: made.items.data[0]?.id ?? '', price: plus.id }];
  const about = { items, proration_behavior: 'always_invoice', proration_date: made.start_date } as const;
  const preview = await stripe.invoices.createPreview({ subscription: made.id, subscription_details: about });
  expect(preview.amount_due).toBe(500);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  const change = { ...about, payment_behavior: 'error_if_incomplete' } as const;
  await expect(stripe.subscriptions.update(made.id, change)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  expect((await stripe.subscriptions.retrieve(made.id)).items.data[0]?.price.id).toBe(price.id);
  await stripe.subscriptions.update(made.id, { default_payment_method: card.id });
  const changed = await stripe.subscriptions.update(made.id, { ...change, expand: ['latest_invoice'] });
  expect(changed.latest_invoice).toMatchObject({ amount_paid: 500 });
});

it('a test clock renews, fails, tries again and ends', async () => {
  const { price } = await sell();
  const start = 1_800_000_000;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  });
  const advance = async (days: number) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + days * 86_400 });
    return (await stripe.subscriptions.retrieve(id)).status;
  };
  expect(await advance(32)).toBe('active');
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.subscriptions.update(id, { default_payment_method: bad.id });
  expect(await advance(31)).toBe('past_due');
  expect(await advance(20)).toBe('canceled');
});

it('the same key is the same answer; another request under it is refused', async () => {
  const made = async (email: string) => await stripe.customers.create({ email }, { idempotencyKey: 'k' });
  const [one, two] = await Promise.all([made('a@example.com'), made('a@example.com')]);
  expect(one.id).toBe(two.id);
  await expect(made('b@example.com')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
});

it('refuses what Stripe refuses: keys, versions, unknown parameters, strangers', async () => {
  await expect(client('sk_test_of_somebody').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  });
  await expect(client(keys.readOnly).customers.create()).rejects.toMatchObject({
    type: 'StripePermissionError',
    code: undefined,
    message: expect.stringContaining("Having the 'rak_customer_write' permission"),
  });
  await expect(stripe.customers.create({ colour: 'red' } as object)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  });
  await expect(stripe.prices.create({ currency: 'usd' })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'unit_amount',
  });
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  });
  await expect(stripe.customers.list({}, { apiVersion: '2024-06-20' })).rejects.toMatchObject({ statusCode: 400 });
});

it('webhooks carry the official signature, also twice and in disorder', async () => {
  const received: Stripe.Event[] = [];
  const { createServer } = await import('node:http');
  const app = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push(
        stripe.webhooks.constructEvent(Buffer.concat(chunks), String(req.headers['stripe-signature']), secret),
      );
      res.end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => app.once('listening', done));
  const port = (app.address() as { port: number }).port;
  const { secret = '' } = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    enabled_events: ['customer.created', 'customer.updated'],
  });
  const controls = sim.worlds.get('stripe')?.controls;
  await controls?.['webhooks']?.({ do: 'shuffle', next: 2 });
  const { id } = await stripe.customers.create({});
  await stripe.customers.update(id, { name: 'Ann' });
  await vi.waitFor(() => expect(received).toHaveLength(2), 30_000);
  await controls?.['resend']?.({ times: 3 });
  await vi.waitFor(() => expect(received).toHaveLength(5), 30_000);
  expect(received.map((event) => event.type)).toContain('customer.updated');
  app.closeAllConnections();
  app.close();
});

it('a promotion code reduces the checkout, the invoices and the price of a change while it lasts', async () => {
  const { price, plus } = await sell();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'repeating', duration_in_months: 2 });
  const { id: code } = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'WELCOME-20',
    max_redemptions: 1,
  });
  const found = await stripe.promotionCodes.list({
    code: 'welcome-20',
    active: true,
    expand: ['data.promotion.coupon.applies_to'],
  });
  expect(found.data).toMatchObject([{ id: code, promotion: { coupon: { percent_off: 20, valid: true } } }]);
  const items = [{ price: price.id, quantity: 1 }];
  const shown = await stripe.invoices.createPreview({
    currency: 'usd',
    subscription_details: { items },
    discounts: [{ promotion_code: code }],
  });
  expect(shown).toMatchObject({ subtotal: 500, total: 400, amount_due: 400 });
  const open = async () =>
    await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: items,
      success_url: 'http://localhost/',
      discounts: [{ promotion_code: code }],
    });
  const session = await open();
  expect(session).toMatchObject({ amount_total: 400, total_details: { amount_discount: 100 } });
  await fetch(`${session.url}?do=pay`, { redirect: 'manual' });
  await expect(open()).rejects.toMatchObject({ param: 'discounts[0][promotion_code]' });
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  const made = await stripe.subscriptions.retrieve(subscription as string, {
    expand: ['discounts.source.coupon.applies_to'],
  });
  expect(made.discounts).toMatchObject([{ source: { coupon: { id: coupon.id } }, promotion_code: code }]);
  const change = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: {
      items: [{ id: made.items.data[0]?.id ?? '', price: plus.id }],
      proration_behavior: 'always_invoice',
      proration_date: made.start_date,
    },
  });
  // The new price of 800 minus the 400 that were paid.
  expect(change.amount_due).toBe(400);
  const advance = async (days: number) => {
    const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + days * 86_400 });
  };
  await advance(40);
  await advance(31);
  const { data } = await stripe.invoices.list({ customer: customer.id });
  expect(data.map(({ total }) => total)).toEqual([500, 400, 400]);
});

it('refuses impossible requests: wrong kinds of prices, two currencies, two pages at once, two discounts', async () => {
  const { price, customer } = await sell();
  const once = await stripe.prices.create({ product_data: { name: 'Sticker' }, currency: 'usd', unit_amount: 300 });
  const euro = await stripe.prices.create({
    product_data: { name: 'Euro' },
    currency: 'eur',
    unit_amount: 500,
    recurring: { interval: 'month' },
  });
  const session = async (mode: 'payment' | 'subscription', prices: string[], more: object = {}) =>
    await stripe.checkout.sessions.create({
      mode,
      line_items: prices.map((each) => ({ price: each, quantity: 1 })),
      success_url: 'http://localhost/',
      customer: customer.id,
      ...more,
    });
  await expect(session('payment', [price.id])).rejects.toMatchObject({ statusCode: 400 });
  await expect(session('subscription', [once.id])).rejects.toMatchObject({ statusCode: 400 });
  await expect(session('subscription', [price.id, euro.id])).rejects.toMatchObject({ param: 'line_items' });
  await expect(session('payment', [once.id], { subscription_data: {} })).resolves.toMatchObject({ status: 'open' });
  await expect(session('payment', [once.id], { subscription_data: { description: 'x' } })).rejects.toMatchObject({
    param: 'subscription_data',
  });
  const discounts = [{ coupon: 'a' }, { coupon: 'b' }];
  await expect(session('subscription', [price.id], { discounts })).rejects.toMatchObject({ statusCode: 400 });
  const both = { discounts: [{ coupon: 'a' }], allow_promotion_codes: true };
  await expect(session('subscription', [price.id], both)).rejects.toMatchObject({ statusCode: 400 });
  const paid = await session('payment', [once.id]);
  await fetch(`${paid.url}?do=pay`, { redirect: 'manual' });
  const done = await stripe.checkout.sessions.retrieve(paid.id);
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', subscription: null });
  expect(done.payment_intent).toMatch(/^pi_/);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const subscribe = async (id: string) =>
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: id }],
      default_payment_method: card.id,
    });
  await subscribe(price.id);
  await expect(subscribe(euro.id)).rejects.toMatchObject({ statusCode: 400 });
  await expect(session('subscription', [euro.id])).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.prices.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.prices.list({ limit: 0 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.prices.list({ starting_after: price.id, ending_before: euro.id })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(stripe.prices.list({ starting_after: 'price_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await stripe.prices.list({ created: { gte: 1 } })).data).toHaveLength(4);
  expect((await stripe.prices.list({ created: { lt: 1 } })).data).toEqual([]);
  await expect(stripe.customers.del(customer.id, { now: 'yes' })).rejects.toMatchObject({
    code: 'parameter_unknown',
  });
});

it('a key that is a day old is free again', async () => {
  const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'old' });
  sim.clock.advance(86_401_000);
  const later = await stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'old' });
  expect(later.id).not.toBe(first.id);
});

it('a trial without a card pauses when it ends, and an invoice by hand is paid by hand', async () => {
  const { price, customer } = await sell();
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  });
  expect((await stripe.subscriptions.update(id, { trial_end: 'now' })).status).toBe('paused');
  await stripe.invoiceItems.create({ customer: customer.id, amount: 300, currency: 'usd', description: 'Sticker' });
  const invoice = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' });
  expect(invoice).toMatchObject({ status: 'draft', total: 300, parent: null });
  await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ code: 'card_declined' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect(await stripe.invoices.pay(invoice.id, { payment_method: card.id })).toMatchObject({ status: 'paid' });
  await expect(stripe.invoices.voidInvoice(invoice.id)).rejects.toMatchObject({ statusCode: 400 });
});

it('a card that needs confirmation does not pay on its own; a dispute can be closed; a short trial is about to end', async () => {
  const { price, plus, customer } = await sell();
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  });
  const asking = await stripe.paymentMethods.attach('pm_card_threeDSecure2Required', { customer: customer.id });
  await stripe.subscriptions.update(made.id, { default_payment_method: asking.id });
  const items = [{ id: made.items.data[0]?.id ?? '', price: plus.id }];
  const change = { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' } as const;
  await expect(stripe.subscriptions.update(made.id, change)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'subscription_payment_intent_requires_action',
  });
  expect((await stripe.subscriptions.retrieve(made.id)).items.data[0]?.price.id).toBe(price.id);

  const { id } = await stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    payment_method: 'pm_card_createDisputeInquiry',
    confirm: true,
  });
  const { data } = await stripe.disputes.list({ payment_intent: id });
  expect(data).toMatchObject([{ status: 'warning_needs_response' }]);
  expect(await stripe.disputes.close(data[0]?.id ?? '')).toMatchObject({ status: 'warning_closed' });

  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], trial_period_days: 1 });
  const { data: told } = await stripe.events.list({ limit: 100 });
  const types = told.map(({ type }) => type);
  for (const type of ['charge.dispute.created', 'charge.dispute.closed', 'customer.subscription.trial_will_end'])
    expect(types).toContain(type);
});
