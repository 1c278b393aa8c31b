import type { Addon, Holder, Quote } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { catalogue } from '../../premium/index.ts';
import { type CheckoutWish, takeOrder } from './checkout.ts';
import { stepsOf } from './extras.ts';
import { articleOfAddon, articleOfTier, CURRENCY } from './prices.ts';

/** The very articles that the checkout puts into its session, so both come to the same cent. */
export async function quoteCheckout(ctx: Ctx, holder: Holder, wish: CheckoutWish): Promise<Quote> {
  const [order, known] = [await takeOrder(ctx, holder, wish), await catalogue(ctx)];
  const tier = articleOfTier(known, order.tierId, order.interval);
  const extras = (Object.entries(order.extras) as [Addon, number][]).map(([addon, quantity]) => {
    const { name, cents } = articleOfAddon(known, addon, order.interval);
    return { text: name, quantity, cents: cents * stepsOf(known, addon, quantity) };
  });
  const lines = [{ text: tier.name, quantity: 1, cents: tier.cents }, ...extras];
  const recurringCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  return {
    dueNowCents: order.trialDays > 0 ? 0 : recurringCents,
    recurringCents,
    isAnnual: order.interval === 'year',
    trialDays: order.trialDays,
    currency: CURRENCY,
    lines,
  };
}
