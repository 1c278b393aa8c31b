import { callStripe, type Stripe } from '@tally/infra/stripe';
import { AppError, type Ctx, say, seconds } from '@tally/kernel';
import { findCustomer } from '../store/checkouts.ts';
import type { Order } from './checkout.ts';

const BELIEVED_MS = seconds(20);
/** What Stripe allows in a code; anything else is a creator's and nobody else's business. */
const codeShape = /^[a-z0-9-]{1,64}$/i;

export interface Promotion {
  readonly id: string;
  /** For people: the name of the coupon, or the code itself. */
  readonly text: string;
  readonly lasts: 'once' | 'repeating' | 'forever';
  readonly months: number | null;
}

/**
 * What is typed as a code may be one of Stripe's promotion codes, or just say who sent somebody. One that exists and may
 * not be used for this is refused here: nobody shall find out at the checkout.
 */
export async function findPromotion(
  ctx: Ctx,
  code: string | undefined,
  order: Pick<Order, 'userId'> & { cents: number; isNew: boolean },
): Promise<Promotion | null> {
  const wanted = code?.trim() ?? '';
  if (!codeShape.test(wanted)) return null;
  const found = await ctx.cache.get(`billing/code/${wanted.toLowerCase()}`, BELIEVED_MS, async () =>
    callStripe(ctx, async (stripe) => {
      const { data } = await stripe.promotionCodes.list({
        code: wanted,
        active: true,
        limit: 1,
        expand: ['data.promotion.coupon'],
      });
      return data[0] ? factsOf(data[0]) : null;
    }),
  );
  if (!found) return null;
  const { customer, isForNew, least, ...promotion } = found;
  const own = customer === null || customer === (await findCustomer(ctx.db, order.userId))?.customerId;
  if (!own || (isForNew && !order.isNew) || order.cents < least) throw refusedCode(ctx);
  return promotion;
}

export const refusedCode = (ctx: Ctx): AppError =>
  new AppError('invalidFields', {}, [`affiliate: ${say(ctx.locale, 'billing.codeRefused')}`]);

/** Somebody else has used the last one meanwhile, or Stripe knows a reason that we do not. */
export const isRefusedCode = (error: unknown): boolean => {
  const own = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return own instanceof Error && 'param' in own && String(own.param).startsWith('discounts');
};

function factsOf(found: Stripe.PromotionCode) {
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
  };
}
