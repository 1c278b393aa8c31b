/** Coupons, promotion codes and their reductions: https://docs.stripe.com/billing/subscriptions/coupons */

import { find, Refusal } from '../call.ts';
import { blanks } from '../wire/blanks.ts';
import type { Coupon, Discount, Line, Price, PromotionCode, Subscription } from '../wire/wire.ts';
import { customerNow, makeId, type Reduction, type StripeWorld, wallNow } from '../world.ts';

const unusable = (why: string, param: string): Refusal =>
  new Refusal(400, `This promotion code cannot be redeemed because ${why}.`, { param });

export interface DiscountWish {
  readonly coupon?: string | undefined;
  readonly promotion_code?: string | undefined;
}

export function isUsable(world: StripeWorld, code: PromotionCode): boolean {
  const isFull = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const isLate = code.expires_at !== null && code.expires_at <= wallNow(world);
  return code.active && !isFull && !isLate && isValid(world, world.coupons.get(code.promotion.coupon));
}

export function isValid(world: StripeWorld, coupon: Coupon | undefined): boolean {
  if (!coupon) return false;
  const isFull = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !isFull && (coupon.redeem_by === null || coupon.redeem_by > wallNow(world));
}

/** Returns the requested discount or throws Stripe's refusal. Only one discount is allowed. */
export function readDiscount(
  world: StripeWorld,
  wishes: readonly DiscountWish[] | undefined,
  about: { customer?: string | undefined; cents: number; currency: string },
): Reduction | null {
  const [wish] = wishes ?? [];
  if (!wish) return null;
  if ((wish.coupon === undefined) === (wish.promotion_code === undefined))
    throw new Refusal(400, 'You must specify exactly one of coupon and promotion_code.', { param: 'discounts[0]' });
  if (wish.coupon !== undefined) {
    const coupon = find(world.coupons, 'coupon', wish.coupon, 'discounts[0][coupon]');
    if (isValid(world, coupon)) return { coupon, code: null };
    throw new Refusal(400, `Coupon expired: ${coupon.id}`, { code: 'coupon_expired', param: 'discounts[0][coupon]' });
  }
  const param = 'discounts[0][promotion_code]';
  const code = find(world.promotionCodes, 'promotion code', wish.promotion_code ?? '', param);
  if (!isUsable(world, code)) throw unusable('it is expired or inactive', param);
  const { first_time_transaction: isFirst, minimum_amount: least } = code.restrictions;
  if (code.customer !== null && code.customer !== about.customer)
    throw unusable('it belongs to another customer', param);
  if (least !== null && about.cents < least) throw unusable('the minimum amount is not reached', param);
  const hasPaid = [...world.charges.values()].some((each) => each.customer === about.customer && each.paid);
  if (isFirst && about.customer !== undefined && hasPaid)
    throw unusable('the associated customer has prior transactions', param);
  const coupon = find(world.coupons, 'coupon', code.promotion.coupon, param);
  if (coupon.currency !== null && coupon.currency !== about.currency)
    throw unusable(`its currency is ${coupon.currency}`, param);
  return { coupon, code };
}

interface Part {
  readonly product: string;
  readonly amount: number;
}

/** Returns the reduction of each amount. */
export function reductionsOf(coupon: Coupon, parts: readonly Part[]): number[] {
  const covered = parts.map(({ product, amount }) =>
    (coupon.applies_to?.products.includes(product) ?? true) && amount > 0 ? amount : 0,
  );
  if (coupon.percent_off !== null) {
    const share = coupon.percent_off / 100;
    return covered.map((amount) => Math.round(amount * share));
  }
  let left = coupon.amount_off ?? 0;
  return covered.map((amount) => {
    const off = Math.min(left, amount);
    left -= off;
    return off;
  });
}

export const partOf = ({ price, quantity }: { price: Price; quantity: number }): Part => ({
  product: price.product,
  amount: price.unit_amount * quantity,
});

export const totalOff = (reduction: Reduction | null, parts: readonly Part[]): number =>
  reduction ? reductionsOf(reduction.coupon, parts).reduce((sum, off) => sum + off, 0) : 0;

/** Returns the subscription's discount at that time. An expired one does not count. */
export function discountOf(world: StripeWorld, subscription: Subscription, at: number): Discount | null {
  const found = world.discounts.get(subscription.discounts[0] ?? '');
  return found && (found.end === null || found.end > at) ? found : null;
}

/** Returns the lines with their reductions. A refund is based on the paid amount, so it is not reduced again. */
export function discounted(world: StripeWorld, discount: Discount | null, lines: readonly Line[]): Line[] {
  const coupon = world.coupons.get(discount?.source.coupon ?? '');
  if (!discount || !coupon) return [...lines];
  const off = reductionsOf(
    coupon,
    lines.map((line) => ({ product: productOf(line), amount: line.discountable ? line.amount : 0 })),
  );
  return lines.map((line, place) =>
    off[place] ? { ...line, discount_amounts: [{ amount: off[place], discount: discount.id }] } : line,
  );
}

const productOf = (line: Line): string =>
  (line.pricing as { price_details?: { product?: string } } | null)?.price_details?.product ?? '';

/** Redeems a discount, which then belongs to the subscription. */
export function redeem(
  world: StripeWorld,
  { coupon, code }: Reduction,
  { subscription, session }: { subscription: Subscription; session: string | null },
): void {
  const discount = makeDiscount(world, { coupon, code }, { subscription, session });
  world.discounts.set(discount.id, discount);
  subscription.discounts = [discount.id];
  coupon.times_redeemed += 1;
  if (code) code.times_redeemed += 1;
}

export function makeDiscount(
  world: StripeWorld,
  { coupon, code }: Reduction,
  { subscription, session }: { subscription: Subscription; session: string | null },
): Discount {
  const now = customerNow(world, subscription.customer);
  const until = new Date(now * 1_000);
  until.setUTCMonth(until.getUTCMonth() + (coupon.duration_in_months ?? 0));
  return {
    ...blanks.discount,
    id: makeId(world, 'di'),
    object: 'discount',
    start: now,
    end: coupon.duration === 'repeating' ? Math.floor(until.getTime() / 1_000) : null,
    customer: subscription.customer,
    subscription: subscription.id,
    checkout_session: session,
    promotion_code: code?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
  };
}

/** Ends a one-time discount after its first charge. */
export function useUp(world: StripeWorld, subscription: Subscription, at: number): void {
  const discount = discountOf(world, subscription, at);
  const isOnce = discount !== null && world.coupons.get(discount.source.coupon)?.duration === 'once';
  if (discount === null || isOnce) subscription.discounts = [];
}
