import { z } from 'zod';
import { isUsable, isValid } from '../billing/discounts.ts';
import { answerJson, type Call, find, Refusal, type Route } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Coupon, PromotionCode } from '../wire/wire.ts';
import { makeId, type StripeWorld, wallNow } from '../world.ts';
import { list, listShape } from './lists.ts';
import { currency, mergeMetadata, metadata, moment, percent, read, text, whole, yesNo } from './params.ts';

export const discountRoutes = (world: StripeWorld): Route[] => [...couponRoutes(world), ...codeRoutes(world)];

const newCoupon = {
  id: text(200).optional(),
  name: text(40).optional(),
  percent_off: percent.optional(),
  amount_off: whole(1).optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).default('once'),
  duration_in_months: whole(1, 36).optional(),
  max_redemptions: whole(1).optional(),
  redeem_by: moment.optional(),
  applies_to: z.strictObject({ products: z.array(text()).min(1) }).optional(),
  metadata: metadata.optional(),
} as const;

export function makeCoupon(world: StripeWorld, wish: z.output<z.ZodObject<typeof newCoupon>>): Coupon {
  if ((wish.percent_off === undefined) === (wish.amount_off === undefined))
    throw new Refusal(400, 'You must pass exactly one of percent_off and amount_off.', { param: 'percent_off' });
  if (wish.amount_off !== undefined && wish.currency === undefined)
    throw new Refusal(400, 'You must pass currency when passing amount_off.', { param: 'currency' });
  if ((wish.duration === 'repeating') !== (wish.duration_in_months !== undefined))
    throw new Refusal(400, 'duration_in_months belongs to the duration repeating, and that one needs it.', {
      param: 'duration_in_months',
    });
  if (wish.id && world.coupons.has(wish.id))
    throw new Refusal(400, 'Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  const coupon: Coupon = {
    ...blanks.coupon,
    id: wish.id ?? makeId(world, 'coupon', 8).slice(7),
    object: 'coupon',
    created: wallNow(world),
    name: wish.name ?? null,
    percent_off: wish.percent_off ?? null,
    amount_off: wish.amount_off ?? null,
    currency: wish.amount_off === undefined ? null : (wish.currency ?? null),
    duration: wish.duration,
    duration_in_months: wish.duration_in_months ?? null,
    max_redemptions: wish.max_redemptions ?? null,
    redeem_by: wish.redeem_by ?? null,
    metadata: { ...wish.metadata },
    times_redeemed: 0,
    valid: true,
    ...(wish.applies_to ? { applies_to: wish.applies_to } : {}),
  };
  world.coupons.set(coupon.id, coupon);
  emit(world, 'coupon.created', coupon);
  return coupon;
}

/** Returns the public form. The products of a coupon are included only on request. */
export function shownCoupon(world: StripeWorld, coupon: Coupon, isFull = false): Coupon {
  const { applies_to: products, ...shown } = { ...coupon, valid: isValid(world, coupon) };
  return isFull && products ? { ...shown, applies_to: products } : shown;
}

/** Expands as far as the path goes: the discount, its coupon, and the products. */
export function shownDiscount(world: StripeWorld, id: string, path: string): unknown {
  const discount = find(world.discounts, 'discount', id);
  const coupon = world.coupons.get(discount.source.coupon);
  if (!path.startsWith('discounts.source.coupon') || !coupon) return discount;
  const isFull = path === 'discounts.source.coupon.applies_to';
  return { ...discount, source: { ...discount.source, coupon: shownCoupon(world, coupon, isFull) } };
}

const couponRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/coupons',
    run: (call) => answerJson(200, shownCoupon(world, makeCoupon(world, read(call, newCoupon)))),
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    run(call) {
      const found = list(call, { shape: listShape, rows: world.coupons.values(), keep: () => true });
      return answerJson(200, { ...found, data: found.data.map((each) => shownCoupon(world, each)) });
    },
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    run(call, { id = '' }) {
      const { expand } = read(call, {});
      return answerJson(200, shownCoupon(world, find(world.coupons, 'coupon', id), expand?.includes('applies_to')));
    },
  },
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    run(call, { id = '' }) {
      read(call, {});
      emit(world, 'coupon.deleted', find(world.coupons, 'coupon', id));
      world.coupons.delete(id);
      return answerJson(200, { id, object: 'coupon', deleted: true });
    },
  },
];

const newCode = {
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text() }),
  code: text(500)
    .regex(/^[a-zA-Z0-9-]+$/, 'only letters, digits and dashes')
    .optional(),
  active: yesNo.optional(),
  customer: text().optional(),
  expires_at: moment.optional(),
  max_redemptions: whole(1).optional(),
  metadata: metadata.optional(),
  restrictions: z
    .strictObject({
      first_time_transaction: yesNo.optional(),
      minimum_amount: whole(1).optional(),
      minimum_amount_currency: currency.optional(),
    })
    .optional(),
} as const;

