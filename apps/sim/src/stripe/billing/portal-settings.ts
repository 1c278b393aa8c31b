import { z } from 'zod';
import { clearable, mergeMetadata, metadata, text, webAddress, yesNo } from '../api/params.ts';
import { find, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import type { PortalFeatures, PortalSettings } from '../wire/wire.ts';
import { makeId, type StripeWorld, wallNow } from '../world.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']);
const emptyList = z.literal('').transform((): string[] => []);
const listOf = <T extends z.ZodType<string>>(item: T) => z.array(item).or(emptyList).optional();
const reasons = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;

/** https://docs.stripe.com/api/customer_portal/configurations/create */
const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: yesNo.optional(),
      allowed_updates: listOf(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: yesNo }).optional(),
  payment_method_update: z.strictObject({ enabled: yesNo }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: yesNo.optional(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: proration.optional(),
      cancellation_reason: z.strictObject({ enabled: yesNo, options: listOf(z.enum(reasons)) }).optional(),
    })
    .optional(),
  subscription_pause: z.strictObject({ enabled: yesNo.optional() }).optional(),
  subscription_update: z
    .strictObject({
      enabled: yesNo.optional(),
      default_allowed_updates: listOf(z.enum(['price', 'promotion_code', 'quantity'])),
      proration_behavior: proration.optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
      products: z.array(z.strictObject({ product: text(), prices: z.array(text()).min(1) })).optional(),
      schedule_at_period_end: z
        .strictObject({ conditions: z.array(z.strictObject({ type: text() })).optional() })
        .optional(),
    })
    .optional(),
});
const emptyable = webAddress.or(z.literal('').transform(() => null));
const common = {
  business_profile: z
    .strictObject({
      headline: clearable.optional(),
      privacy_policy_url: webAddress.optional(),
      terms_of_service_url: webAddress.optional(),
    })
    .optional(),
  default_return_url: emptyable.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
} as const;

export const newSettings = { ...common, features } as const;
export const changedSettings = { ...common, features: features.optional(), active: yesNo.optional() } as const;
type Change = z.output<z.ZodObject<typeof changedSettings>>;

/** The defaults for omitted fields. */
const without: PortalFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: reasons },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** The saved settings of the account's own page. */
const saved: PortalFeatures = {
  ...without,
  customer_update: { allowed_updates: ['email', 'tax_id'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { ...without.payment_method_update, enabled: true },
  subscription_cancel: { ...without.subscription_cancel, enabled: true },
};

const make = (world: StripeWorld, given: Pick<PortalSettings, 'id' | 'is_default' | 'features'>): PortalSettings => ({
  ...given,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: wallNow(world),
  default_return_url: null,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: wallNow(world),
});

export const makeDefaultSettings = (world: StripeWorld): PortalSettings =>
  make(world, { id: 'bpc_simulated', is_default: true, features: saved });

export function makeSettings(world: StripeWorld, wish: z.output<z.ZodObject<typeof newSettings>>): PortalSettings {
  const made = make(world, { id: makeId(world, 'bpc'), is_default: false, features: without });
  apply(world, made, wish);
  world.portalSettings.set(made.id, made);
  emit(world, 'billing_portal.configuration.created', made);
  return made;
}

export function changeSettings(world: StripeWorld, settings: PortalSettings, wish: Change): void {
  if (settings.is_default && wish.active === false)
    throw new Refusal(400, 'The default configuration cannot be deactivated.', { param: 'active' });
  apply(world, settings, wish);
  emit(world, 'billing_portal.configuration.updated', settings);
}

function apply(world: StripeWorld, settings: PortalSettings, wish: Change): void {
  for (const { product, prices } of wish.features?.subscription_update?.products ?? []) {
    find(world.products, 'product', product, 'features[subscription_update][products]');
    for (const price of prices) find(world.prices, 'price', price, 'features[subscription_update][products]');
  }
  Object.assign(settings, {
    active: wish.active ?? settings.active,
    business_profile: { ...settings.business_profile, ...wish.business_profile },
    default_return_url: wish.default_return_url === undefined ? settings.default_return_url : wish.default_return_url,
    features: merge(settings.features, wish.features ?? {}),
    metadata: mergeMetadata(settings.metadata, wish.metadata),
    name: wish.name === undefined ? settings.name : wish.name,
    updated: wallNow(world),
  });
}

/** A given part keeps its omitted fields. `products` are included only if expanded. */
function merge(before: PortalFeatures, wish: z.output<typeof features>): PortalFeatures {
  const { products: _products, ...update } = wish.subscription_update ?? {};
  const { cancellation_reason: reason, ...cancel } = wish.subscription_cancel ?? {};
  return {
    customer_update: { ...before.customer_update, ...defined(wish.customer_update) },
    invoice_history: { ...before.invoice_history, ...wish.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...wish.payment_method_update },
    subscription_cancel: {
      ...before.subscription_cancel,
      ...defined(cancel),
      cancellation_reason: { ...before.subscription_cancel.cancellation_reason, ...defined(reason) },
    },
    subscription_pause: { ...before.subscription_pause, ...defined(wish.subscription_pause) },
    subscription_update: {
      ...before.subscription_update,
      ...defined(update),
      schedule_at_period_end: {
        conditions:
          update.schedule_at_period_end?.conditions ?? before.subscription_update.schedule_at_period_end.conditions,
      },
    },
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const defined = <T extends object>(values: T | undefined): Defined<T> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Defined<T>;
