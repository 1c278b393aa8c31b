import { type Addon, type Locale, ServerId, type Subscription } from '@tally/contract';
import type { Stripe } from '@tally/infra/stripe';
import { say } from '@tally/kernel';
import type { RowDiscount, SubscriptionRow } from './tables.ts';

const at = (seconds: number): Date => new Date(seconds * 1_000);
const maybe = (seconds: number | null): Date | null => (seconds === null ? null : at(seconds));
export const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** The metadata that we write to our own prices; see `service/prices.ts`. */
export interface PriceTag {
  readonly tier?: string;
  readonly addon?: string;
  readonly step?: string;
}

/** Our checkout writes the holder into a subscription's metadata. Returns null if another source created it. */
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
    discount: discountOf(raw),
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
    discount: row.discount && {
      text: row.discount.text,
      cents: row.discount.cents,
      endsAt: row.discount.endsAt === null ? null : new Date(row.discount.endsAt),
    },
  };
}

export interface Part {
  readonly product: string;
  readonly cents: number;
}

export const partsOf = (raw: Stripe.Subscription): Part[] =>
  raw.items.data.map(({ price, quantity }) => ({
    product: idOf(price.product) ?? '',
    cents: (price.unit_amount ?? 0) * (quantity ?? 1),
  }));

/** Returns the discount on the next invoices. Stripe must expand the discounts and their coupons. */
export function discountOf(raw: Stripe.Subscription, parts: readonly Part[] = partsOf(raw)): RowDiscount | null {
  const given = raw.discounts.flatMap((each) => {
    const coupon = typeof each === 'string' ? null : each.source.coupon;
    return typeof each === 'string' || coupon === null || typeof coupon === 'string' ? [] : [{ each, coupon }];
  });
  const [first] = given;
  if (!first) return null;
  const cents = given.reduce((sum, { coupon }) => sum + takenOff(coupon, parts), 0);
  const { coupon, each } = first;
  return {
    text: coupon.name ?? (coupon.percent_off === null ? coupon.id : `${coupon.percent_off} %`),
    cents: Math.min(
      cents,
      parts.reduce((sum, part) => sum + part.cents, 0),
    ),
    endsAt: each.end === null ? null : at(each.end).toISOString(),
  };
}

function takenOff(
  { applies_to: only, percent_off: percent, amount_off: amount }: Stripe.Coupon,
  parts: readonly Part[],
) {
  const covered = parts.filter(({ product }) => only?.products.includes(product) ?? true);
  if (percent !== null) return covered.reduce((sum, { cents }) => sum + Math.round((cents * percent) / 100), 0);
  return Math.min(
    amount ?? 0,
    covered.reduce((sum, { cents }) => sum + cents, 0),
  );
}

/** Returns the server that our checkout wrote into the invoice, or null for a personal plan or a manual invoice. */
export function serverOfInvoice({ parent }: Stripe.Invoice): ServerId | null {
  const { holder, holderId } = parent?.subscription_details?.metadata ?? {};
  return holder === 'guild' ? (ServerId.safeParse(holderId).data ?? null) : null;
}

interface Naming {
  readonly locale: Locale;
  readonly planOf: (tierId: string) => string | undefined;
  readonly serverOf: (serverId: ServerId) => string | undefined;
}

/** Names the purchase in the reader's language, because Stripe's own lines are in English. */
export function titleOfInvoice(invoice: Stripe.Invoice, { locale, planOf, serverOf }: Naming): string | null {
  const products = invoice.lines.data
    // Stripe lists credits first, but readers look for the new plan.
    .toSorted((one, other) => other.amount - one.amount)
    .map(soldBy);
  const plan = products.flatMap((product) => planOf(product) ?? [])[0];
  const server = serverOf(serverOfInvoice(invoice) ?? ('' as ServerId));
  const isChange = invoice.billing_reason === 'subscription_update';
  if (plan === undefined && !isChange) return invoice.lines.data[0]?.description ?? invoice.description ?? null;
  const what = isChange
    ? say(locale, plan === undefined ? 'billing.invoiceAddons' : 'billing.invoiceChange', { plan: plan ?? '' })
    : (plan ?? '');
  return server === undefined ? what : say(locale, 'billing.invoiceFor', { what, server });
}

/** Returns the tier or add-on of a line, which our product ids contain. */
const soldBy = ({ pricing }: Stripe.InvoiceLineItem): string =>
  idOf(pricing?.price_details?.product ?? null)?.replace(/^tally_/, '') ?? '';

/** Describes a line of a plan change in the reader's language. Other products keep Stripe's words. */
export function textOfLine(
  line: Stripe.InvoiceLineItem,
  { locale, nameOf }: { locale: Locale; nameOf: (id: string) => string | undefined },
): string {
  const name = nameOf(soldBy(line));
  const what = name !== undefined && (line.quantity ?? 1) > 1 ? `${line.quantity} × ${name}` : name;
  if (what === undefined || !line.parent?.subscription_item_details?.proration) return what ?? line.description ?? '';
  return say(locale, line.amount < 0 ? 'billing.lineUnused' : 'billing.lineLeft', { what });
}
