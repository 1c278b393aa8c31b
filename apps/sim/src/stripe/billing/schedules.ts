/** Scheduled changes of subscriptions: https://docs.stripe.com/billing/subscriptions/subscription-schedules */

import { find, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Metadata, Phase, Recurring, Schedule, Subscription } from '../wire/wire.ts';
import { customerNow, makeId, type StripeWorld } from '../world.ts';
import { endOfPeriod, makeItem, planChange, recurringOf, usable } from './proration.ts';
import { endSchedule } from './schedule-ends.ts';
import { changeItems, createSubscription, end, requireChangeable, update } from './subscriptions.ts';

export interface PhaseWish {
  readonly items: readonly { readonly price: string; readonly quantity?: number | undefined }[];
  readonly duration?: Pick<Recurring, 'interval'> & { readonly interval_count?: number | undefined };
  readonly iterations?: number | undefined;
  readonly end_date?: number | undefined;
  readonly default_payment_method?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly proration_behavior?: Phase['proration_behavior'] | undefined;
}

export interface NewSchedule {
  readonly customer: string;
  readonly startDate: number | 'now';
  readonly phases: readonly PhaseWish[];
  readonly endBehavior: Schedule['end_behavior'];
  readonly metadata: Metadata;
}

export function createSchedule(world: StripeWorld, wish: NewSchedule): Schedule {
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const now = customerNow(world, customer.id);
  const start = wish.startDate === 'now' ? now : wish.startDate;
  if (start < now) throw new Refusal(400, 'start_date lies in the past.', { param: 'start_date' });
  const phases: Phase[] = [];
  for (const [place, phase] of wish.phases.entries())
    phases.push(makePhase(world, phase, { place, start: phases.at(-1)?.end_date ?? start }));
  const schedule = keep(world, { customer: customer.id, phases, wish });
  if (start === now) startSchedule(world, schedule);
  emit(world, 'subscription_schedule.created', schedule);
  return schedule;
}

/** Creates one phase, as long as the current period. */
export function scheduleFrom(world: StripeWorld, subscriptionId: string): Schedule {
  const subscription = requireChangeable(world, subscriptionId);
  if (subscription.schedule !== null)
    throw new Refusal(400, `The subscription ${subscription.id} is already attached to a schedule.`, {
      param: 'from_subscription',
    });
  const [first] = subscription.items.data;
  const items = subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity }));
  const place = { place: 0, start: first?.current_period_start ?? subscription.start_date };
  const phase = makePhase(world, { items, end_date: first?.current_period_end }, place);
  const wish = { endBehavior: 'release', metadata: {} } as const;
  const schedule = keep(world, { customer: subscription.customer, phases: [phase], wish });
  attach(schedule, subscription, phase);
  emit(world, 'subscription_schedule.created', schedule);
  return schedule;
}

function makePhase(world: StripeWorld, wish: PhaseWish, { place, start }: { place: number; start: number }): Phase {
  const items = wish.items.map(({ price, quantity = 1 }, index) => {
    const found = usable(world, price, `phases[${place}][items][${index}][price]`);
    return { price: found, quantity, recurring: recurringOf(found, `phases[${place}][items][${index}][price]`) };
  });
  const [first] = items;
  if (!first) throw new Refusal(400, `Missing required param: phases[${place}][items].`, { code: 'parameter_missing' });
  const { interval, interval_count: count = 1 } = wish.duration ?? {
    ...first.recurring,
    interval_count: first.recurring.interval_count * (wish.iterations ?? 1),
  };
  const endDate = wish.end_date ?? endOfPeriod(start, { ...first.recurring, interval, interval_count: count });
  if (endDate <= start)
    throw new Refusal(400, 'A phase ends after it starts.', { param: `phases[${place}][end_date]` });
  return {
    ...blanks.phase,
    currency: first.price.currency,
    default_payment_method: wish.default_payment_method ?? null,
    description: wish.description ?? null,
    start_date: start,
    end_date: endDate,
    items: items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity,
      tax_rates: [],
    })),
    metadata: { ...wish.metadata },
    proration_behavior: wish.proration_behavior ?? 'create_prorations',
  };
}

function keep(
  world: StripeWorld,
  about: {
    readonly customer: string;
    readonly phases: readonly Phase[];
    readonly wish: Pick<NewSchedule, 'endBehavior' | 'metadata'>;
  },
): Schedule {
  const schedule: Schedule = {
    ...blanks.schedule,
    id: makeId(world, 'sub_sched'),
    object: 'subscription_schedule',
    created: customerNow(world, about.customer),
    customer: about.customer,
    phases: about.phases,
    test_clock: world.customers.get(about.customer)?.test_clock ?? null,
    canceled_at: null,
    completed_at: null,
    current_phase: null,
    end_behavior: about.wish.endBehavior,
    metadata: { ...about.wish.metadata },
    released_at: null,
    released_subscription: null,
    status: 'not_started',
    subscription: null,
  };
  world.schedules.set(schedule.id, schedule);
  return schedule;
}

