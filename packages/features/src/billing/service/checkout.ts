import { createHash } from 'node:crypto';
import { type AdditionalAddons, type Addon, addons, type Holder, type ServerId, type UserId } from '@tally/contract';
import { callStripe, isMissing, isRefused, type Payments } from '@tally/infra/stripe';
import { AppError, type Ctx, hours, minutes, requireUser } from '@tally/kernel';
import { getUserFacts } from '../../account/index.ts';
import { catalogue } from '../../premium/index.ts';
import { listSummaries, requireManager } from '../../servers/index.ts';
import { isRunning } from '../match.ts';
import {
  findCheckout,
  loseCustomer,
  nameCustomer,
  nameSession,
  prepareCustomer,
  saveCheckout,
} from '../store/checkouts.ts';
import { hasEverPaid, listOfHolder, lockHolder } from '../store/subscriptions.ts';
import type { CheckoutRow } from '../tables.ts';
import { applySubscription } from './apply.ts';
import { findPromotion, isRefusedCode, type Promotion, refusedCode } from './codes.ts';
import { checkExtras, stepsOf } from './extras.ts';
import { articleOfAddon, articleOfTier, pricesOf } from './prices.ts';

/** Stripe allows a checkout to stay open for up to 24 hours. */
const OPEN_FOR_MS = hours(23);
const WORTH_REUSING_MS = minutes(30);

export interface CheckoutWish extends AdditionalAddons {
  readonly subscriptionTierId: string;
  readonly annual?: boolean | undefined;
  readonly affiliate?: string | undefined;
  readonly guildId?: ServerId | undefined;
}

/** Returns the URL of Stripe's page. Repeated and concurrent requests get the same checkout. */
export async function startCheckout(ctx: Ctx, holder: Holder, wish: CheckoutWish): Promise<string> {
  const order = await prepareOrder(ctx, holder, wish);
  const claimed = await claim(ctx, order);
  if (claimed.formerSession !== null) await closeFormer(ctx, claimed.formerSession);
  if (claimed.row.sessionId !== null) {
    const url = await urlOfOpen(ctx, claimed.row.sessionId);
    if (url !== null) return url;
    await forgetSession(ctx, claimed.row);
    return await startCheckout(ctx, holder, wish);
  }
  return await open(ctx, order, claimed.row);
}

/** Returns the order if this person may place it now, and throws otherwise. */
export async function prepareOrder(ctx: Ctx, holder: Holder, wish: CheckoutWish): Promise<Order> {
  if (!ctx.stripe || ctx.config.PLANS === 'unlimited') throw new AppError('billingOff');
  const { userId } = requireUser(ctx);
  const holderId = holder === 'guild' ? (wish.guildId ?? '') : userId;
  if (holder === 'guild') await requireManager(ctx, holderId as ServerId);
  const order = await readOrder(ctx, { holder, holderId, userId, wish });
  if ((await listOfHolder(ctx.db, holder, holderId)).some(blocks)) throw new AppError('alreadySubscribed');
  return order;
}

/** An `incomplete` subscription failed its first payment, so another checkout may replace it. */
const blocks = (row: Parameters<typeof isRunning>[0] & { isDuplicate: boolean }): boolean =>
  isRunning(row) && row.status !== 'incomplete' && !row.isDuplicate;

export interface Order {
  readonly holder: Holder;
  readonly holderId: string;
  readonly userId: UserId;
  readonly tierId: string;
  readonly interval: 'month' | 'year';
  readonly extras: Partial<Record<Addon, number>>;
  readonly trialDays: number;
  readonly affiliate: string | null;
  readonly promotion: Promotion | null;
}

