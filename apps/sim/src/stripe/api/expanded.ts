/** Objects that a call can expand or include: https://docs.stripe.com/api/expanding_objects */

import { find, Refusal } from '../call.ts';
import { type List, listOf, type Refund, type Subscription } from '../wire/wire.ts';
import type { StripeWorld } from '../world.ts';
import { shownDiscount } from './discounts.ts';

export function listPayments(world: StripeWorld, invoiceId: string) {
  const intentId = world.paidBy.get(invoiceId);
  const payments = intentId === undefined ? [] : [invoicePayment(world, invoiceId, intentId)];
  return listOf(`/v1/invoice_payments?invoice=${invoiceId}`, payments);
}

export const listRefunds = (world: StripeWorld, chargeId: string): List<Refund> =>
  listOf(
    `/v1/charges/${chargeId}/refunds`,
    [...world.refunds.values()].filter((each) => each.charge === chargeId).toReversed(),
  );

export function invoicePayment(world: StripeWorld, invoiceId: string, intentId: string) {
  const invoice = find(world.invoices, 'invoice', invoiceId);
  const isPaid = invoice.status === 'paid';
  return {
    id: `inpay_${intentId.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: isPaid ? invoice.amount_paid : null,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoiceId,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: invoice.status_transitions.paid_at },
  } as const;
}

/** Expands the requested objects of a subscription. */
export function expanded(world: StripeWorld, subscription: Subscription, paths: readonly string[] = []): unknown {
  const full: Record<string, unknown> = { ...subscription };
  for (const path of paths) {
    if (path === 'customer')
      full[path] = world.customers.get(subscription.customer) ?? {
        id: subscription.customer,
        object: 'customer',
        deleted: true,
      };
    else if (path.startsWith('discounts'))
      full['discounts'] = subscription.discounts.map((id) => shownDiscount(world, id, path));
    else if (path !== 'latest_invoice' && path !== 'latest_invoice.payments')
      throw new Refusal(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const invoice = world.invoices.get(subscription.latest_invoice ?? '') ?? null;
  if (paths.includes('latest_invoice.payments'))
    full['latest_invoice'] = invoice && { ...invoice, payments: listPayments(world, invoice.id) };
  else if (paths.includes('latest_invoice')) full['latest_invoice'] = invoice;
  return full;
}