function attach(schedule: Schedule, subscription: Subscription, { start_date, end_date }: Phase): void {
  subscription.schedule = schedule.id;
  Object.assign(schedule, { subscription: subscription.id, status: 'active', current_phase: { start_date, end_date } });
}

function startSchedule(world: StripeWorld, schedule: Schedule): void {
  const [phase] = schedule.phases;
  if (!phase) return;
  const subscription = createSubscription(world, {
    customer: schedule.customer,
    items: phase.items.map(({ price, quantity }) => ({ price: usable(world, price, 'phases'), quantity })),
    metadata: phase.metadata,
    card: phase.default_payment_method,
    description: phase.description,
    schedule: schedule.id,
  });
  attach(schedule, subscription, phase);
}

/** Returns when a schedule is due next, or null if never. */
export function dueOf(schedule: Schedule): number | null {
  if (schedule.status === 'not_started') return schedule.phases[0]?.start_date ?? null;
  return schedule.status === 'active' ? (schedule.current_phase?.end_date ?? null) : null;
}

/** Starts the schedule, begins its next phase, or ends its last one. */
export function proceed(world: StripeWorld, schedule: Schedule): void {
  if (schedule.status === 'not_started') {
    startSchedule(world, schedule);
    emit(world, 'subscription_schedule.updated', schedule, { status: 'not_started', subscription: null });
    return;
  }
  const subscription = find(world.subscriptions, 'subscription', schedule.subscription ?? '');
  const at = schedule.current_phase?.end_date;
  const next = schedule.phases.find(({ start_date: start }) => start === at);
  if (next) return beginPhase(world, { schedule, subscription, phase: next });
  if (schedule.end_behavior === 'release') return endSchedule(world, schedule, 'released');
  endSchedule(world, schedule, 'completed');
  end(world, subscription);
}

function beginPhase(
  world: StripeWorld,
  { schedule, subscription, phase }: { schedule: Schedule; subscription: Subscription; phase: Phase },
): void {
  const before = { current_phase: schedule.current_phase };
  const at = phase.start_date;
  const wanted = phase.items.map(({ price, quantity }) => ({ price: usable(world, price, 'phases'), quantity }));
  const [former] = subscription.items.data;
  if (former?.current_period_end === at) {
    // A renewal at the same time bills the new items.
    const data = wanted.map(({ price, quantity }) => {
      const same = subscription.items.data.find((item) => item.price.id === price.id);
      const period = { start: former.current_period_start, end: at };
      return same
        ? { ...same, quantity }
        : makeItem(world, { price, quantity, subscription: subscription.id, ...period });
    });
    update(world, subscription, { items: { ...subscription.items, data } });
  } else {
    const kept = subscription.items.data.map(({ id, price }) => {
      const same = wanted.find((item) => item.price.id === price.id);
      return same ? { id, quantity: same.quantity } : { id, deleted: true };
    });
    const added = wanted
      .filter(({ price }) => !subscription.items.data.some((item) => item.price.id === price.id))
      .map(({ price, quantity }) => ({ price: price.id, quantity }));
    const proration = phase.proration_behavior;
    const isProrated = proration !== 'none';
    const change = planChange(world, subscription, { wishes: [...kept, ...added], at, isProrated });
    changeItems(world, subscription, { change, proration, behaviour: 'allow_incomplete' });
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  emit(world, 'subscription_schedule.updated', schedule, before);
}

/** Ends the schedule and its subscription immediately. */
export function cancelSchedule(world: StripeWorld, schedule: Schedule): void {
  requireOpen(schedule, 'cancel');
  const subscription = world.subscriptions.get(schedule.subscription ?? '');
  if (subscription) end(world, subscription);
  else endSchedule(world, schedule, 'canceled');
}

export function releaseSchedule(world: StripeWorld, schedule: Schedule): void {
  requireOpen(schedule, 'release');
  endSchedule(world, schedule, 'released');
}

export function requireOpen({ status }: Schedule, what: string): void {
  if (status === 'active' || status === 'not_started') return;
  throw new Refusal(
    400,
    `You cannot ${what} a subscription schedule that is currently in the \`${status}\` status. It must be in the \`not_started\` or \`active\` status.`,
  );
}
