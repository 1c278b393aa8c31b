import { z } from 'zod';
import { addAccount, addCard, attach, cardOf, charge, closeDispute, makeIntent, refund } from '../billing/payments.ts';
import { advanceClock } from '../billing/time.ts';
import { answerJson, find, Refusal, type Route } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Endpoint, TestClock } from '../wire/wire.ts';
import { makeId, nowOf, type StripeWorld } from '../world.ts';
import { listRefunds } from './expanded.ts';
import { getRoute, list, listShape } from './lists.ts';
import { currency, metadata, moment, read, text, webAddress, whole, yesNo } from './params.ts';

/** Lists the objects that belong to a payment. */
const paymentShape = { ...listShape, charge: text().optional(), payment_intent: text().optional() };
interface OfPayment {
  readonly charge?: string | null | undefined;
  readonly payment_intent?: string | null | undefined;
}
const isOfPayment = (row: OfPayment, asked: OfPayment): boolean =>
  (asked.charge === undefined || row.charge === asked.charge) &&
  (asked.payment_intent === undefined || row.payment_intent === asked.payment_intent);

export const paymentRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    run(call) {
      const wish = read(call, {
        type: z.enum(['card', 'sepa_debit']),
        card: z.record(z.string(), z.string()).optional(),
        sepa_debit: z.strictObject({ iban: text(34) }).optional(),
        billing_details: z.unknown().optional(),
        metadata: metadata.optional(),
      });
      return answerJson(200, wish.type === 'card' ? addCard(world) : addAccount(world, wish.sepa_debit?.iban ?? ''));
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    run: (call, { id = '' }) => answerJson(200, attach(world, id, read(call, { customer: text() }).customer)),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, customer: text().optional(), type: z.literal('card').optional() },
          rows: world.paymentMethods.values(),
          keep: (row, asked) => asked.customer === undefined || row.customer === asked.customer,
        }),
      ),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents',
    run(call) {
      const wish = read(call, {
        amount: whole(1),
        currency,
        confirm: yesNo.optional(),
        customer: text().optional(),
        payment_method: text().optional(),
        description: text().optional(),
        metadata: metadata.optional(),
        // Stripe removed this field in this version, but a call without a version may still send it.
        ...(call.headers['stripe-version'] ? {} : { payment_method_types: z.array(text()).optional() }),
        payment_method_options: z.unknown().optional(),
        shipping: z.unknown().optional(),
        return_url: webAddress.optional(),
      });
      const about = {
        customer: wish.customer ?? null,
        amount: wish.amount,
        currency: wish.currency,
        card: wish.payment_method ?? null,
      };
      if (!wish.confirm) {
        const intent = makeIntent(world, about);
        emit(world, 'payment_intent.created', intent);
        return answerJson(200, intent);
      }
      const card = wish.payment_method ? cardOf(world, wish.payment_method).id : addCard(world).id;
      return answerJson(200, charge(world, { ...about, card }));
    },
  },
  getRoute('/v1/payment_intents', {
    what: 'payment_intent',
    rows: world.intents,
    expandable: { latest_charge: (row) => world.charges.get(row.latest_charge ?? '') },
  }),
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    run(call, { id = '' }) {
      const wish = read(call, { cancellation_reason: text(50).optional() });
      const intent = find(world.intents, 'payment_intent', id);
      if (intent.status === 'succeeded')
        throw new Refusal(400, 'You cannot cancel this PaymentIntent because it has a status of succeeded.', {
          code: 'payment_intent_unexpected_state',
        });
      intent.status = 'canceled';
      intent.canceled_at = nowOf(world);
      intent.cancellation_reason = wish.cancellation_reason ?? null;
      emit(world, 'payment_intent.canceled', intent);
      return answerJson(200, intent);
    },
  },
  getRoute('/v1/charges', {
    what: 'charge',
    rows: world.charges,
    expandable: { refunds: (row) => listRefunds(world, row.id) },
  }),
  {
    method: 'GET',
    path: '/v1/refunds',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: paymentShape,
          rows: world.refunds.values(),
          keep: isOfPayment,
        }),
      ),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    run: (call) =>
      answerJson(
        200,
        refund(
          world,
          read(call, {
            charge: text().optional(),
            payment_intent: text().optional(),
            amount: whole(1).optional(),
            reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
            metadata: metadata.optional(),
          }),
        ),
      ),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: paymentShape,
          rows: world.disputes.values(),
          keep: isOfPayment,
        }),
      ),
  },
  getRoute('/v1/disputes', { what: 'dispute', rows: world.disputes }),
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    run(call, { id = '' }) {
      read(call, {});
      const { status } = find(world.disputes, 'dispute', id);
      if (status !== 'needs_response' && status !== 'warning_needs_response')
        throw new Refusal(400, 'This dispute is already closed', { code: 'dispute_already_closed' });
      // Closing a dispute accepts it, as at Stripe.
      return answerJson(200, closeDispute(world, id, status === 'needs_response' ? 'lost' : 'warning_closed'));
    },
  },
];

