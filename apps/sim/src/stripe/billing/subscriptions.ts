import { declined, find, needsOwner, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import { type Line, listOf, type Metadata, type Price, type Subscription, type WithoutCard } from '../wire/wire.ts';
import { customerNow, makeId, type Reduction, type StripeWorld } from '../world.ts';
import { redeem } from './discounts.ts';
import { bill, cardFor, periodLine, trialLine } from './invoices.ts';
import { asksFirst } from './payments.ts';
import { type Change, endOfPeriod, makeItem, recurringOf } from './proration.ts';
import { endScheduleOf } from './schedule-ends.ts';

export interface NewSubscription {
  readonly customer: string;
  readonly items: readonly { readonly price: Price; readonly quantity: number }[];
  readonly trialEnd?: number | null;
  readonly metadata?: Metadata;
  readonly card?: string | null;
  readonly description?: string | null;
  readonly withoutCard?: WithoutCard;
  readonly reduction?: Reduction;
  readonly session?: string;
  readonly schedule?: string;
  readonly behaviour?: 'allow_incomplete' | 'error_if_incomplete' | 'default_incomplete' | 'pending_if_incomplete';
}

export function createSubscription(world: StripeWorld, about: NewSubscription): Subscription {
  const customer = find(world.customers, 'customer', about.customer, 'customer');
  const now = customerNow(world, customer.id);
  const [first] = about.items;
  if (!first) throw new Refusal(400, 'Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  const trialEnd = about.trialEnd && about.trialEnd > now ? about.trialEnd : null;
  const id = makeId(world, 'sub');
  const subscription: Subscription = {
    ...blanks.subscription,
    id,
    object: 'subscription',
    created: now,
    customer: customer.id,
    currency: first.price.currency,
    start_date: now,
    test_clock: customer.test_clock,
    status: trialEnd ? 'trialing' : 'incomplete',
    items: listOf(
      `/v1/subscription_items?subscription=${id}`,
      about.items.map(({ price, quantity }) => {
        const end = trialEnd ?? endOfPeriod(now, recurringOf(price, 'items'));
        return makeItem(world, { price, quantity, subscription: id, start: now, end });
      }),
    ),
    discounts: [],
    description: about.description ?? null,
    latest_invoice: null,
    default_payment_method: about.card ?? null,
    schedule: about.schedule ?? null,
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_start: trialEnd ? now : null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: about.withoutCard ?? 'create_invoice' },
    },
    metadata: { ...about.metadata },
  };
  const card = cardFor(world, subscription);
  const mustWork = !trialEnd && about.behaviour === 'error_if_incomplete';
  if (mustWork) requireWorking(world, card);
  if (customer.currency !== null && customer.currency !== subscription.currency)
    throw new Refusal(
      400,
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
    );
  customer.currency = subscription.currency;
  if (about.reduction) redeem(world, about.reduction, { subscription, session: about.session ?? null });
  world.subscriptions.set(id, subscription);
  emit(world, 'customer.subscription.created', subscription);
  const lines = subscription.items.data.map((item) => (trialEnd ? trialLine(world, item) : periodLine(world, item)));
  const { isPaid } = bill(world, { subscription, reason: 'subscription_create', lines });
  if (!trialEnd && isPaid) setStatus(world, subscription, 'active');
  // Stripe warns three days before the end, or immediately for a shorter trial.
  if (trialEnd && trialEnd - now <= TRIAL_WARNING) warnOfTrial(world, subscription);
  return subscription;
}

function requireWorking(world: StripeWorld, card: string | null): void {
  if (card === null || world.badCards.has(card)) throw declined();
  if (asksFirst(world, card)) throw needsOwner('subscription');
}

export const warnOfTrial = (world: StripeWorld, subscription: Subscription): void => {
  world.warned.add(subscription.id);
  emit(world, 'customer.subscription.trial_will_end', subscription);
};

/** Applies a change and sends its event with the previous values. */
export function update(world: StripeWorld, subscription: Subscription, change: Partial<Subscription>): void {
  const before = Object.fromEntries(
    Object.entries(change)
      .map(([key]) => [key, structuredClone(subscription[key as keyof Subscription])] as const)
      .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(change[key as keyof Subscription])),
  );
  if (Object.keys(before).length === 0) return;
  Object.assign(subscription, change);
  emit(world, 'customer.subscription.updated', subscription, before);
}

