import { find, Refusal } from '../call.ts';
import type { PortalSettings } from '../wire/wire.ts';
import { makeId, nowOf, pageUrl, type StripeWorld, wallNow } from '../world.ts';

/** Stripe documents only that an unused link is short-lived: https://docs.stripe.com/api/customer_portal */
const OPEN_FOR = 300;

/** Lets customers manage cards, invoices and subscriptions: https://docs.stripe.com/customer-management */
export function createPortal(
  world: StripeWorld,
  wish: {
    customer: string;
    configuration?: string | undefined;
    return_url?: string | undefined;
    locale?: string | undefined;
  },
): unknown {
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const settings = findSettings(world, wish.configuration);
  const returnUrl = wish.return_url ?? settings.default_return_url;
  const id = makeId(world, 'bps');
  world.portals.set(id, {
    customer: customer.id,
    returnUrl,
    settings,
    openBy: wallNow(world) + OPEN_FOR,
  });
  return {
    id,
    object: 'billing_portal.session',
    configuration: settings.id,
    created: nowOf(world),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: wish.locale ?? null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: pageUrl(world, `/portal/${id}`),
  };
}

function findSettings(world: StripeWorld, id: string | undefined): PortalSettings {
  if (id !== undefined) {
    const settings = find(world.portalSettings, 'configuration', id, 'configuration');
    if (settings.active) return settings;
    throw new Refusal(400, `The configuration ${id} is not active.`, { param: 'configuration' });
  }
  const settings = [...world.portalSettings.values()].find(({ is_default: isDefault }) => isDefault);
  if (!world.hasPortal || !settings)
    throw new Refusal(
      400,
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  return settings;
}
