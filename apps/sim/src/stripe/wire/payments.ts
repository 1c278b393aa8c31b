import type { blanks } from './blanks.ts';
import type { Metadata } from './wire.ts';

/** Payment methods, payments and refunds. */
export interface PaymentMethod {
  readonly id: string;
  readonly object: 'payment_method';
  readonly created: number;
  readonly type: 'card' | 'sepa_debit';
  readonly card?: typeof blanks.card & {
    readonly brand: string;
    readonly display_brand: string;
    readonly last4: string;
    readonly networks: { readonly available: readonly string[]; readonly preferred: null };
  };
  readonly sepa_debit?: typeof blanks.bankAccount & { readonly country: string; readonly last4: string };
  customer: string | null;
  metadata: Metadata;
}

export interface Intent {
  readonly id: string;
  readonly object: 'payment_intent' | 'setup_intent';
  readonly client_secret: string;
  readonly created: number;
  readonly customer: string | null;
  readonly amount: number;
  readonly currency: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled';
  amount_received: number;
  payment_method: string | null;
  latest_charge: string | null;
  last_payment_error: unknown;
  canceled_at: number | null;
  cancellation_reason: string | null;
  metadata: Metadata;
}

export interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly payment_intent: string | null;
  readonly payment_method: string | null;
  readonly paid: boolean;
  readonly status: 'succeeded' | 'failed';
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly amount_captured: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
}

export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string | null;
  readonly reason: string | null;
  readonly status: 'succeeded';
  metadata: Metadata;
}

export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string | null;
  readonly reason: string;
  status: 'needs_response' | 'under_review' | 'warning_needs_response' | 'warning_closed' | 'won' | 'lost';
}
