import type { Metadata } from './wire.ts';

/** https://docs.stripe.com/api/subscription_schedules/object */
export interface Schedule {
  readonly id: string;
  readonly object: 'subscription_schedule';
  readonly created: number;
  readonly customer: string;
  readonly phases: readonly Phase[];
  readonly test_clock: string | null;
  canceled_at: number | null;
  completed_at: number | null;
  current_phase: { readonly start_date: number; readonly end_date: number } | null;
  end_behavior: 'cancel' | 'release';
  metadata: Metadata;
  released_at: number | null;
  released_subscription: string | null;
  status: 'not_started' | 'active' | 'completed' | 'released' | 'canceled';
  subscription: string | null;
}

export interface Phase {
  readonly currency: string;
  readonly default_payment_method: string | null;
  readonly description: string | null;
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly PhaseItem[];
  readonly metadata: Metadata;
  readonly proration_behavior: 'always_invoice' | 'create_prorations' | 'none';
}

export interface PhaseItem {
  readonly billing_thresholds: null;
  readonly discounts: readonly [];
  readonly metadata: Metadata;
  readonly plan: string;
  readonly price: string;
  readonly quantity: number;
  readonly tax_rates: readonly [];
}
