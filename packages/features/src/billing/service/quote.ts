import type { Addon, Holder, Quote } from '@tally/contract';
import { callStripe } from '@tally/infra/stripe';
import type { Ctx } from '@tally/kernel';
import { type Catalogue, catalogue } from '../../premium/index.ts';
import { type CheckoutWish, type Order, prepareOrder } from './checkout.ts';
import { isRefusedCode, refusedCode } from './codes.ts';
import { stepsOf } from './extras.ts';
import { articleOfAddon, articleOfTier, CURRENCY, pricesOf } from './prices.ts';

/** Uses the same items as the checkout session, so both arrive at the same total. */
export async function quoteCheckout(ctx: Ctx, holder: Holder, wish: CheckoutWish): Promise<Quote> {
  const [order, known] = [await prepareOrder(ctx, holder, wish), await catalogue(ctx)];
  const tier = articleOfTier(known, order.tierId, order.interval);
  const extras = (Object.entries(order.extras) as [Addon, number][]).map(([addon, quantity]) => {
    const { name, cents } = articleOfAddon(known, addon, order.interval);
    return { text: name, addonId: addon, quantity, cents: cents * stepsOf(known, addon, quantity) };
  });
  const lines = [{ text: tier.name, quantity: 1, cents: tier.cents }, ...extras];
  const recurringCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const off = await takenOff(ctx, order, known);
  return {
    dueNowCents: order.trialDays > 0 ? 0 : recurringCents - (off?.cents ?? 0),
    recurringCents: recurringCents - (off?.lasts === 'forever' ? off.cents : 0),
    discount: off,
    isCodeUnknown: order.affiliate !== null && order.promotion === null,
    isAnnual: order.interval === 'year',
    trialDays: order.trialDays,
    currency: CURRENCY,
    lines,
  };
}

/** Stripe calculates the discount, so it exactly matches the checkout's. */
async function takenOff(ctx: Ctx, order: Order, known: Catalogue): Promise<Quote['discount']> {
  const { promotion, interval } = order;
  if (!promotion) return null;
  const tier = articleOfTier(known, order.tierId, interval);
  const extras = (Object.entries(order.extras) as [Addon, number][]).map(([addon, count]) => ({
    article: articleOfAddon(known, addon, interval),
    quantity: stepsOf(known, addon, count),
  }));
  const prices = await pricesOf(ctx, [tier, ...extras.map(({ article }) => article)]);
  const items = [{ article: tier, quantity: 1 }, ...extras].map(({ article, quantity }) => ({
    price: prices.get(article.key) ?? '',
    quantity,
  }));
  try {
    const invoice = await callStripe(ctx, async (stripe) =>
      stripe.invoices.createPreview({
        currency: CURRENCY,
        subscription_details: { items },
        discounts: [{ promotion_code: promotion.id }],
      }),
    );
    const { text, lasts, months } = promotion;
    return { text, lasts, months, cents: invoice.subtotal - invoice.total };
  } catch (error) {
    if (isRefusedCode(error)) throw refusedCode(ctx);
    throw error;
  }
}
