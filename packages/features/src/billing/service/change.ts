import { createHash } from 'node:crypto';
import type { Addon, ChangePreview } from '@tally/contract';
import { callStripe, type Stripe } from '@tally/infra/stripe';
import { AppError, type Ctx, requireUser } from '@tally/kernel';
import { type Catalogue, catalogue } from '../../premium/index.ts';
import { isRunning } from '../match.ts';
import { discountOf, idOf, type Part, type PriceTag, textOfLine } from '../render.ts';
import { findSubscription } from '../store/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { applySubscription, IN_FULL } from './apply.ts';
import { checkExtras, stepsOf } from './extras.ts';
import { type Article, articleOfAddon, articleOfTier, pricesOf } from './prices.ts';

const HOUR = 3_600;

export interface Wanted {
  readonly tierId?: string | undefined;
  /** The complete list of add-ons. Add-ons that it does not contain are removed. */
  readonly extras?: Partial<Record<Addon, number>> | undefined;
}

export async function getOwn(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(ctx.db, id);
  if (!row || row.userId !== requireUser(ctx).userId) throw new AppError('subscriptionNotFound');
  return row;
}

/** Charges or credits the difference immediately. If the card is declined, nothing changes. */
export async function changeSubscription(ctx: Ctx, id: string, wanted: Wanted): Promise<SubscriptionRow> {
  const plan = await planChange(ctx, id, wanted);
  if (plan.items.length === 0) return plan.row;
  const key = keyOf(ctx, `change:${id}:${plan.row.answered}`, plan.items);
  await callStripe(ctx, async (stripe) =>
    stripe.subscriptions.update(
      id,
      {
        items: plan.items,
        proration_behavior: 'always_invoice',
        proration_date: plan.prorationDate,
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: key },
    ),
  );
  return (await applySubscription(ctx, id)) ?? plan.row;
}

/** Lets Stripe calculate what the same change costs at the same moment. */
export async function previewChange(ctx: Ctx, id: string, wanted: Wanted): Promise<ChangePreview> {
  const plan = await planChange(ctx, id, wanted);
  const { row } = plan;
  const next = { nextCents: plan.recurringCents, nextAt: row.periodEnd, currency: row.currency };
  if (plan.items.length === 0) return { dueNowCents: 0, creditCents: 0, ...next, lines: [] };
  const invoice = await callStripe(ctx, async (stripe) =>
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: plan.items,
        proration_behavior: 'always_invoice',
        proration_date: plan.prorationDate,
      },
    }),
  );
  const known = await catalogue(ctx);
  const about = { locale: ctx.locale, nameOf: (id: string) => nameIn(known, id) };
  return {
    dueNowCents: invoice.amount_due,
    creditCents: Math.max(0, -(invoice.starting_balance + invoice.total)),
    ...next,
    lines: invoice.lines.data.map((line) => ({ text: textOfLine(line, about), cents: line.amount })),
  };
}

const nameIn = ({ byTier, addonOf }: Catalogue, id: string): string | undefined =>
  byTier.get(id)?.name ?? addonOf.get(id as Addon)?.name;

type ItemChange = Stripe.SubscriptionUpdateParams.Item;

async function planChange(ctx: Ctx, id: string, wanted: Wanted) {
  if (!ctx.stripe) throw new AppError('billingOff');
  const row = await getOwn(ctx, id);
  if (!isRunning(row) || row.status === 'paused') throw new AppError('conflict');
  if (row.status !== 'active' && row.status !== 'trialing') throw new AppError('mustPayFirst');
  const known = await catalogue(ctx);
  const raw = await callStripe(ctx, async (stripe) => stripe.subscriptions.retrieve(id, { expand: IN_FULL }));
  const changes = await itemChanges(ctx, { known, row, raw, wanted });
  const [first] = raw.items.data;
  const start = first?.current_period_start ?? 0;
  const end = first?.current_period_end ?? 0;
  // Rounds to whole hours, so the change costs exactly as much as its preview showed.
  const hour = Math.floor(ctx.clock.now().getTime() / 1_000 / HOUR) * HOUR;
  return { row, ...changes, prorationDate: Math.min(Math.max(hour, start), end) };
}

