import { type Addon, type Locale, ServerId, type Subscription } from '@tally/contract';
import type { Stripe } from '@tally/infra/stripe';
import { say } from '@tally/kernel';
import type { SubscriptionRow } from './tables.ts';

const at = (seconds: number): Date => new Date(seconds * 1_000);
const maybe = (seconds: number | null): Date | null => (seconds === null ? null : at(seconds));
const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** What our own prices say of themselves; see `service/prices.ts`. */
export interface PriceTag {
  readonly tier?: string;
  readonly addon?: string;
  readonly step?: string;
}

/** Whom a subscription is for stands in its metadata, where our checkout wrote it. Null: not one of ours. */
export function readSubscription(
  raw: Stripe.Subscription,
  about: { answered: number; isAddon: (name: string) => name is Addon },
): SubscriptionRow | null {
  const { userId, holder, holderId, affiliate } = raw.metadata;
  if (!userId || !holderId || (holder !== 'guild' && holder !== 'user')) return null;
  const items = raw.items.data;
  const tags = items.map((item) => ({ item, tag: item.price.metadata as PriceTag }));
  const extras: Partial<Record<Addon, number>> = {};
  for (const { item, tag } of tags) {
    if (tag.addon && about.isAddon(tag.addon)) extras[tag.addon] = (item.quantity ?? 1) * Number(tag.step ?? 1);
  }
  const [first] = items;
  return {
    id: raw.id,
    customerId: idOf(raw.customer) ?? '',
    userId,
    holder,
    holderId,
    status: raw.status as SubscriptionRow['status'],
    tierId: tags.find(({ tag }) => tag.tier)?.tag.tier ?? null,
    isAnnual: first?.price.recurring?.interval === 'year',
    priceCents: items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0),
    currency: raw.currency,
    extras,
    periodStart: at(first?.current_period_start ?? raw.start_date),
    periodEnd: at(first?.current_period_end ?? raw.start_date),
    endsWithPeriod: raw.cancel_at_period_end,
    createdAt: at(raw.created),
    canceledAt: maybe(raw.canceled_at),
    endedAt: maybe(raw.ended_at),
    trialEndsAt: maybe(raw.trial_end),
    latestInvoice: idOf(raw.latest_invoice),
    affiliate: affiliate ?? null,
    isDuplicate: false,
    answered: about.answered,
  };
}

export function toSubscription(row: SubscriptionRow, title: string | null): Subscription {
  return {
    id: row.id,
    status: row.status,
    ...(row.tierId === null ? {} : { tierId: row.tierId }),
    title,
    priceCents: row.priceCents,
    isAnnual: row.isAnnual,
    periodEnd: row.periodEnd,
    canceledAt: row.canceledAt,
    endedAt: row.endedAt,
    trialEndsAt: row.trialEndsAt,
    addons: Object.entries(row.extras).map(([addonId, quantity]) => ({ addonId: addonId as Addon, quantity })),
    endsWithPeriod: row.endsWithPeriod,
    currency: row.currency,
  };
}

/** Which server an invoice is for, as our checkout wrote it. Null: a person's own plan, or an invoice made by hand. */
export function serverOfInvoice({ parent }: Stripe.Invoice): ServerId | null {
  const { holder, holderId } = parent?.subscription_details?.metadata ?? {};
  return holder === 'guild' ? (ServerId.safeParse(holderId).data ?? null) : null;
}

interface Naming {
  readonly locale: Locale;
  readonly planOf: (tierId: string) => string | undefined;
  readonly serverOf: (serverId: ServerId) => string | undefined;
}

/** What was paid for, in the reader's language. Stripe's own lines are English and speak of units and dates. */
export function titleOfInvoice(invoice: Stripe.Invoice, { locale, planOf, serverOf }: Naming): string | null {
  const products = invoice.lines.data
    // What is given back stands first; what it was changed to says more.
    .toSorted((one, other) => other.amount - one.amount)
    .map(({ pricing }) => idOf(pricing?.price_details?.product ?? null)?.replace(/^tally_/, '') ?? '');
  const plan = products.flatMap((product) => planOf(product) ?? [])[0];
  const server = serverOf(serverOfInvoice(invoice) ?? ('' as ServerId));
  const isChange = invoice.billing_reason === 'subscription_update';
  if (plan === undefined && !isChange) return invoice.lines.data[0]?.description ?? invoice.description ?? null;
  const what = isChange
    ? say(locale, plan === undefined ? 'billing.invoiceAddons' : 'billing.invoiceChange', { plan: plan ?? '' })
    : (plan ?? '');
  return server === undefined ? what : say(locale, 'billing.invoiceFor', { what, server });
}
