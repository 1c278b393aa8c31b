import { callStripe, type Stripe } from '@tally/infra/stripe';
import { AppError, type Ctx, say, seconds } from '@tally/kernel';
import { westernDigits } from '@tally/message/template';
import { findCustomer } from '../store/checkouts.ts';
import type { Order } from './checkout.ts';

const BELIEVED_MS = seconds(20);
/** Stripe's promotion codes have this format; any other text can only be a creator's code. */
const codeShape = /^[a-z0-9-]{1,64}$/i;

export interface Promotion {
  readonly id: string;
  /** The text that people see: the name of the coupon, or the code itself. */
  readonly text: string;
  readonly lasts: 'once' | 'repeating' | 'forever';
  readonly months: number | null;
}

/**
 * An entered code may be one of Stripe's promotion codes, or just name a referrer. If a promotion code is not valid for
 * this order, we refuse it before the checkout.
 */
export async function findPromotion(
  ctx: Ctx,
  code: string | undefined,
  order: Pick<Order, 'userId'> & { cents: number; isNew: boolean },
): Promise<Promotion | null> {
  const wanted = westernDigits(code ?? '').trim();
  if (!codeShape.test(wanted)) return null;
  const found = await ctx.cache.get(`billing/code/${wanted.toLowerCase()}`, BELIEVED_MS, async () =>
    callStripe(ctx, async (stripe) => {
      // At most one active code has this name.
      const { data } = await stripe.promotionCodes.list({ code: wanted, limit: 10, expand: ['data.promotion.coupon'] });
      const shown = data.find((each) => each.active) ?? data[0];
      return shown ? factsOf(ctx, shown) : null;
    }),
  );
  if (!found) return null;
  const { customer, isForNew, least, over, ...promotion } = found;
  if (over) throw refusedCode(ctx, over);
  const own = customer === null || customer === (await findCustomer(ctx.db, order.userId))?.customerId;
  if (!own) throw refusedCode(ctx, 'codeForOthers');
  if (isForNew && !order.isNew) throw refusedCode(ctx, 'codeForNew');
  if (order.cents < least) throw refusedCode(ctx, 'codeTooLittle');
  return promotion;
}

type Refused =
  | 'codeRefused'
  | 'codeExpired'
  | 'codeUsedUp'
  | 'codeOff'
  | 'codeForOthers'
  | 'codeForNew'
  | 'codeTooLittle';

export const refusedCode = (ctx: Ctx, why: Refused = 'codeRefused'): AppError =>
  new AppError('invalidFields', {}, [`affiliate: ${say(ctx.locale, `billing.${why}`)}`]);

/** True if another customer has just used up the code, or if Stripe refuses it for another reason. */
export const isRefusedCode = (error: unknown): boolean => {
  const own = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return own instanceof Error && 'param' in own && String(own.param).startsWith('discounts');
};

/** Returns why the code is inactive. Its coupon has limits of its own. */
function overBy(ctx: Ctx, found: Stripe.PromotionCode, coupon: Stripe.Coupon): Refused | null {
  if (found.active) return null;
  const now = ctx.clock.now().getTime() / 1000;
  const isFull = (most: number | null, used: number): boolean => most !== null && used >= most;
  const isLate = (at: number | null): boolean => at !== null && at <= now;
  if (isLate(found.expires_at) || isLate(coupon.redeem_by)) return 'codeExpired';
  if (isFull(found.max_redemptions, found.times_redeemed) || isFull(coupon.max_redemptions, coupon.times_redeemed))
    return 'codeUsedUp';
  return 'codeOff';
}

function factsOf(ctx: Ctx, found: Stripe.PromotionCode) {
  const { coupon } = found.promotion;
  if (coupon === null || typeof coupon === 'string') return null;
  const lasts: Promotion['lasts'] =
    coupon.duration === 'once' ? 'once' : coupon.duration === 'repeating' ? 'repeating' : 'forever';
  return {
    id: found.id,
    text: coupon.name ?? found.code,
    lasts,
    months: coupon.duration_in_months,
    customer: typeof found.customer === 'string' ? found.customer : (found.customer?.id ?? null),
    isForNew: found.restrictions.first_time_transaction,
    least: found.restrictions.minimum_amount ?? 0,
    over: overBy(ctx, found, coupon),
  };
}
