import type { Payment, ServerId, Subscription, UserId } from '@tally/contract';
import { callStripe, isMissing, isRefused, type Stripe } from '@tally/infra/stripe';
import { type Ctx, days, requireUser } from '@tally/kernel';
import { type Catalogue, catalogue } from '../../premium/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { findMain } from '../match.ts';
import { serverOfInvoice, titleOfInvoice, toSubscription } from '../render.ts';
import { findCustomer, loseCustomer } from '../store/checkouts.ts';
import { listOfUser } from '../store/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { known } from './events.ts';

/** An ended subscription stays visible for this long, so a customer can easily renew it. */
const SHOWN_AFTER_END_MS = days(60);
const PAYMENTS_SHOWN = 24;

export async function listSubscriptions(
  ctx: Ctx,
): Promise<{ user: Subscription | null; guilds: (Subscription & { guildId: ServerId })[] }> {
  const [rows, catalogued] = await Promise.all([listOfUser(ctx.db, requireUser(ctx).userId), catalogue(ctx)]);
  const since = ctx.clock.now().getTime() - SHOWN_AFTER_END_MS;
  const shown = rows.filter((row) => row.endedAt === null || row.endedAt.getTime() > since);
  const byHolder = Map.groupBy(shown, (row) => `${row.holder} ${row.holderId}`);
  const main = [...byHolder.values()].flatMap((list) => findMain(list) ?? []);
  const wire = (row: SubscriptionRow) => toSubscription(row, titleOf(catalogued, row));
  const own = main.find((row) => row.holder === 'user');
  return {
    user: own ? wire(own) : null,
    guilds: main
      .filter((row) => row.holder === 'guild')
      .map((row) => ({ ...wire(row), guildId: row.holderId as ServerId })),
  };
}

const titleOf = ({ byTier }: Catalogue, row: SubscriptionRow): string | null =>
  byTier.get(row.tierId ?? '')?.name ?? null;

/** Returns past payments, and a link to cards and invoices at Stripe. Both are empty without a purchase. */
export async function listPayments(ctx: Ctx): Promise<{ portalUrl: string | null; payments: Payment[] }> {
  const { userId } = requireUser(ctx);
  const customerId = (await findCustomer(ctx.db, userId))?.customerId;
  if (!ctx.stripe || !customerId) return { portalUrl: null, payments: [] };
  const found = await callStripe(ctx, async (stripe) => {
    const portal = await known(openPortal(ctx, stripe, customerId));
    if (!portal) return null;
    const { data } = await stripe.invoices.list({ customer: customerId, limit: PAYMENTS_SHOWN });
    return { portalUrl: portal.url, invoices: data };
  });
  if (!found) {
    await loseCustomer(ctx.db, customerId);
    return { portalUrl: null, payments: [] };
  }
  const named = found.invoices.flatMap((invoice) => serverOfInvoice(invoice) ?? []);
  const [catalogued, looks] = await Promise.all([catalogue(ctx), listSummaries(ctx, named)]);
  const about = {
    locale: ctx.locale,
    planOf: (tierId: string) => catalogued.byTier.get(tierId)?.name,
    serverOf: (serverId: ServerId) => looks.get(serverId)?.name,
  };
  const payments = found.invoices.map((invoice) => ({
    id: invoice.id,
    title: titleOfInvoice(invoice, about),
    amountCents: invoice.amount_due,
    currency: invoice.currency,
    status: (invoice.status ?? 'draft') as Payment['status'],
    createdAt: new Date(invoice.created * 1_000),
    invoiceUrl: invoice.hosted_invoice_url ?? null,
  }));
  return { portalUrl: found.portalUrl, payments };
}

/** Returns no URL if the portal was never set up, or if our key may not open it. */
async function openPortal(ctx: Ctx, stripe: Stripe, customer: string): Promise<{ url: string | null }> {
  try {
    return await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${ctx.config.webUrl}/manage-subscription`,
    });
  } catch (error) {
    if (isMissing(error) || !isRefused(error)) throw error;
    ctx.log.error({ err: error }, 'Stripe opens no customer portal; see "Selling plans" in docs/operations.');
    return { url: null };
  }
}

/** Lists the server subscriptions that a person pays for. Only that person sees them. */
export async function activeSubscriptions(ctx: Ctx, userId: UserId) {
  const rows = await listOfUser(ctx.db, userId);
  return rows
    .filter((row) => row.holder === 'guild' && row.endedAt === null && !row.isDuplicate)
    .map((row) => ({ guildId: row.holderId as ServerId, subscriptionId: row.id }));
}
