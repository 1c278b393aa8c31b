import { find, Refusal } from '../call.ts';
import { blanks } from '../wire/blanks.ts';
import { type Item, type Line, type Plan, type Price, type Recurring, type Subscription } from '../wire/wire.ts';
import { makeId, type StripeWorld } from '../world.ts';
import { makeLine, periodLine } from './invoices.ts';

export interface ItemWish {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
}

const MOST_ITEMS = 20;

/** Returns the end of a period that begins at this time. A month without that day ends it on its last day. */
export function endOfPeriod(start: number, { interval, interval_count: count }: Recurring, anchor = start): number {
  const from = new Date(start * 1_000);
  if (interval === 'day' || interval === 'week') return start + (interval === 'day' ? 1 : 7) * count * 86_400;
  const months = interval === 'year' ? 12 * count : count;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(new Date(anchor * 1_000).getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1_000);
}

export function recurringOf(price: Price, param: string): Recurring {
  if (price.recurring) return price.recurring;
  throw new Refusal(
    400,
    'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    {
      param,
    },
  );
}

export function usable(world: StripeWorld, id: string, param: string): Price {
  const price = find(world.prices, 'price', id, param);
  if (!price.active)
    throw new Refusal(400, 'The price specified is inactive. This field only accepts active prices.', { param });
  return price;
}

export function makeItem(
  world: StripeWorld,
  {
    price,
    quantity,
    subscription,
    start,
    end,
  }: { price: Price; quantity: number; subscription: string; start: number; end: number },
): Item {
  return {
    ...blanks.item,
    id: makeId(world, 'si', 14),
    object: 'subscription_item',
    created: start,
    price,
    plan: planOf(price),
    quantity,
    current_period_start: start,
    current_period_end: end,
    subscription,
    metadata: {},
  };
}

function planOf(price: Price): Plan {
  const { id, active, created, currency, metadata, nickname, product } = price;
  return {
    ...recurringOf(price, 'items'),
    id,
    object: 'plan',
    active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    livemode: false,
    metadata,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
  };
}

export interface Change {
  readonly items: Item[];
  /** The charge or credit of the change itself. */
  readonly prorations: Line[];
  /** True if the interval changes. This begins a new period, which is paid immediately. */
  readonly startsPeriod: boolean;
}

/** Returns a subscription's new items and their price. Changes nothing. */
export function planChange(
  world: StripeWorld,
  subscription: Subscription,
  { wishes, at, isProrated }: { wishes: readonly ItemWish[]; at: number; isProrated: boolean },
): Change {
  const before = subscription.items.data;
  const after = new Map(before.map((item) => [item.id, { ...item }]));
  for (const [place, wish] of wishes.entries())
    apply(world, subscription, { after, wish, at, param: `items[${place}]` });
  const items = [...after.values()];
  if (items.length === 0)
    throw new Refusal(400, 'A subscription must have at least one active plan.', { param: 'items' });
  if (items.length > MOST_ITEMS)
    throw new Refusal(400, `A subscription can have at most ${MOST_ITEMS} items.`, { param: 'items' });
  const twice = items.find((item) => items.some((other) => other !== item && other.price.id === item.price.id));
  if (twice)
    throw new Refusal(400, `Cannot add multiple subscription items with the same plan: ${twice.price.id}`, {
      param: 'items',
    });
  const interval = items.map((item) => `${item.price.recurring?.interval}${item.price.recurring?.interval_count}`);
  if (new Set(interval).size > 1)
    throw new Refusal(400, 'Currently, all prices on a subscription must have the same billing interval.', {
      param: 'items',
    });

  const formerInterval = before[0]?.price.recurring?.interval;
  const startsPeriod = items[0]?.price.recurring?.interval !== formerInterval && subscription.status !== 'trialing';
  if (startsPeriod) {
    for (const item of items) {
      item.current_period_start = at;
      item.current_period_end = endOfPeriod(at, recurringOf(item.price, 'items'));
    }
  }
  const isFree = subscription.status === 'trialing' || !isProrated;
  return {
    items,
    startsPeriod,
    prorations: isFree ? [] : prorate(world, { subscription, before, items, at, startsPeriod }),
  };
}

function apply(
  world: StripeWorld,
  subscription: Subscription,
  { after, wish, at, param }: { after: Map<string, Item>; wish: ItemWish; at: number; param: string },
): void {
  const price = wish.price === undefined ? undefined : usable(world, wish.price, `${param}[price]`);
  if (price) recurringOf(price, `${param}[price]`);
  if (wish.id === undefined) {
    if (!price)
      throw new Refusal(400, `Missing required param: ${param}[price].`, { code: 'parameter_missing', param });
    const end = subscription.items.data[0]?.current_period_end ?? at;
    const item = makeItem(world, {
      price,
      quantity: wish.quantity ?? 1,
      subscription: subscription.id,
      start: at,
      end,
    });
    after.set(item.id, { ...item, current_period_start: subscription.items.data[0]?.current_period_start ?? at });
    return;
  }
  const item = after.get(wish.id);
  if (!item)
    throw new Refusal(400, `No such subscription_item: '${wish.id}'`, {
      code: 'resource_missing',
      param: `${param}[id]`,
    });
  if (wish.deleted) after.delete(wish.id);
  else {
    const chosen = price ?? item.price;
    const quantity = wish.quantity ?? item.quantity;
    after.set(wish.id, { ...item, price: chosen, plan: planOf(chosen), quantity });
  }
}

function prorate(
  world: StripeWorld,
  {
    subscription,
    before,
    items,
    at,
    startsPeriod,
  }: { subscription: Subscription; before: readonly Item[]; items: readonly Item[]; at: number; startsPeriod: boolean },
): Line[] {
  const day = new Date(at * 1_000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const paid = world.paidShares.get(subscription.id) ?? 1;
  const line = (item: Item, sign: 1 | -1): Line => {
    const { current_period_start: start, current_period_end: end, price, quantity } = item;
    const share = end > start ? (end - at) / (end - start) : 0;
    const name = world.products.get(price.product)?.name ?? price.product;
    const count = quantity > 1 ? `${quantity} × ` : '';
    const what = sign < 0 ? 'Unused time on' : 'Remaining time on';
    return makeLine(world, {
      price,
      quantity,
      // A refund is a fraction of the paid amount, not of the full price.
      amount: sign * Math.round(price.unit_amount * quantity * share * (sign < 0 ? paid : 1)),
      description: `${what} ${count}${name} after ${day}`,
      period: { start: at, end },
      isProration: true,
      subscription: item.subscription,
      itemId: item.id,
    });
  };
  const lines: Line[] = [];
  for (const former of before) {
    const next = items.find((item) => item.id === former.id);
    const isSame = next?.price.id === former.price.id && next.quantity === former.quantity && !startsPeriod;
    if (isSame) continue;
    lines.push(line(former, -1));
    if (next) lines.push(startsPeriod ? periodLine(world, next) : line(next, 1));
  }
  for (const item of items) {
    if (before.some((former) => former.id === item.id)) continue;
    lines.push(startsPeriod ? periodLine(world, item) : line(item, 1));
  }
  return lines;
}
