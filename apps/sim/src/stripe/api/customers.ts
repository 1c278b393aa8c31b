import { z } from 'zod';
import { deleteCustomer, makeCustomer } from '../billing/customers.ts';
import { attach, cardOf } from '../billing/payments.ts';
import { answerJson, find, missing, type Route } from '../call.ts';
import { emit } from '../events.ts';
import type { StripeWorld } from '../world.ts';
import { list, listShape } from './lists.ts';
import { clearable, mergeMetadata, metadata, read, text } from './params.ts';

const settings = { default_payment_method: text().optional() };
const fields = {
  email: clearable.optional(),
  name: clearable.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
} as const;

export const customerRoutes = (world: StripeWorld): Route[] => {
  const get = (id: string) => find(world.customers, 'customer', id);
  return [
    {
      method: 'POST',
      path: '/v1/customers',
      run(call) {
        const wish = read(call, {
          ...fields,
          test_clock: text().optional(),
          payment_method: text().optional(),
          invoice_settings: z.strictObject(settings).optional(),
          source: text().optional(),
        });
        if (wish.test_clock) find(world.clocks, 'test_helpers.test_clock', wish.test_clock, 'test_clock');
        const customer = makeCustomer(world, wish);
        const attached = wish.payment_method ? attach(world, wish.payment_method, customer.id) : null;
        // The name of a test card means the card that was just attached.
        if (wish.invoice_settings?.default_payment_method)
          customer.invoice_settings.default_payment_method = attached?.id ?? null;
        // The command line tool still sends these old tokens.
        if (wish.source)
          customer.invoice_settings.default_payment_method = attach(world, 'pm_card_visa', customer.id).id;
        return answerJson(200, customer);
      },
    },
    {
      method: 'GET',
      path: '/v1/customers',
      run: (call) =>
        answerJson(
          200,
          list(call, {
            shape: { ...listShape, email: text().optional() },
            rows: world.customers.values(),
            keep: (row, asked) => asked.email === undefined || row.email === asked.email,
          }),
        ),
    },
    {
      method: 'GET',
      path: '/v1/customers/:id',
      run(call, { id = '' }) {
        read(call, {});
        // A deleted object is still known, with only its id.
        if (world.deletedCustomers.has(id)) return answerJson(200, { id, object: 'customer', deleted: true });
        return answerJson(200, get(id));
      },
    },
    {
      method: 'POST',
      path: '/v1/customers/:id',
      run(call, { id = '' }) {
        const customer = get(id);
        const {
          invoice_settings: sent,
          metadata: more,
          expand: _,
          ...wish
        } = read(call, { ...fields, invoice_settings: z.strictObject(settings).optional() });
        Object.assign(customer, Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)));
        customer.metadata = mergeMetadata(customer.metadata, more);
        if (sent?.default_payment_method) {
          const card = cardOf(world, sent.default_payment_method, 'invoice_settings[default_payment_method]');
          card.customer ??= customer.id;
          if (card.customer !== customer.id) throw missing('PaymentMethod', sent.default_payment_method);
          customer.invoice_settings.default_payment_method = card.id;
        }
        emit(world, 'customer.updated', customer);
        return answerJson(200, customer);
      },
    },
    {
      method: 'DELETE',
      path: '/v1/customers/:id',
      run(call, { id = '' }) {
        read(call, {});
        deleteCustomer(world, get(id));
        return answerJson(200, { id, object: 'customer', deleted: true });
      },
    },
  ];
};