async function itemChanges(
  ctx: Ctx,
  { known, row, raw, wanted }: { known: Catalogue; row: SubscriptionRow; raw: Stripe.Subscription; wanted: Wanted },
): Promise<{ items: ItemChange[]; recurringCents: number }> {
  const interval = row.isAnnual ? 'year' : 'month';
  const tagged = raw.items.data.map((item) => ({ item, tag: item.price.metadata as PriceTag }));
  const tierItem = tagged.find(({ tag }) => tag.tier)?.item;
  const isOtherTier = wanted.tierId !== undefined && wanted.tierId !== row.tierId;
  if (isOtherTier) requireSold(known, wanted.tierId, row);
  const extras = Object.fromEntries(Object.entries(wanted.extras ?? row.extras).filter(([, count]) => count > 0));
  if (wanted.extras) checkExtras(ctx, known, extras, (addon) => `newAddons.${addon}`);
  if (row.holder === 'user' && Object.keys(extras).length > 0) throw new AppError('notForSale');

  const items: ItemChange[] = [];
  const parts: Part[] = [];
  const missing: { article: Article; quantity: number; id?: string }[] = [];
  const keep = (item: Stripe.SubscriptionItem, quantity: number): void => {
    parts.push({ product: idOf(item.price.product) ?? '', cents: (item.price.unit_amount ?? 0) * quantity });
    if (quantity !== item.quantity) items.push({ id: item.id, quantity });
  };
  if (tierItem && !isOtherTier) keep(tierItem, 1);
  else
    missing.push({
      article: articleOfTier(known, wanted.tierId ?? row.tierId ?? '', interval),
      quantity: 1,
      ...(tierItem ? { id: tierItem.id } : {}),
    });
  for (const { item, tag } of tagged) {
    if (tag.addon && !(tag.addon in extras)) items.push({ id: item.id, deleted: true });
  }
  for (const [addon, count] of Object.entries(extras) as [Addon, number][]) {
    const there = tagged.find(({ tag }) => tag.addon === addon);
    if (there) keep(there.item, count / Number(there.tag.step ?? 1));
    else missing.push({ article: articleOfAddon(known, addon, interval), quantity: stepsOf(known, addon, count) });
  }
  const prices =
    missing.length > 0
      ? await pricesOf(
          ctx,
          missing.map((each) => each.article),
        )
      : new Map<string, string>();
  for (const { article, quantity, id } of missing) {
    parts.push({ product: article.productId, cents: article.cents * quantity });
    items.push({ price: prices.get(article.key) ?? '', quantity, ...(id ? { id } : {}) });
  }
  const full = parts.reduce((sum, { cents }) => sum + cents, 0);
  const off = discountOf(raw, parts);
  // A discount that ends before the next period does not reduce the recurring price.
  const counts = off !== null && (off.endsAt === null || new Date(off.endsAt) > row.periodEnd);
  return { items, recurringCents: full - (counts ? off.cents : 0) };
}

function requireSold(known: Catalogue, tierId: string | undefined, row: SubscriptionRow): void {
  const plan = known.byTier.get(tierId ?? '');
  if (plan?.holder !== row.holder || !plan.isEnabled || plan.cents === 0) throw new AppError('notForSale');
}

/** Cancels at the end of the paid period, or withdraws the cancellation. */
export async function setEnding(ctx: Ctx, id: string, endsWithPeriod: boolean): Promise<SubscriptionRow> {
  const row = await getOwn(ctx, id);
  if (!isRunning(row)) throw new AppError('conflict');
  if (row.endsWithPeriod === endsWithPeriod) return row;
  await callStripe(ctx, async (stripe) =>
    stripe.subscriptions.update(
      id,
      { cancel_at_period_end: endsWithPeriod },
      { idempotencyKey: keyOf(ctx, `ending:${id}:${row.answered}`, endsWithPeriod) },
    ),
  );
  return (await applySubscription(ctx, id)) ?? row;
}

/**
 * Stripe treats identical requests within a minute as one. A key must not live longer: Stripe repeats an answer for a
 * day, even a declined card, and the customer may have a new card by then.
 */
function keyOf(ctx: Ctx, what: string, wish: unknown): string {
  const minute = Math.floor(ctx.clock.now().getTime() / 60_000);
  return `${what}:${minute}:${createHash('sha256').update(JSON.stringify(wish)).digest('base64url').slice(0, 22)}`;
}