export const setStatus = (world: StripeWorld, subscription: Subscription, status: Subscription['status']): void =>
  update(world, subscription, { status });

/** Pauses the subscription, as staff can on Stripe's pages, until they resume it. */
export function pause(world: StripeWorld, subscription: Subscription, isPaused: boolean): void {
  if (isPaused === (subscription.status === 'paused') || subscription.ended_at !== null)
    throw new Refusal(400, `This subscription is ${subscription.status}.`);
  const before = { status: subscription.status };
  subscription.status = isPaused ? 'paused' : 'active';
  emit(world, isPaused ? 'customer.subscription.paused' : 'customer.subscription.resumed', subscription, before);
}

/** Ends the subscription immediately. */
export function end(
  world: StripeWorld,
  subscription: Subscription,
  status: 'canceled' | 'incomplete_expired' = 'canceled',
): void {
  const now = customerNow(world, subscription.customer);
  subscription.status = status;
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancel_at_period_end = false;
  world.pending.delete(subscription.id);
  endScheduleOf(world, subscription);
  for (const invoice of world.invoices.values()) {
    if (invoice.id === subscription.latest_invoice) invoice.next_payment_attempt = null;
  }
  emit(world, status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription);
}

export function requireChangeable(world: StripeWorld, id: string): Subscription {
  const subscription = find(world.subscriptions, 'subscription', id);
  if (['canceled', 'incomplete_expired'].includes(subscription.status))
    throw new Refusal(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
  return subscription;
}

export type ProrationBehaviour = 'create_prorations' | 'always_invoice' | 'none';

/** Applies a change of items. With `error_if_incomplete`, a declined card undoes the whole change. */
export function changeItems(
  world: StripeWorld,
  subscription: Subscription,
  { change, proration, behaviour }: { change: Change; proration: ProrationBehaviour; behaviour: string },
): void {
  const paysNow = proration === 'always_invoice' || change.startsPeriod;
  const lines: readonly Line[] = change.prorations;
  if (paysNow && behaviour === 'error_if_incomplete' && lines.length > 0) {
    const total = lines.reduce((sum, line) => sum + line.amount, 0);
    const card = cardFor(world, subscription);
    const credit = Math.min(0, world.customers.get(subscription.customer)?.balance ?? 0);
    if (total + credit > 0) requireWorking(world, card);
  }
  const before = { items: structuredClone(subscription.items) };
  subscription.items = { ...subscription.items, data: change.items };
  if (change.startsPeriod)
    subscription.billing_cycle_anchor = change.items[0]?.current_period_start ?? subscription.billing_cycle_anchor;
  if (!paysNow) world.pending.set(subscription.id, [...(world.pending.get(subscription.id) ?? []), ...lines]);
  else if (lines.length > 0) {
    const { isPaid } = bill(world, { subscription, reason: 'subscription_update', lines });
    if (!isPaid) subscription.status = 'past_due';
  }
  emit(world, 'customer.subscription.updated', subscription, before);
}

/** Begins the next period: the invoice, the charge, and the results of a failure. */
export function renew(world: StripeWorld, subscription: Subscription, at: number): void {
  const wasTrial = subscription.status === 'trialing';
  const { missing_payment_method: withoutCard } = subscription.trial_settings.end_behavior;
  if (wasTrial && withoutCard !== 'create_invoice' && cardFor(world, subscription) === null) {
    if (withoutCard === 'pause') pause(world, subscription, true);
    else end(world, subscription);
    return;
  }
  for (const item of subscription.items.data) {
    item.current_period_start = at;
    item.current_period_end = endOfPeriod(at, recurringOf(item.price, 'items'), subscription.billing_cycle_anchor);
  }
  const waiting = world.pending.get(subscription.id) ?? [];
  world.pending.delete(subscription.id);
  const lines = [...waiting, ...subscription.items.data.map((item) => periodLine(world, item))];
  const { isPaid } = bill(world, { subscription, reason: 'subscription_cycle', lines });
  const status = isPaid ? 'active' : subscription.status === 'unpaid' ? 'unpaid' : 'past_due';
  const before = { status: wasTrial ? 'trialing' : subscription.status, latest_invoice: null };
  subscription.status = status;
  emit(world, 'customer.subscription.updated', subscription, before);
}

export const INCOMPLETE_FOR = 23 * 3_600;
export const TRIAL_WARNING = 3 * 86_400;
