import { type Addon, tiers, yearlyCents } from '@tally/contract';
import { callStripe, type Payments, type Stripe } from '@tally/infra/stripe';
import { AppError, type Ctx } from '@tally/kernel';
import { type Catalogue, catalogue } from '../../premium/index.ts';

export const CURRENCY = 'usd';
/** Stripe's limit per query: https://docs.stripe.com/api/prices/list */
const KEYS_AT_ONCE = 10;
const PAGE = 100;

/** A product that our rows say is for sale. */
export interface Article {
  readonly productId: string;
  readonly name: string;
  readonly interval: 'month' | 'year';
  readonly cents: number;
  /**
   * The key of the price contains its amount, so a new amount creates a new price and existing customers keep theirs.
   */
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

/** Lists what the sync changed at Stripe. */
export interface PriceReport {
  readonly sold: number;
  readonly made: number;
  readonly renamed: number;
  readonly archived: number;
}

/** Creates every product and price at Stripe that our rows sell. Several processes may run it at the same time. */
export async function syncPrices(ctx: Ctx): Promise<PriceReport> {
  const known = await catalogue(ctx);
  const plans = known.plans.filter((plan) => plan.cents > 0 && plan.tierId !== tiers.ServerFree);
  const articles = (['month', 'year'] as const).flatMap((interval) => [
    ...plans.map((plan) => articleOfTier(known, plan.tierId, interval)),
    ...known.addons.filter((addon) => addon.isActive).map((addon) => articleOfAddon(known, addon.addonId, interval)),
  ]);
  return await callStripe(ctx, async (stripe) => {
    const renamed = await nameProducts(stripe, articles);
    const { found, made } = await makeMissing(stripe, articles);
    return { sold: found.size, made, renamed, archived: await archiveOthers(stripe, articles) };
  });
}

/** Returns the ids of prices by key, and creates missing ones. */
export async function pricesOf(ctx: Ctx, articles: readonly Article[]): Promise<ReadonlyMap<string, string>> {
  return await callStripe(ctx, async (stripe) => (await makeMissing(stripe, articles)).found);
}

async function makeMissing(
  stripe: Payments,
  articles: readonly Article[],
): Promise<{ found: Map<string, string>; made: number }> {
  const found = new Map<string, string>();
  for (const price of await lookUp(stripe, articles)) {
    // Reactivates a price that is sold again, because Stripe would not create another one with the same key.
    if (!price.active) await stripe.prices.update(price.id, { active: true });
    if (price.lookup_key) found.set(price.lookup_key, price.id);
  }
  const missing = articles.filter(({ key }) => !found.has(key));
  for (const article of missing) found.set(article.key, await make(stripe, article));
  return { found, made: missing.length };
}

async function lookUp(stripe: Payments, articles: readonly Article[]): Promise<Stripe.Price[]> {
  const keys = articles.map(({ key }) => key);
  const found: Stripe.Price[] = [];
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const { data } = await stripe.prices.list({
      lookup_keys: keys.slice(from, from + KEYS_AT_ONCE),
      limit: KEYS_AT_ONCE,
    });
    found.push(...data);
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

/** Renames products of renamed plans at Stripe, because invoices show product names. */
async function nameProducts(stripe: Payments, articles: readonly Article[]): Promise<number> {
  const nameOf = new Map(articles.map(({ productId, name }) => [productId, name]));
  const { data } = await stripe.products.list({ ids: [...nameOf.keys()], limit: PAGE });
  const others = data.filter(({ id, name, active }) => name !== nameOf.get(id) || !active);
  for (const { id } of others) await stripe.products.update(id, { name: nameOf.get(id) ?? id, active: true });
  return others.length;
}

/** Archives old prices, so new customers cannot choose them. Existing customers keep theirs. */
async function archiveOthers(stripe: Payments, articles: readonly Article[]): Promise<number> {
  const keys = new Set(articles.map(({ key }) => key));
  let archived = 0;
  for (const product of new Set(articles.map(({ productId }) => productId))) {
    const { data } = await stripe.prices.list({ product, active: true, limit: PAGE });
    const old = data.filter(({ lookup_key: key }) => key?.startsWith(`${product}_`) && !keys.has(key));
    for (const { id } of old) await stripe.prices.update(id, { active: false });
    archived += old.length;
  }
  return archived;
}
