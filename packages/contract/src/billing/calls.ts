import { z } from 'zod';
import { AdditionalAddons, Addon } from '../premium/limits.ts';
import { dev, user } from '../wire/access.ts';
import { isoDate, queryInt, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { Holder, TierId } from '../wire/enums.ts';
import { count, int, line } from '../wire/fields.ts';
import { DiscordId, ServerId } from '../wire/ids.ts';

/** The same words as Stripe's. https://docs.stripe.com/api/subscriptions/object */
export const subscriptionStates = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
export const SubscriptionStatus = z.enum(subscriptionStates);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Stripe generates these ids, such as `sub_1Nxyz`. */
export const SubscriptionId = z.string().regex(/^\w{1,255}$/, 'must be the ID of a subscription');

/** A promotion code's discount. */
const discount = z.object({
  text: z.string(),
  cents: count,
  /** Null if the discount is permanent, or applies only to the next payment. */
  endsAt: isoDate.nullable(),
});

export const Subscription = z
  .object({
    id: z.string(),
    status: SubscriptionStatus,
    tierId: z.string().optional(),
    title: z.string().nullable(),
    priceCents: count,
    isAnnual: z.boolean(),
    periodEnd: isoDate,
    canceledAt: isoDate.nullable(),
    endedAt: isoDate.nullable(),
    trialEndsAt: isoDate.nullable(),
    addons: z.array(z.object({ addonId: Addon, quantity: count })),
    /** True after a cancellation. The subscription ends with the period unless the person resumes it. */
    endsWithPeriod: z.boolean(),
    currency: z.string(),
    /** The price above does not include this discount. */
    discount: discount.nullable(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.infer<typeof Subscription>;

export const Payment = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    amountCents: count,
    currency: z.string(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
    createdAt: isoDate,
    invoiceUrl: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.infer<typeof Payment>;

/** The cost of a change, now and later. */
export const ChangePreview = z
  .object({
    /** The amount that is charged immediately. */
    dueNowCents: count,
    /** The credit that pays for the next invoices. */
    creditCents: count,
    nextCents: count,
    nextAt: isoDate,
    currency: z.string(),
    lines: z.array(z.object({ text: z.string(), cents: z.int() })),
  })
  .meta({ id: 'ChangePreview' });
export type ChangePreview = z.infer<typeof ChangePreview>;

/** The client cannot choose the payer or the trial days. Such keys are dropped. */
const checkout = {
  /** A tier of the kind that the path names. */
  subscriptionTierId: TierId,
  annual: z.boolean().optional(),
  /** A creator's code, or one of Stripe's promotion codes. */
  affiliate: line(64).optional(),
} as const;
const checkoutBodies = {
  guild: z.object({ ...checkout, guildId: ServerId, ...AdditionalAddons.shape }).meta({ id: 'ServerCheckout' }),
  user: z.object(checkout).meta({ id: 'UserCheckout' }),
} as const satisfies Record<Holder, z.ZodType>;

/** Counts things, not steps: 20 connections, not two steps of ten. */
const newAddons = z.array(z.object({ addonId: Addon, quantity: int(0, 500) })).max(Addon.options.length);
const named = z.object({ id: SubscriptionId });

/** The exact amounts of a checkout. */
export const Quote = z
  .object({
    /** The amount due now, which is zero during a trial. */
    dueNowCents: count,
    /** The amount per month, or per year. */
    recurringCents: count,
    isAnnual: z.boolean(),
    trialDays: count,
    /** The amount due now already includes this discount. Later payments include it only if it is permanent. */
    discount: z
      .object({
        text: z.string(),
        cents: count,
        lasts: z.enum(['once', 'repeating', 'forever']),
        months: count.nullable(),
      })
      .nullable(),
    /** True if the entered code is not a promotion code. It then gives no discount and counts as a creator's code. */
    isCodeUnknown: z.boolean(),
    currency: z.string(),
    lines: z.array(
      z.object({
        text: z.string(),
        /** Set for an add-on, so pages can show its name in the reader's language. */
        addonId: Addon.optional(),
        quantity: count,
        cents: count,
      }),
    ),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

/** The number of subscriptions and the total monthly revenue of one plan, in one currency. */
const PlanSold = z
  .object({
    tierId: z.string().nullable(),
    name: z.string().nullable(),
    currency: z.string(),
    subscriptions: count,
    monthlyCents: count,
  })
  .meta({ id: 'PlanSold' });

/** A payment that the bank refused. */
const FailedPayment = z
  .object({
    subscriptionId: z.string(),
    status: SubscriptionStatus,
    holder: Holder,
    holderId: DiscordId,
    name: z.string().nullable(),
    plan: z.string().nullable(),
    cents: count,
    currency: z.string(),
    since: isoDate,
    stripeUrl: z.string(),
  })
  .meta({ id: 'FailedPayment' });

const sum = z.object({ currency: z.string(), cents: count, payments: count });

/** The revenue of the subscriptions, and the changes in a period. */
export const Money = z
  .object({
    lookback: count,
    plans: z.array(PlanSold),
    trialing: count,
    /** Paid subscriptions that end with their period. */
    ending: count,
    begun: z.object({ now: count, before: count }),
    ended: z.object({ now: count, before: count }),
    failed: z.array(FailedPayment),
    disputes: count,
    /** The refunds by currency. Null if Stripe did not answer. */
    refunds: z.array(sum).nullable(),
    /** Null if nothing is sold here. */
    stripeUrl: z.string().nullable(),
  })
  .meta({ id: 'Money' });
export type Money = z.infer<typeof Money>;

export const billing = {
  getMoney: endpoint({
    method: 'GET',
    path: '/admin/money',
    summary: 'Subscriptions by plan, with starts, ends, failures and refunds in a number of days.',
    access: dev,
    isPersonal: true,
    query: z.object({ lookback: queryInt({ min: 1, max: 365 }).optional() }),
    reply: Money,
  }),
  quoteCheckout: endpoint({
    method: 'POST',
    path: '/stripe/sessions/{type}/quote',
    summary: 'The price of a checkout. Nothing is bought.',
    access: user,
    params: z.object({ type: Holder }),
    body: z.union([checkoutBodies.guild, checkoutBodies.user]),
    bodyBy: { from: 'params', name: 'type', choices: checkoutBodies },
    reply: Quote,
  }),
  startCheckout: endpoint({
    method: 'POST',
    path: '/stripe/sessions/{type}',
    summary: 'The address of a checkout page.',
    access: user,
    once: true,
    params: z.object({ type: Holder }),
    body: z.union([checkoutBodies.guild, checkoutBodies.user]),
    bodyBy: { from: 'params', name: 'type', choices: checkoutBodies },
    reply: z.string(),
  }),
  listSubscriptions: endpoint({
    method: 'GET',
    path: '/stripe/subscriptions',
    summary: "The caller's subscriptions.",
    access: user,
    reply: z.object({
      user: Subscription.nullable(),
      guilds: z.array(Subscription.extend({ guildId: ServerId })),
    }),
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/stripe/payments',
    summary: 'Past payments, and the page to change the payment method.',
    access: user,
    reply: z.object({ portalUrl: z.string().nullable(), payments: z.array(Payment) }),
  }),
  changeTier: endpoint({
    method: 'PATCH',
    path: '/stripe/subscriptions/tier',
    summary: 'Moves a subscription to another plan.',
    access: user,
    once: true,
    body: z.object({ subscriptionId: SubscriptionId, newTierId: TierId }),
    reply: sentence,
  }),
  changeAddons: endpoint({
    method: 'PATCH',
    path: '/stripe/subscriptions/addons',
    summary: 'Sets the add-ons of a subscription. Add-ons that are not named are removed.',
    access: user,
    once: true,
    body: z.object({ subscriptionId: SubscriptionId, newAddons }),
    reply: sentence,
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/stripe/subscriptions/preview',
    summary: 'The price of a change of plan or add-ons.',
    access: user,
    body: z.object({
      subscriptionId: SubscriptionId,
      newTierId: TierId.optional(),
      newAddons: newAddons.optional(),
    }),
    reply: ChangePreview,
  }),
  cancelSubscription: endpoint({
    method: 'DELETE',
    path: '/stripe/subscriptions/{id}',
    summary: 'Cancels a subscription at the end of the paid period.',
    access: user,
    params: named,
    reply: sentence,
  }),
  resumeSubscription: endpoint({
    method: 'POST',
    path: '/stripe/subscriptions/{id}/resume',
    summary: 'Undoes a cancellation while the subscription still runs.',
    access: user,
    once: true,
    params: named,
    reply: sentence,
  }),
} as const satisfies Home;
