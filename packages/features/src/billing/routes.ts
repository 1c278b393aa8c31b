import { type Addon, billing } from '@tally/contract';
import { type Ctx, implement, say, withWesternFigures } from '@tally/kernel';
import { changeSubscription, previewChange, setEnding } from './service/change.ts';
import { type CheckoutWish, startCheckout } from './service/checkout.ts';
import { readMoney } from './service/money.ts';
import { quoteCheckout } from './service/quote.ts';
import { listPayments, listSubscriptions } from './service/read.ts';

const asExtras = (list: readonly { addonId: Addon; quantity: number }[] | undefined) =>
  list && Object.fromEntries(list.map(({ addonId, quantity }) => [addonId, quantity]));

export const routes = implement(billing, {
  // The path decides which of two shapes the body has, as `bodyBy` of the call declares.
  startCheckout: async (ctx, { params, body }) => await startCheckout(ctx, params.type, body as CheckoutWish),
  quoteCheckout: async (ctx, { params, body }) => await quoteCheckout(ctx, params.type, body as CheckoutWish),
  listSubscriptions: async (ctx) => await listSubscriptions(ctx),
  listPayments: async (ctx) => await listPayments(ctx),
  getMoney: async (ctx, { query }) => await readMoney(ctx, query.lookback),
  async changeTier(ctx, { body }) {
    await changeSubscription(ctx, body.subscriptionId, { tierId: body.newTierId });
    return say(ctx.locale, 'billing.tierChanged');
  },
  async changeAddons(ctx, { body }) {
    await changeSubscription(ctx, body.subscriptionId, { extras: asExtras(body.newAddons) });
    return say(ctx.locale, 'billing.addonsChanged');
  },
  previewChange: async (ctx, { body }) =>
    await previewChange(ctx, body.subscriptionId, { tierId: body.newTierId, extras: asExtras(body.newAddons) }),
  async cancelSubscription(ctx, { params }) {
    const { periodEnd } = await setEnding(ctx, params.id, true);
    return say(ctx.locale, 'billing.canceled', { date: longDate(ctx, periodEnd) });
  },
  async resumeSubscription(ctx, { params }) {
    const { periodEnd } = await setEnding(ctx, params.id, false);
    return say(ctx.locale, 'billing.resumed', { date: longDate(ctx, periodEnd) });
  },
});

const longDate = (ctx: Ctx, date: Date): string =>
  new Intl.DateTimeFormat(withWesternFigures(ctx.locale), { dateStyle: 'long', timeZone: 'UTC' }).format(date);