const DAY = 86_400;

export const clockRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    run(call) {
      const wish = read(call, { frozen_time: moment, name: text(300).optional() });
      const clock: TestClock = {
        ...blanks.clock,
        id: makeId(world, 'clock'),
        object: 'test_helpers.test_clock',
        created: nowOf(world),
        deletes_after: nowOf(world) + 30 * DAY,
        name: wish.name ?? null,
        frozen_time: wish.frozen_time,
        status: 'ready',
      };
      world.clocks.set(clock.id, clock);
      emit(world, 'test_helpers.test_clock.created', clock);
      return answerJson(200, clock);
    },
  },
  getRoute('/v1/test_helpers/test_clocks', { what: 'test_helpers.test_clock', rows: world.clocks }),
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    run(call, { id = '' }) {
      const { frozen_time: to } = read(call, { frozen_time: moment });
      const clock = find(world.clocks, 'test_helpers.test_clock', id);
      if (to <= clock.frozen_time)
        throw new Refusal(400, 'You can only advance a test clock forward.', { param: 'frozen_time' });
      // The limit is two intervals of the shortest subscription: https://docs.stripe.com/billing/testing/test-clocks
      const spans = [...world.subscriptions.values()]
        .filter((each) => each.test_clock === id && each.ended_at === null)
        .flatMap((each) => each.items.data.map((item) => item.current_period_end - item.current_period_start));
      if (spans.length > 0 && to - clock.frozen_time > 2 * Math.min(...spans) + DAY)
        throw new Refusal(
          400,
          'You can only advance a test clock by at most two intervals of the shortest subscription.',
          { param: 'frozen_time' },
        );
      advanceClock(world, clock, to);
      return answerJson(200, clock);
    },
  },
];

const endpointFields = {
  url: webAddress.optional(),
  enabled_events: z.array(z.string()).min(1).optional(),
  description: text().optional(),
  metadata: metadata.optional(),
} as const;

export const eventRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'GET',
    path: '/v1/events',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, type: text().optional(), types: z.array(z.string()).max(20).optional() },
          rows: world.events.values(),
          keep: (row, asked) => (asked.type ?? row.type) === row.type && (asked.types?.includes(row.type) ?? true),
        }),
      ),
  },
  getRoute('/v1/events', { what: 'event', rows: world.events }),
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    run(call) {
      const wish = read(call, {
        ...endpointFields,
        url: webAddress,
        enabled_events: z.array(z.string()).min(1),
        api_version: text().optional(),
      });
      return answerJson(
        200,
        addEndpoint(world, wish.url, { secret: makeId(world, 'whsec', 32), events: wish.enabled_events }),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    run: (call) => {
      const found = list(call, { shape: listShape, rows: world.endpoints.values(), keep: () => true });
      // The secret is shown once, at creation.
      return answerJson(200, { ...found, data: found.data.map((each) => ({ ...each, secret: undefined })) });
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    run(call, { id = '' }) {
      read(call, {});
      find(world.endpoints, 'webhook_endpoint', id);
      world.endpoints.delete(id);
      return answerJson(200, { id, object: 'webhook_endpoint', deleted: true });
    },
  },
];

export function addEndpoint(
  world: StripeWorld,
  url: string,
  { secret, events = ['*'] }: { secret: string; events?: string[] },
): Endpoint {
  const endpoint: Endpoint = {
    ...blanks.endpoint,
    id: makeId(world, 'we'),
    object: 'webhook_endpoint',
    created: nowOf(world),
    secret,
    url,
    enabled_events: events,
    status: 'enabled',
    description: null,
    metadata: {},
  };
  world.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}
