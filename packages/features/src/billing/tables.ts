import type { Addon, Holder, SubscriptionStatus } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

/** The discount on each invoice. Its keys are in the database's order, so equal values serialize equally. */
export interface RowDiscount {
  readonly text: string;
  readonly cents: number;
  /** Null if the discount is permanent. */
  readonly endsAt: string | null;
}

export const stripeCustomers = pgTable('stripe_customers', {
  userId: text('user_id').primaryKey(),
  customerId: text('customer_id'),
  generation: integer('generation').notNull(),
});

export const checkouts = pgTable(
  'checkouts',
  {
    holder: text('holder').$type<Holder>().notNull(),
    holderId: text('holder_id').notNull(),
    generation: integer('generation').notNull(),
    userId: text('user_id').notNull(),
    wish: text('wish').notNull(),
    sessionId: text('session_id'),
    url: text('url'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.holderId] })],
);

export const subscriptions = pgTable('subscriptions', {
  id: text('id').primaryKey(),
  customerId: text('customer_id').notNull(),
  userId: text('user_id').notNull(),
  holder: text('holder').$type<Holder>().notNull(),
  holderId: text('holder_id').notNull(),
  status: text('status').$type<SubscriptionStatus>().notNull(),
  tierId: text('tier_id'),
  isAnnual: boolean('is_annual').notNull(),
  priceCents: integer('price_cents').notNull(),
  currency: text('currency').notNull(),
  extras: jsonb('extras').$type<Partial<Record<Addon, number>>>().notNull(),
  periodStart: moment('period_start').notNull(),
  periodEnd: moment('period_end').notNull(),
  endsWithPeriod: boolean('ends_with_period').notNull(),
  createdAt: moment('created_at').notNull(),
  canceledAt: moment('canceled_at'),
  endedAt: moment('ended_at'),
  trialEndsAt: moment('trial_ends_at'),
  latestInvoice: text('latest_invoice'),
  affiliate: text('affiliate'),
  discount: jsonb('discount').$type<RowDiscount>(),
  isDuplicate: boolean('is_duplicate').notNull(),
  answered: bigint('answered', { mode: 'number' }).notNull(),
});

export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The id of the Stripe object that the event is about. */
  subject: text('subject').notNull(),
  happenedAt: moment('happened_at').notNull(),
  receivedAt: moment('received_at').notNull(),
  appliedAt: moment('applied_at'),
});

export const stripeDisputes = pgTable('stripe_disputes', {
  id: text('id').primaryKey(),
  subscriptionId: text('subscription_id').notNull(),
  status: text('status').notNull(),
});

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type CheckoutRow = typeof checkouts.$inferSelect;
