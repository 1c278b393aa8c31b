import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Customer, Metadata } from '../wire/wire.ts';
import { makeId, nowOf, type StripeWorld } from '../world.ts';
import { end } from './subscriptions.ts';

export interface CustomerWish {
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
  readonly test_clock?: string | undefined;
}

export function makeCustomer(world: StripeWorld, wish: CustomerWish): Customer {
  const customer: Customer = {
    ...blanks.customer,
    id: makeId(world, 'cus', 14),
    object: 'customer',
    created: nowOf(world, wish.test_clock ?? null),
    email: wish.email ?? null,
    name: wish.name ?? null,
    description: wish.description ?? null,
    balance: 0,
    currency: null,
    invoice_settings: {
      custom_fields: null,
      footer: null,
      rendering_options: null,
      default_payment_method: null,
    },
    metadata: { ...wish.metadata },
    test_clock: wish.test_clock ?? null,
  };
  world.customers.set(customer.id, customer);
  emit(world, 'customer.created', customer);
  return customer;
}

/** Deletes a customer and ends their subscriptions. */
export function deleteCustomer(world: StripeWorld, customer: Customer): void {
  for (const subscription of world.subscriptions.values()) {
    const isOver = ['canceled', 'incomplete_expired'].includes(subscription.status);
    if (subscription.customer === customer.id && !isOver) end(world, subscription);
  }
  world.customers.delete(customer.id);
  world.deletedCustomers.add(customer.id);
  emit(world, 'customer.deleted', customer);
}