async function readOrder(
  ctx: Ctx,
  { holder, holderId, userId, wish }: { holder: Holder; holderId: string; userId: UserId; wish: CheckoutWish },
): Promise<Order> {
  const known = await catalogue(ctx);
  const plan = known.byTier.get(wish.subscriptionTierId);
  if (plan?.holder !== holder || !plan.isEnabled || plan.cents === 0) throw new AppError('notForSale');
  const extras: Partial<Record<Addon, number>> = {};
  for (const addon of addons) {
    const value = wish[`additional${addon}`] ?? 0;
    if (value > 0 && holder === 'guild') extras[addon] = value;
  }
  checkExtras(ctx, known, extras, (addon) => `additional${addon}`);
  const interval = wish.annual ? 'year' : 'month';
  const isNew = !(await hasEverPaid(ctx.db, userId, holderId));
  const bought = (Object.entries(extras) as [Addon, number][]).map(
    ([addon, count]) => articleOfAddon(known, addon, interval).cents * stepsOf(known, addon, count),
  );
  const cents = bought.reduce((sum, each) => sum + each, articleOfTier(known, plan.tierId, interval).cents);
  return {
    holder,
    holderId,
    userId,
    tierId: plan.tierId,
    interval,
    extras,
    trialDays: isNew ? plan.trialDays : 0,
    affiliate: wish.affiliate ?? null,
    promotion: await findPromotion(ctx, wish.affiliate, { userId, cents, isNew }),
  };
}

/** Each server or person has one checkout, so a new order replaces the previous one. */
async function claim(ctx: Ctx, order: Order): Promise<{ row: CheckoutRow; formerSession: string | null }> {
  const { holder, holderId, userId } = order;
  const wish = JSON.stringify(order);
  return await ctx.db.transaction(async (tx) => {
    await lockHolder(tx, holder, holderId);
    const former = await findCheckout(tx, holder, holderId);
    const now = ctx.clock.now().getTime();
    if (former?.wish === wish && former.expiresAt.getTime() > now + WORTH_REUSING_MS)
      return { row: former, formerSession: null };
    const row: CheckoutRow = {
      holder,
      holderId,
      userId,
      wish,
      generation: (former?.generation ?? 0) + 1,
      sessionId: null,
      url: null,
      expiresAt: new Date(now + OPEN_FOR_MS),
    };
    await saveCheckout(tx, row);
    return { row, formerSession: former?.sessionId ?? null };
  });
}

/** Expires the previous checkout, so it can no longer be paid. Throws if it was paid a moment ago. */
async function closeFormer(ctx: Ctx, sessionId: string): Promise<void> {
  const paid = await callStripe(ctx, async (stripe) => {
    const session = await orNull(stripe.checkout.sessions.retrieve(sessionId));
    if (session?.status === 'open') await orNull(stripe.checkout.sessions.expire(sessionId));
    return session?.status === 'complete' ? session.subscription : null;
  });
  if (typeof paid !== 'string') return;
  const row = await applySubscription(ctx, paid);
  if (row && blocks(row)) throw new AppError('alreadySubscribed');
}

async function urlOfOpen(ctx: Ctx, sessionId: string): Promise<string | null> {
  const session = await callStripe(ctx, async (stripe) => await orNull(stripe.checkout.sessions.retrieve(sessionId)));
  if (session?.status === 'complete' && typeof session.subscription === 'string') {
    await applySubscription(ctx, session.subscription);
    return null;
  }
  return session?.status === 'open' ? session.url : null;
}

async function forgetSession(ctx: Ctx, { holder, holderId, generation }: CheckoutRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockHolder(tx, holder, holderId);
    const row = await findCheckout(tx, holder, holderId);
    if (row?.generation === generation) await saveCheckout(tx, { ...row, wish: '', sessionId: null, url: null });
  });
}

async function open(ctx: Ctx, order: Order, row: CheckoutRow): Promise<string> {
  const session = await create(ctx, order, row);
  if (!session.url) throw new AppError('stripeDown');
  const { holder, holderId, generation } = row;
  const isWanted = await nameSession(ctx.db, { holder, holderId, generation, sessionId: session.id, url: session.url });
  if (isWanted) return session.url;
  // Another order arrived during the call to Stripe, and only one of the two may be paid.
  await callStripe(ctx, async (stripe) => await orNull(stripe.checkout.sessions.expire(session.id)));
  throw new AppError('conflict');
}

