import { find } from './call.ts';
import { makeId, nowOf, pageUrl, type StripeWorld } from './world.ts';

/** A door for one customer to their own cards, invoices and subscriptions: https://docs.stripe.com/customer-management */
export function createPortal(
  world: StripeWorld,
  wish: { customer: string; return_url?: string | undefined; locale?: string | undefined },
): unknown {
  const customer = find(world.customers, 'customer', wish.customer, 'customer');
  const id = makeId(world, 'bps');
  world.portals.set(id, { customer: customer.id, returnUrl: wish.return_url ?? null });
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_simulated',
    created: nowOf(world),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: wish.locale ?? null,
    on_behalf_of: null,
    return_url: wish.return_url ?? null,
    url: pageUrl(world, `/portal/${id}`),
  };
}