/**
 * `promotion` replaced this field on 2025-09-30. A call without a version may still send it, such as Stripe's command
 * line tool: https://github.com/stripe/stripe-cli/blob/master/pkg/fixtures/triggers/promotion_code.created.json
 */
const olderCode = { ...newCode, promotion: newCode.promotion.optional(), coupon: text().optional() } as const;

function readCode(call: Call): z.output<z.ZodObject<typeof newCode>> {
  if (call.headers['stripe-version'] !== undefined) return read(call, newCode);
  const { coupon, promotion, ...wish } = read(call, olderCode);
  if (promotion) return { ...wish, promotion };
  if (coupon === undefined)
    throw new Refusal(400, 'Missing required param: promotion.', { code: 'parameter_missing', param: 'promotion' });
  return { ...wish, promotion: { type: 'coupon', coupon } };
}

export function makeCode(world: StripeWorld, wish: z.output<z.ZodObject<typeof newCode>>): PromotionCode {
  const coupon = find(world.coupons, 'coupon', wish.promotion.coupon, 'promotion[coupon]');
  const code = wish.code ?? makeId(world, 'code', 8).slice(5).toUpperCase();
  const isTaken = [...world.promotionCodes.values()].some(
    (each) => each.active && each.code.toLowerCase() === code.toLowerCase(),
  );
  if (isTaken && wish.active !== false)
    throw new Refusal(400, `An active promotion code with \`code: ${code}\` already exists.`, { param: 'code' });
  if (wish.customer) find(world.customers, 'customer', wish.customer, 'customer');
  const { restrictions: only } = wish;
  if ((only?.minimum_amount === undefined) !== (only?.minimum_amount_currency === undefined))
    throw new Refusal(400, 'minimum_amount and minimum_amount_currency belong together.', {
      param: 'restrictions[minimum_amount]',
    });
  const made: PromotionCode = {
    ...blanks.promotionCode,
    id: makeId(world, 'promo'),
    object: 'promotion_code',
    created: wallNow(world),
    code,
    active: wish.active ?? true,
    customer: wish.customer ?? null,
    expires_at: wish.expires_at ?? null,
    max_redemptions: wish.max_redemptions ?? null,
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: only?.first_time_transaction ?? false,
      minimum_amount: only?.minimum_amount ?? null,
      minimum_amount_currency: only?.minimum_amount_currency ?? null,
    },
    metadata: { ...wish.metadata },
    times_redeemed: 0,
  };
  world.promotionCodes.set(made.id, made);
  emit(world, 'promotion_code.created', made);
  return made;
}

/** `promotion.coupon` can be expanded, and with it its products. */
function shownCode(world: StripeWorld, code: PromotionCode, expand: readonly string[] = []): unknown {
  const coupon = world.coupons.get(code.promotion.coupon);
  const isWanted = expand.some((path) => path.startsWith('promotion.coupon'));
  const isFull = expand.includes('promotion.coupon.applies_to');
  const promotion =
    isWanted && coupon ? { ...code.promotion, coupon: shownCoupon(world, coupon, isFull) } : code.promotion;
  return { ...code, active: isUsable(world, code), promotion };
}

const expandedOf = (call: Call, prefix: string): string[] =>
  [...call.query]
    .filter(([key]) => /^expand\[\d*\]$/.test(key))
    .map(([, path]) => (path.startsWith(prefix) ? path.slice(prefix.length) : path));

const codeRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    run: (call) => answerJson(200, shownCode(world, makeCode(world, readCode(call)))),
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes',
    run(call) {
      const found = list(call, {
        shape: {
          ...listShape,
          active: yesNo.optional(),
          code: text().optional(),
          coupon: text().optional(),
          customer: text().optional(),
        },
        rows: world.promotionCodes.values(),
        keep: (row, asked) =>
          (asked.active === undefined || isUsable(world, row) === asked.active) &&
          (asked.code === undefined || row.code.toLowerCase() === asked.code.toLowerCase()) &&
          (asked.coupon === undefined || row.promotion.coupon === asked.coupon) &&
          (asked.customer === undefined || row.customer === asked.customer),
      });
      const expand = expandedOf(call, 'data.');
      return answerJson(200, { ...found, data: found.data.map((each) => shownCode(world, each, expand)) });
    },
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    run(call, { id = '' }) {
      const { expand } = read(call, {});
      return answerJson(200, shownCode(world, find(world.promotionCodes, 'promotion code', id), expand));
    },
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    run(call, { id = '' }) {
      const code = find(world.promotionCodes, 'promotion code', id);
      const wish = read(call, { active: yesNo.optional(), metadata: metadata.optional() });
      if (wish.active !== undefined) code.active = wish.active;
      code.metadata = mergeMetadata(code.metadata, wish.metadata);
      emit(world, 'promotion_code.updated', code);
      return answerJson(200, shownCode(world, code, wish.expand));
    },
  },
];
