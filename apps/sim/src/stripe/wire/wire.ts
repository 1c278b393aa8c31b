/**
 * Stripe's objects in version 2026-10-28.endive, with the fields that our code reads. `blanks` adds the others, so a
 * client finds every key that Stripe sends. https://docs.stripe.com/api
 */
export type * from './payments.ts';
export type * from './portal.ts';
export type * from './schedule.ts';

export type Metadata = Record<string, string>;

export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly created: number;
  email: string | null;
  name: string | null;
  description: string | null;
  /** Negative if we owe the customer money. */
  balance: number;
  currency: string | null;
  invoice_settings: {
    custom_fields: null;
    footer: null;
    rendering_options: null;
    default_payment_method: string | null;
  };
  metadata: Metadata;
  readonly test_clock: string | null;
}

export interface Product {
  readonly id: string;
  readonly object: 'product';
  readonly created: number;
  updated: number;
  active: boolean;
  name: string;
  description: string | null;
  metadata: Metadata;
  default_price: string | null;
}

export interface Recurring {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly interval_count: number;
  readonly meter: null;
  readonly trial_period_days: null;
  readonly usage_type: 'licensed';
}

export interface Price {
  readonly id: string;
  readonly object: 'price';
  readonly created: number;
  active: boolean;
  readonly currency: string;
  readonly unit_amount: number;
  readonly unit_amount_decimal: string;
  readonly type: 'recurring' | 'one_time';
  readonly product: string;
  readonly recurring: Recurring | null;
  lookup_key: string | null;
  nickname: string | null;
  metadata: Metadata;
}

/** The predecessor of prices, which Stripe still shows next to each price. */
export interface Plan extends Omit<Recurring, 'usage_type'> {
  readonly id: string;
  readonly object: 'plan';
  readonly active: boolean;
  readonly amount: number;
  readonly amount_decimal: string;
  readonly billing_scheme: 'per_unit';
  readonly created: number;
  readonly currency: string;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly nickname: string | null;
  readonly product: string;
  readonly tiers_mode: null;
  readonly transform_usage: null;
  readonly usage_type: 'licensed';
}

export interface Item {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly created: number;
  price: Price;
  plan: Plan;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
  readonly subscription: string;
  metadata: Metadata;
}

export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid';

export interface List<T> {
  readonly object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** What happens when a trial ends without a card. */
export type WithoutCard = 'create_invoice' | 'cancel' | 'pause';

export interface Subscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly created: number;
  readonly customer: string;
  readonly currency: string;
  readonly start_date: number;
  readonly test_clock: string | null;
  status: SubscriptionStatus;
  items: List<Item>;
  discounts: string[];
  description: string | null;
  latest_invoice: string | null;
  default_payment_method: string | null;
  schedule: string | null;
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  trial_start: number | null;
  trial_end: number | null;
  readonly trial_settings: {
    readonly end_behavior: { readonly billing_cycle_anchor: null; readonly missing_payment_method: WithoutCard };
  };
  metadata: Metadata;
}

export interface Coupon {
  readonly id: string;
  readonly object: 'coupon';
  readonly created: number;
  readonly percent_off: number | null;
  readonly amount_off: number | null;
  readonly currency: string | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly duration_in_months: number | null;
  readonly max_redemptions: number | null;
  readonly redeem_by: number | null;
  name: string | null;
  metadata: Metadata;
  times_redeemed: number;
  valid: boolean;
  /** Present only on request. */
  readonly applies_to?: { readonly products: readonly string[] };
}

export interface PromotionCode {
  readonly id: string;
  readonly object: 'promotion_code';
  readonly created: number;
  readonly code: string;
  readonly customer: string | null;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly promotion: { readonly type: 'coupon'; readonly coupon: string };
  readonly restrictions: {
    readonly first_time_transaction: boolean;
    readonly minimum_amount: number | null;
    readonly minimum_amount_currency: string | null;
  };
  active: boolean;
  metadata: Metadata;
  times_redeemed: number;
}

export interface Discount {
  readonly id: string;
  readonly object: 'discount';
  readonly start: number;
  readonly end: number | null;
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly checkout_session: string | null;
  readonly promotion_code: string | null;
  readonly source: { readonly type: 'coupon'; readonly coupon: string };
}

export interface DiscountAmount {
  readonly amount: number;
  readonly discount: string;
}

export interface Line {
  readonly id: string;
  readonly object: 'line_item';
  readonly amount: number;
  readonly subtotal: number;
  readonly currency: string;
  readonly discountable: boolean;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly description: string;
  readonly quantity: number;
  readonly period: { readonly start: number; readonly end: number };
  readonly invoice: string | null;
  readonly subscription: string | null;
  readonly parent: unknown;
  readonly pricing: unknown;
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

export interface Invoice {
  id: string;
  readonly object: 'invoice';
  readonly created: number;
  readonly customer: string;
  readonly currency: string;
  readonly billing_reason: string;
  readonly customer_email: string | null;
  readonly customer_name: string | null;
  readonly parent: unknown;
  description: string | null;
  metadata: Metadata;
  status: InvoiceStatus;
  number: string | null;
  lines: List<Line>;
  readonly discounts: readonly string[];
  readonly total_discount_amounts: readonly DiscountAmount[];
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_excluding_tax: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  starting_balance: number;
  ending_balance: number | null;
  attempt_count: number;
  attempted: boolean;
  next_payment_attempt: number | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  period_start: number;
  period_end: number;
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
}

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly created: number;
  readonly expires_at: number;
  readonly mode: 'subscription' | 'payment' | 'setup';
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly client_reference_id: string | null;
  readonly currency: string | null;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly discounts: readonly { readonly coupon: string | null; readonly promotion_code: string | null }[];
  readonly total_details: { readonly amount_discount: number; readonly amount_shipping: 0; readonly amount_tax: 0 };
  customer: string | null;
  readonly customer_email: string | null;
  readonly customer_details:
    | (Readonly<Record<'address' | 'business_name' | 'individual_name' | 'name' | 'phone', null>> & {
        readonly email: string;
        readonly tax_exempt: 'none';
        readonly tax_ids: readonly [];
      })
    | null;
  metadata: Metadata;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  subscription: string | null;
  invoice: string | null;
  payment_intent: string | null;
  url: string | null;
}

export interface TestClock {
  readonly id: string;
  readonly object: 'test_helpers.test_clock';
  readonly created: number;
  readonly deletes_after: number;
  readonly name: string | null;
  frozen_time: number;
  status: 'ready' | 'advancing';
}

export interface Endpoint {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  readonly created: number;
  readonly secret: string;
  url: string;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
  description: string | null;
  metadata: Metadata;
}

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: object; readonly previous_attributes?: object };
  readonly livemode: false;
  pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

export const API_VERSION = '2026-10-28.endive';

export const listOf = <T>(url: string, data: T[]): List<T> => ({ object: 'list', data, has_more: false, url });
