import { createPortal } from '../billing/portal.ts';
import { changedSettings, changeSettings, makeSettings, newSettings } from '../billing/portal-settings.ts';
import { answerJson, find, type Route } from '../call.ts';
import type { StripeWorld } from '../world.ts';
import { getRoute, list, listShape } from './lists.ts';
import { read, text, webAddress, yesNo } from './params.ts';

export const portalRoutes = (world: StripeWorld): Route[] => [
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    run: (call) =>
      answerJson(
        200,
        createPortal(
          world,
          read(call, {
            customer: text(),
            configuration: text().optional(),
            return_url: webAddress.optional(),
            locale: text(10).optional(),
          }),
        ),
      ),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    run: (call) => answerJson(200, makeSettings(world, read(call, newSettings))),
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    run: (call) =>
      answerJson(
        200,
        list(call, {
          shape: { ...listShape, active: yesNo.optional(), is_default: yesNo.optional() },
          rows: world.portalSettings.values(),
          keep: (row, asked) =>
            (world.hasPortal || !row.is_default) &&
            (asked.active === undefined || row.active === asked.active) &&
            (asked.is_default === undefined || row.is_default === asked.is_default),
        }),
      ),
  },
  getRoute('/v1/billing_portal/configurations', { what: 'configuration', rows: world.portalSettings }),
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    run(call, { id = '' }) {
      const settings = find(world.portalSettings, 'configuration', id);
      changeSettings(world, settings, read(call, changedSettings));
      return answerJson(200, settings);
    },
  },
];
