import { emit } from '../events.ts';
import type { Schedule, Subscription } from '../wire/wire.ts';
import { customerNow, type StripeWorld } from '../world.ts';

type End = 'canceled' | 'completed' | 'released';

/** A released subscription continues without the schedule. Other subscriptions refer to it until they end. */
export function endSchedule(world: StripeWorld, schedule: Schedule, how: End): void {
  const now = customerNow(world, schedule.customer);
  const subscription = world.subscriptions.get(schedule.subscription ?? '');
  schedule.status = how;
  schedule.current_phase = null;
  if (how === 'canceled') schedule.canceled_at = now;
  if (how === 'completed') schedule.completed_at = now;
  if (how === 'released') {
    Object.assign(schedule, { released_at: now, released_subscription: schedule.subscription, subscription: null });
    if (subscription) subscription.schedule = null;
  }
  emit(world, `subscription_schedule.${how}`, schedule);
}

export function endScheduleOf(world: StripeWorld, subscription: Subscription): void {
  const schedule = world.schedules.get(subscription.schedule ?? '');
  if (schedule?.status === 'active') endSchedule(world, schedule, 'canceled');
}
