import { z } from 'zod';
import { cancelSchedule, createSchedule, releaseSchedule, requireOpen, scheduleFrom } from '../billing/schedules.ts';
import { answerJson, type Call, find, Refusal, type Route } from '../call.ts';
import { emit } from '../events.ts';
import type { StripeWorld } from '../world.ts';
import { getRoute, list, listShape } from './lists.ts';
import { mergeMetadata, metadata, moment, read, text, whole, yesNo } from './params.ts';

const phase = {
  items: z.array(z.strictObject({ price: text(), quantity: whole(1, 999_999).optional() })).min(1),
  duration: z
    .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: whole(1, 60).optional() })
    .optional(),
  end_date: moment.optional(),
  default_payment_method: text().optional(),
  description: text(500).optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
} as const;
const endBehavior = z.enum(['cancel', 'release']).optional();
const fields = {
  customer: text().optional(),
  from_subscription: text().optional(),
  start_date: z.literal('now').or(moment).optional(),
  end_behavior: endBehavior,
  metadata: metadata.optional(),
} as const;
const newFields = { ...fields, phases: z.array(z.strictObject(phase)).min(1).optional() } as const;
/** `duration` replaced this field on 2025-09-30, but a call without a version may still send it. */
const olderPhase = z.strictObject({ ...phase, iterations: whole(1, 60).optional() });
const olderFields = { ...fields, phases: z.array(olderPhase).min(1).optional() } as const;

function create(world: StripeWorld, call: Call) {
  const wish = call.headers['stripe-version'] === undefined ? read(call, olderFields) : read(call, newFields);
  if (wish.from_subscription !== undefined) {
    if (wish.phases || wish.customer || wish.start_date || wish.end_behavior)
      throw new Refusal(400, 'You cannot set other parameters if `from_subscription` is set.', {
        param: 'from_subscription',
      });
    return scheduleFrom(world, wish.from_subscription);
  }
  const { customer, phases } = wish;
  if (customer === undefined || phases === undefined)
    throw new Refusal(400, `Missing required param: ${customer === undefined ? 'customer' : 'phases'}.`, {
      code: 'parameter_missing',
      param: customer === undefined ? 'customer' : 'phases',
    });
  const { start_date: startDate = 'now', end_behavior: end = 'release' } = wish;
  return createSchedule(world, { customer, phases, startDate, endBehavior: end, metadata: { ...wish.metadata } });
}

export const scheduleRoutes = (world: StripeWorld): Route[] => [
  { method: 'POST', path: '/v1/subscription_schedules', run: (call) => answerJson(200, create(world, call)) },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, customer: text().optional(), scheduled: yesNo.optional() },
          rows: world.schedules.values(),
          keep: (row, asked) =>
            (asked.customer === undefined || row.customer === asked.customer) &&
            (asked.scheduled === undefined || (row.status === 'not_started') === asked.scheduled),
        }),
      ),
  },
  getRoute('/v1/subscription_schedules', { what: 'subscription schedule', rows: world.schedules }),
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    run(call, { id = '' }) {
      const schedule = find(world.schedules, 'subscription schedule', id);
      const wish = read(call, { end_behavior: endBehavior, metadata: metadata.optional() });
      requireOpen(schedule, 'update');
      schedule.end_behavior = wish.end_behavior ?? schedule.end_behavior;
      schedule.metadata = mergeMetadata(schedule.metadata, wish.metadata);
      emit(world, 'subscription_schedule.updated', schedule);
      return answerJson(200, schedule);
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/cancel',
    run(call, { id = '' }) {
      read(call, {});
      const schedule = find(world.schedules, 'subscription schedule', id);
      cancelSchedule(world, schedule);
      return answerJson(200, schedule);
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    run(call, { id = '' }) {
      read(call, {});
      const schedule = find(world.schedules, 'subscription schedule', id);
      releaseSchedule(world, schedule);
      return answerJson(200, schedule);
    },
  },
];
