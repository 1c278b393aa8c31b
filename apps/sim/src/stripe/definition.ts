import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { catalogRoutes } from './api/catalog.ts';
import { checkoutRoutes } from './api/checkout.ts';
import { customerRoutes } from './api/customers.ts';
import { discountRoutes } from './api/discounts.ts';
import { behindGate } from './api/gate.ts';
import { handRoutes } from './api/invoices.ts';
import { clockRoutes, eventRoutes, paymentRoutes } from './api/payments.ts';
import { portalRoutes } from './api/portal.ts';
import { scheduleRoutes } from './api/schedules.ts';
import { invoiceRoutes, subscriptionRoutes } from './api/subscriptions.ts';
import { makeDefaultSettings } from './billing/portal-settings.ts';
import { settle } from './billing/time.ts';
import { Refusal } from './call.ts';
import { createControls, setCallback } from './controls.ts';
import { describePanel } from './panel.ts';
import { siteRoutes } from './site.ts';
import { findTrouble, tooMany } from './trouble.ts';
import { createWorld, nowOf, type StripeWorld } from './world.ts';

const api = [
  customerRoutes,
  catalogRoutes,
  discountRoutes,
  checkoutRoutes,
  portalRoutes,
  scheduleRoutes,
  subscriptionRoutes,
  invoiceRoutes,
  handRoutes,
  paymentRoutes,
  clockRoutes,
  eventRoutes,
];

const createStripe = (shared: Shared) =>
  openPlatform<StripeWorld>(shared, {
    name: 'stripe',
    create(doors) {
      const world = createWorld(doors);
      setCallback(world, process.env['SIM_STRIPE_CALLBACK_URL'] || null);
      const settings = makeDefaultSettings(world);
      world.portalSettings.set(settings.id, settings);
      settle(world);
      return world;
    },
    routes: (world) => [...api.flatMap((list) => list(world)).map(behindGate(world)), ...siteRoutes(world)],
    controls: createControls,
    summary: summarise,
    trouble: findTrouble,
    limited: tooMany,
    malformed: () => new Refusal(400, 'The address is not well formed').toAnswer(),
    isQuiet: () => false,
  });

/** Clients that support only Stripe's own host find the API at the root too. */
export const stripe: WorldDefinition = { name: 'stripe', prefix: '/stripe', alias: '/v1', create: createStripe };

const summarise = (world: StripeWorld): unknown => ({
  now: nowOf(world),
  panel: describePanel(world),
  subscriptions: [...world.subscriptions.values()].map(({ id, status, customer, items, metadata, latest_invoice }) => ({
    id,
    status,
    customer,
    metadata,
    latest_invoice,
    items: items.data.map(({ price, quantity }) => ({
      lookup_key: price.lookup_key,
      unit_amount: price.unit_amount,
      quantity,
    })),
  })),
  sessions: [...world.sessions.values()]
    .slice(-50)
    .map(({ id, status, url, amount_total }) => ({ id, status, url, amount_total })),
  invoices: [...world.invoices.values()]
    .slice(-50)
    .map(({ id, status, total, amount_due, billing_reason }) => ({ id, status, total, amount_due, billing_reason })),
  events: [...world.events.values()].slice(-50).map(({ id, type }) => ({ id, type })),
  deliveries: world.deliveries.slice(0, 50),
  requests: world.requests,
});
