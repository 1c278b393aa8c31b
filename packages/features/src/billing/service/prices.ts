import { type Addon, tiers, yearlyCents } from '@tally/contract';
import { callStripe, type Payments, type Stripe } from '@tally/infra/stripe';
import { AppError, type Ctx } from '@tally/kernel';
import { type Catalogue, catalogue } from '../../premium/index.ts';

export const CURRENCY = 'usd';
/** Stripe looks for so many at once: https://docs.stripe.com/api/prices/list */
const KEYS_AT_ONCE = 10;

/** Something that is sold, as our rows have it. */
export interface Article {
  readonly productId: string;
  readonly name: string;
  readonly interval: 'month' | 'year';
  readonly cents: number;
  /** Finds the price. The amount is part of it: another amount is another price, and who pays already keeps theirs. */
  readonly key: string;
  readonly metadata: Record<string, string>;
}

export function articleOfTier(known: Catalogue, tierId: string, interval: 'month' | 'year'): Article {
  const plan = known.byTier.get(tierId);
  if (!plan || plan.cents === 0) throw new AppError('notForSale');
  const cents = interval === 'year' ? yearlyCents(plan.cents) : plan.cents;
  return {
    productId: `tally_${tierId}`,
    name: plan.name,
    interval,
    cents,
    key: `tally_${tierId}_${interval}_${cents}`,
    metadata: { tier: tierId },
  };
}

export function articleOfAddon(known: Catalogue, addon: Addon, interval: 'month' | 'year'): Article {
  const row = known.addonOf.get(addon);
  if (!row?.isActive) throw new AppError('notForSale');
  const cents = interval === 'year' ? yearlyCents(row.cents) : row.cents;
  return {
    productId: `tally_${addon}`,
    name: row.name,
    interval,
    cents,
    key: `tally_${addon}_${interval}_${cents}_${row.step}`,
    metadata: { addon, step: String(row.step) },
  };
}

/** Everything that our rows sell, at Stripe. Safe to repeat, and at the same time in several processes. */
export async function syncPrices(ctx: Ctx): Promise<number> {
  const known = await catalogue(ctx);
  const sold = known.plans.filter((plan) => plan.cents > 0 && plan.tierId !== tiers.ServerFree);
  const intervals = ['month', 'year'] as const;
  const articles = intervals.flatMap((interval) => [
    ...sold.map((plan) => articleOfTier(known, plan.tierId, interval)),
    ...known.addons.filter((addon) => addon.isActive).map((addon) => articleOfAddon(known, addon.addonId, interval)),
  ]);
  return (await pricesOf(ctx, articles)).size;
}

/** The ids of prices, by key. What Stripe does not have yet is made. */
export async function pricesOf(ctx: Ctx, articles: readonly Article[]): Promise<ReadonlyMap<string, string>> {
  return await callStripe(ctx, async (stripe) => {
    const found = await lookUp(
      stripe,
      articles.map((each) => each.key),
    );
    for (const article of articles) {
      if (!found.has(article.key)) found.set(article.key, await make(stripe, article));
    }
    return found;
  });
}

async function lookUp(stripe: Payments, keys: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const { data } = await stripe.prices.list({
      lookup_keys: keys.slice(from, from + KEYS_AT_ONCE),
      active: true,
      limit: KEYS_AT_ONCE,
    });
    for (const price of data) if (price.lookup_key) found.set(price.lookup_key, price.id);
  }
  return found;
}

async function make(stripe: Payments, article: Article): Promise<string> {
  const { productId, name, key, cents, interval, metadata } = article;
  await ensureProduct(stripe, { id: productId, name, metadata });
  const price: Stripe.PriceCreateParams = {
    product: productId,
    currency: CURRENCY,
    unit_amount: cents,
    recurring: { interval },
    lookup_key: key,
    transfer_lookup_key: true,
    metadata,
  };
  return (await stripe.prices.create(price, { idempotencyKey: `price:${key}` })).id;
}

async function ensureProduct(
  stripe: Payments,
  { id, name, metadata }: { id: string; name: string; metadata: Record<string, string> },
): Promise<void> {
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  if (data.length > 0) return;
  await stripe.products.create({ id, name, metadata }, { idempotencyKey: `product:${id}:${name}` });
}
