import type { Metadata } from './wire.ts';

/** The customers' permissions in the portal: https://docs.stripe.com/api/customer_portal/configurations/object */
export interface PortalSettings {
  readonly id: string;
  readonly object: 'billing_portal.configuration';
  readonly application: null;
  readonly created: number;
  readonly is_default: boolean;
  readonly livemode: false;
  active: boolean;
  business_profile: {
    readonly headline: string | null;
    readonly privacy_policy_url: string | null;
    readonly terms_of_service_url: string | null;
  };
  default_return_url: string | null;
  features: PortalFeatures;
  /** The simulated Stripe has no login, because customers arrive by link. */
  readonly login_page: { readonly enabled: false; readonly url: null };
  metadata: Metadata;
  name: string | null;
  updated: number;
}

type Proration = 'always_invoice' | 'create_prorations' | 'none';

export interface PortalFeatures {
  readonly customer_update: { readonly allowed_updates: readonly string[]; readonly enabled: boolean };
  readonly invoice_history: { readonly enabled: boolean };
  readonly payment_method_update: { readonly enabled: boolean; readonly payment_method_configuration: null };
  readonly subscription_cancel: {
    readonly cancellation_reason: {
      readonly enabled: boolean;
      readonly feedback_options: null;
      readonly options: readonly string[];
    };
    readonly enabled: boolean;
    readonly mode: 'at_period_end' | 'immediately';
    readonly proration_behavior: Proration;
  };
  readonly subscription_pause: {
    readonly duration: { readonly interval_options: readonly []; readonly type: 'indefinite' };
    readonly enabled: boolean;
  };
  readonly subscription_update: {
    readonly billing_cycle_anchor: 'now' | 'unchanged' | null;
    readonly default_allowed_updates: readonly string[];
    readonly enabled: boolean;
    readonly proration_behavior: Proration;
    readonly schedule_at_period_end: { readonly conditions: readonly { readonly type: string }[] };
    readonly trial_update_behavior: 'continue_trial' | 'end_trial';
  };
}
