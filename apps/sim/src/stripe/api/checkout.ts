import { z } from 'zod';
import { createSession, expire, pay, payByBank } from '../billing/checkout.ts';
import { cardOf } from '../billing/payments.ts';
import { answerJson, declined, find, Refusal, type Route } from '../call.ts';
import { listOf } from '../wire/wire.ts';
import { makeId, type StripeWorld } from '../world.ts';
import { getRoute, list, listShape } from './lists.ts';
import { discountWishes, metadata, moment, read, text, webAddress, whole, yesNo } from './params.ts';

const wish = {
  mode: z.enum(['subscription', 'payment']),
  line_items: z.array(z.strictObject({ price: text(), quantity: whole(1, 999_999).optional() })).min(1),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  customer: text().optional(),
  customer_email: z.email().optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  expires_at: moment.optional(),
  allow_promotion_codes: yesNo.optional(),
  discounts: discountWishes.optional(),
  locale: text(10).optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text(1_000).optional(),
      shipping: z.unknown().optional(),
      setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text(500).optional(),
      trial_period_days: whole(1, 730).optional(),
    })
    .optional(),
} as const;

export const checkoutRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    run: (call) =>
      answerJson(
        200,
        createSession(
          world,
          read(call, {
            ...wish,
            // Stripe removed this field in this version, but a call without a version may still send it.
            ...(call.headers['stripe-version'] ? {} : { payment_method_types: z.array(text()).optional() }),
          }),
        ),
      ),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: {
            ...listShape,
            customer: text().optional(),
            subscription: text().optional(),
            status: z.enum(['open', 'complete', 'expired']).optional(),
          },
          rows: world.sessions.values(),
          keep: (row, asked) =>
            (asked.customer === undefined || row.customer === asked.customer) &&
            (asked.subscription === undefined || row.subscription === asked.subscription) &&
            (asked.status === undefined || row.status === asked.status),
        }),
      ),
  },
  getRoute('/v1/checkout/sessions', { what: 'checkout.session', rows: world.sessions }),
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    run(call, { id = '' }) {
      read(call, { limit: whole(1, 100).optional() });
      find(world.sessions, 'checkout.session', id);
      const items = (world.orders.get(id)?.items ?? []).map(({ price, quantity }) => ({
        id: makeId(world, 'li'),
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: price.unit_amount * quantity,
        amount_tax: 0,
        amount_total: price.unit_amount * quantity,
        currency: price.currency,
        description: world.products.get(price.product)?.name ?? null,
        metadata: null,
        price,
        quantity,
      }));
      return answerJson(200, listOf(`/v1/checkout/sessions/${id}/line_items`, items));
    },
  },
  {
    // Stripe's own page makes these undocumented calls, as does its command line tool on the page's behalf.
    method: 'GET',
    path: '/v1/payment_pages/:id',
    run: (_, { id = '' }) => answerJson(200, find(world.sessions, 'checkout.session', id)),
  },
  {
    method: 'POST',
    path: '/v1/payment_pages/:id/confirm',
    run(call, { id = '' }) {
      const wish = read(call, { payment_method: text(), expected_amount: whole(0).optional() });
      const session = find(world.sessions, 'checkout.session', id);
      if (wish.expected_amount !== undefined && wish.expected_amount !== session.amount_total)
        throw new Refusal(400, 'The amount of this checkout is not the one that was expected.', {
          param: 'expected_amount',
        });
      const method = cardOf(world, wish.payment_method);
      if (method.type === 'sepa_debit') payByBank(world, session, method);
      else if (!pay(world, session, method.id)) throw declined();
      return answerJson(200, session);
    },
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    run(call, { id = '' }) {
      read(call, {});
      const session = find(world.sessions, 'checkout.session', id);
      expire(world, session);
      return answerJson(200, session);
    },
  },
];