async function create(ctx: Ctx, order: Order, row: CheckoutRow, isLastTry = false) {
  const known = await catalogue(ctx);
  const { holder, holderId, userId, interval } = order;
  const tier = articleOfTier(known, order.tierId, interval);
  const extras = Object.entries(order.extras) as [Addon, number][];
  const articles = extras.map(([addon]) => articleOfAddon(known, addon, interval));
  const [prices, customer] = [await pricesOf(ctx, [tier, ...articles]), await ensureCustomer(ctx, userId)];
  const metadata = { userId, holder, holderId, ...(order.affiliate ? { affiliate: order.affiliate } : {}) };
  const items = [
    { price: prices.get(tier.key) ?? '', quantity: 1 },
    ...extras.map(([addon, count], place) => ({
      price: prices.get(articles[place]?.key ?? '') ?? '',
      quantity: stepsOf(known, addon, count),
    })),
  ];
  const { webUrl } = ctx.config;
  const name =
    holder === 'guild' ? (await listSummaries(ctx, [holderId as ServerId])).get(holderId as ServerId)?.name : null;
  // Stripe returns the same session for the same key, so parallel calls open one checkout.
  const digest = createHash('sha256').update(`${row.wish}${customer}${name}`).digest('base64url').slice(0, 22);
  try {
    return await callStripe(ctx, async (stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          line_items: items,
          customer,
          client_reference_id: userId,
          success_url: `${webUrl}/manage-subscription?checkout={CHECKOUT_SESSION_ID}`,
          cancel_url: `${webUrl}/premium/checkout/${order.tierId}?${choicesOf(order)}`,
          ...(order.promotion ? { discounts: [{ promotion_code: order.promotion.id }] } : {}),
          expires_at: Math.floor(row.expiresAt.getTime() / 1_000),
          metadata,
          subscription_data: {
            metadata,
            // Customers see this name on Stripe's pages, where it distinguishes the servers they pay for.
            ...(name ? { description: name } : {}),
            ...(order.trialDays > 0 ? { trial_period_days: order.trialDays } : {}),
          },
        },
        { idempotencyKey: `checkout:${holder}:${holderId}:${row.generation}:${digest}` },
      ),
    );
  } catch (error) {
    if (order.promotion && isRefusedCode(error)) throw refusedCode(ctx);
    if ((!isMissing(error) && !isOtherCurrency(error)) || isLastTry) throw error;
    // Stripe has deleted the customer, or has tied the customer to another currency.
    await loseCustomer(ctx.db, customer);
    return await create(ctx, order, row, true);
  }
}

/** Keeps the choices in the page's URL, so a person who returns from Stripe finds them again. */
const choicesOf = ({ holder, holderId, interval, affiliate }: Order): string =>
  new URLSearchParams({
    ...(holder === 'guild' ? { server: holderId } : {}),
    ...(interval === 'year' ? { pay: 'year' } : {}),
    ...(affiliate === null ? {} : { code: affiliate }),
  }).toString();

/** Stripe has no error code for a currency mismatch: https://docs.stripe.com/billing/customer#currency */
const isOtherCurrency = (error: unknown): boolean =>
  isRefused(error) && /combine currencies/i.test(`${error.message} ${String(error.cause)}`);

/** Ensures one Stripe customer per person, even with concurrent calls. */
export async function ensureCustomer(ctx: Ctx, userId: UserId): Promise<string> {
  const { customerId, generation } = await prepareCustomer(ctx.db, userId);
  if (customerId !== null) return customerId;
  const { email, username } = await getUserFacts(ctx, userId);
  const made = await callStripe(ctx, async (stripe: Payments) =>
    stripe.customers.create(
      { name: username, metadata: { userId }, ...(email ? { email } : {}) },
      { idempotencyKey: `customer:${userId}:${generation}` },
    ),
  );
  await nameCustomer(ctx.db, userId, made.id);
  return made.id;
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    // The object was deleted, or its state no longer allows the call.
    if (isMissing(error) || (error instanceof Error && 'statusCode' in error && error.statusCode === 400)) return null;
    throw error;
  }
}
