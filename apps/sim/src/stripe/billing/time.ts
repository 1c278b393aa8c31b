import { emit } from '../events.ts';
import type { Invoice, Subscription, TestClock } from '../wire/wire.ts';
import { nowOf, type StripeWorld } from '../world.ts';
import { cardFor, collect, subscriptionIdOf } from './invoices.ts';
import { dueOf, proceed } from './schedules.ts';
import { end, INCOMPLETE_FOR, renew, setStatus, TRIAL_WARNING, warnOfTrial } from './subscriptions.ts';

const MOST_STEPS = 500;
const LONGEST_WAIT_MS = 6 * 3_600_000;

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Does all work that is due by now, in order. `clockId` limits it to that test clock's customers. */
export function settle(world: StripeWorld): void {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const due = nextDue(world, null);
    if (!due || due.at > nowOf(world)) break;
    due.run();
  }
  world.stopTimer();
  const next = nextDue(world, null);
  // Node's timers reach at most 24 days, and a moved clock must be noticed.
  const wait = next ? Math.min(Math.max(0, (next.at - nowOf(world)) * 1_000), LONGEST_WAIT_MS) : LONGEST_WAIT_MS;
  world.stopTimer = world.doors.later(wait + 1_000, () => settle(world));
}

/** Moves a test clock step by step, so that each renewal happens at its own time. */
export function advanceClock(world: StripeWorld, clock: TestClock, to: number): void {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const due = nextDue(world, clock.id);
    if (!due || due.at > to) break;
    clock.frozen_time = Math.max(clock.frozen_time, due.at);
    due.run();
  }
  clock.frozen_time = to;
  emit(world, 'test_helpers.test_clock.advancing', clock);
  emit(world, 'test_helpers.test_clock.ready', clock);
}

/** Moves the whole account's time step by step. */
export function advanceAccount(world: StripeWorld, seconds: number): void {
  const to = nowOf(world) + seconds;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const due = nextDue(world, null);
    if (!due || due.at > to) break;
    world.aheadMs += Math.max(0, due.at - nowOf(world)) * 1_000;
    due.run();
  }
  world.aheadMs += Math.max(0, to - nowOf(world)) * 1_000;
  settle(world);
}

function nextDue(world: StripeWorld, clockId: string | null): Due | null {
  let next: Due | null = null;
  const consider = (at: number, run: () => void): void => {
    if (!next || at < next.at) next = { at, run };
  };
  // Schedules come before renewals, because a phase that begins at the same moment changes what they bill.
  for (const schedule of world.schedules.values()) {
    const at = schedule.test_clock === clockId ? dueOf(schedule) : null;
    if (at !== null) consider(at, () => proceed(world, schedule));
  }
  for (const subscription of world.subscriptions.values()) {
    if (subscription.test_clock === clockId) considerSubscription(world, subscription, consider);
  }
  for (const invoice of world.invoices.values()) {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    if ((world.customers.get(invoice.customer)?.test_clock ?? null) !== clockId) continue;
    consider(invoice.next_payment_attempt, () => tryAgain(world, invoice));
  }
  if (clockId === null) {
    for (const session of world.sessions.values()) {
      if (session.status !== 'open') continue;
      consider(session.expires_at + Math.floor(world.aheadMs / 1_000), () => {
        session.status = 'expired';
        session.url = null;
        emit(world, 'checkout.session.expired', session);
      });
    }
  }
  return next;
}

function considerSubscription(
  world: StripeWorld,
  subscription: Subscription,
  consider: (at: number, run: () => void) => void,
): void {
  const { status } = subscription;
  const periodEnd = subscription.items.data[0]?.current_period_end ?? Number.MAX_SAFE_INTEGER;
  if (status === 'incomplete')
    consider(subscription.created + INCOMPLETE_FOR, () => end(world, subscription, 'incomplete_expired'));
  if (!['active', 'trialing', 'past_due', 'unpaid'].includes(status)) return;
  const { trial_end: trialEnd } = subscription;
  if (status === 'trialing' && trialEnd !== null && !world.warned.has(subscription.id))
    consider(trialEnd - TRIAL_WARNING, () => warnOfTrial(world, subscription));
  const endsThen = subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= periodEnd;
  if (endsThen) consider(Math.min(subscription.cancel_at ?? periodEnd, periodEnd), () => end(world, subscription));
  else consider(periodEnd, () => renew(world, subscription, periodEnd));
}

function tryAgain(world: StripeWorld, invoice: Invoice): void {
  const subscription = world.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const isPaid = collect(world, invoice, subscription ? cardFor(world, subscription) : null);
  if (!subscription || ['canceled', 'incomplete_expired'].includes(subscription.status)) return;
  if (isPaid) setStatus(world, subscription, 'active');
  else if (invoice.next_payment_attempt === null) {
    if (world.afterRetries === 'unpaid') setStatus(world, subscription, 'unpaid');
    else end(world, subscription);
  }
}
