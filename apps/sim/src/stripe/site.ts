import { pay as payInvoice } from './api/subscriptions.ts';
import { pay } from './billing/checkout.ts';
import { attach } from './billing/payments.ts';
import { end, update } from './billing/subscriptions.ts';
import { type Call, find, type Names, Refusal, type Route } from './call.ts';
import { goTo, type PageAbout, page } from './pages.ts';
import type { Invoice, PortalFeatures, Session, Subscription } from './wire/wire.ts';
import { customerNow, money, type StripeWorld, wallNow } from './world.ts';

/** Pages in a person's browser have no key, only an unguessable URL. */
export const siteRoutes = (world: StripeWorld): Route[] => [
  { method: 'GET', path: '/checkout/:id', run: (call, names) => showCheckout(world, call, names) },
  { method: 'GET', path: '/invoices/:id', run: (call, names) => showInvoice(world, call, names) },
  { method: 'GET', path: '/portal/:id', run: (call, names) => showPortal(world, call, names) },
];

function showCheckout(world: StripeWorld, call: Call, { id = '' }: Names) {
  const session = find(world.sessions, 'checkout.session', id);
  const chosen = call.query.get('do');
  if (session.status !== 'open') {
    const title = session.status === 'complete' ? 'Already paid' : 'This checkout has expired';
    return page({ title, links: [back(session.cancel_url, 'Go back')] }, session.status === 'complete' ? 200 : 410);
  }
  if (chosen === 'leave') return goTo(session.cancel_url ?? world.doors.baseUrl());
  if (chosen === 'pay' && pay(world, session, 'pm_card_visa')) return goTo(successOf(session));
  const wasDeclined = chosen === 'decline' && !pay(world, session, 'pm_card_chargeDeclined');
  return page(checkoutPage(world, session, wasDeclined), wasDeclined ? 402 : 200);
}

const successOf = ({ success_url: url, id }: Session): string => (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
const back = (href: string | null, text: string) => ({ href: href ?? '/', text, isPlain: true as const });

function checkoutPage(world: StripeWorld, session: Session, wasDeclined: boolean): PageAbout {
  const order = world.orders.get(session.id);
  const currency = session.currency ?? 'usd';
  const rows = (order?.items ?? []).map(({ price, quantity }) => ({
    name: world.products.get(price.product)?.name ?? price.product,
    note: `${quantity > 1 ? `${quantity} × ` : ''}${money(price.unit_amount, currency)} a ${price.recurring?.interval ?? 'piece'}`,
    value: money(price.unit_amount * quantity, currency),
  }));
  const off = session.total_details.amount_discount;
  return {
    title: `Pay ${money(session.amount_total ?? 0, currency)}`,
    intro: order?.trialDays ? `Free for ${order.trialDays} days, then:` : '',
    trouble: wasDeclined ? 'Your card was declined. You were not charged. Try another one.' : undefined,
    rows: off > 0 ? [...rows, { name: 'Discount', value: money(-off, currency) }] : rows,
    links: [
      { href: '?do=pay', text: 'Pay with 4242 4242 4242 4242', note: 'The card works' },
      { href: '?do=decline', text: 'Pay with 4000 0000 0000 0002', note: 'The bank refuses' },
      { href: '?do=leave', text: 'Leave without paying', isPlain: true },
    ],
  };
}

function showInvoice(world: StripeWorld, call: Call, { id = '' }: Names) {
  const invoice = find(world.invoices, 'invoice', id);
  let trouble: string | undefined;
  if (call.query.get('do') === 'pay' && invoice.status === 'open')
    trouble = attempt(() => payInvoice(world, invoice, 'pm_card_visa'));
  return page({ ...invoicePage(invoice), trouble });
}

function invoicePage(invoice: Invoice): PageAbout {
  const { currency } = invoice;
  const applied = invoice.total - invoice.amount_due;
  const off = invoice.subtotal - invoice.total;
  return {
    title: `Invoice ${invoice.number ?? ''}`,
    intro: invoice.status === 'paid' ? 'Paid' : `Status: ${invoice.status}`,
    rows: [
      ...invoice.lines.data.map((line) => ({ name: line.description, value: money(line.amount, currency) })),
      ...(off > 0 ? [{ name: 'Discount', value: money(-off, currency) }] : []),
      ...(applied > 0 ? [{ name: 'Paid from your credit', value: money(-applied, currency) }] : []),
      { name: 'Amount due', value: money(invoice.amount_due, currency) },
    ],
    links: invoice.status === 'open' ? [{ href: '?do=pay', text: 'Pay with 4242 4242 4242 4242' }] : [],
  };
}

function showPortal(world: StripeWorld, call: Call, { id = '' }: Names) {
  const portal = world.portals.get(id);
  if (!portal || (portal.openBy !== null && portal.openBy < wallNow(world)))
    return page({ title: 'This link has expired', links: [] }, 410);
  portal.openBy = null;
  const mine = [...world.subscriptions.values()].filter(
    (each) => each.customer === portal.customer && each.ended_at === null,
  );
  const subscription = mine.find((each) => each.id === call.query.get('of'));
  const { features } = portal.settings;
  const what = call.query.get('do');
  const trouble = attempt(() => act(world, { customer: portal.customer, subscription, what, features }));
  const invoices = [...world.invoices.values()].filter((each) => each.customer === portal.customer).toReversed();
  return page({
    title: 'Your billing',
    trouble,
    rows: mine.map((each) => ({
      name: world.products.get(each.items.data[0]?.price.product ?? '')?.name ?? each.id,
      note: each.cancel_at_period_end ? 'Ends at the end of the period' : each.status,
      value: new Date((each.items.data[0]?.current_period_end ?? 0) * 1_000).toISOString().slice(0, 10),
    })),
    links: [
      ...(features.payment_method_update.enabled ? cardLinks : []),
      ...(features.subscription_cancel.enabled ? mine : []).map((each) =>
        each.cancel_at_period_end
          ? { href: `?do=resume&of=${each.id}`, text: `Keep ${each.id}` }
          : {
              href: `?do=cancel&of=${each.id}`,
              text: `Cancel ${each.id} ${features.subscription_cancel.mode === 'immediately' ? 'now' : 'at the end of its period'}`,
            },
      ),
      ...(features.invoice_history.enabled ? invoices : []).slice(0, 10).map((each) => ({
        href: `../invoices/${each.id}`,
        text: `Invoice ${each.number ?? each.id}`,
        note: `${money(each.amount_due, each.currency)}, ${each.status}`,
      })),
      back(portal.returnUrl, 'Return'),
    ],
  });
}

const cardLinks = [
  { href: '?do=good-card', text: 'Use a card that works', note: '4242 4242 4242 4242' },
  { href: '?do=bad-card', text: 'Use a card that is declined when charged', note: '4000 0000 0000 0341' },
  { href: '?do=asking-card', text: 'Use a card that needs confirmation each time', note: '4000 0000 0000 3220' },
];

interface Doing {
  readonly customer: string;
  readonly subscription: Subscription | undefined;
  readonly what: string | null;
  readonly features: PortalFeatures;
}

function act(world: StripeWorld, { customer, subscription, what, features }: Doing): void {
  if (what !== null && features.payment_method_update.enabled && Object.hasOwn(cards, what))
    setCard(world, customer, cards[what as keyof typeof cards]);
  if (!subscription || !features.subscription_cancel.enabled || (what !== 'cancel' && what !== 'resume')) return;
  const isCanceled = what === 'cancel';
  if (isCanceled && features.subscription_cancel.mode === 'immediately') return end(world, subscription);
  update(world, subscription, {
    cancel_at_period_end: isCanceled,
    cancel_at: isCanceled ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    canceled_at: isCanceled ? customerNow(world, customer) : null,
  });
}

export const cards = {
  'good-card': 'pm_card_visa',
  'bad-card': 'pm_card_chargeCustomerFail',
  'asking-card': 'pm_card_threeDSecure2Required',
} as const;

export function setCard(world: StripeWorld, customerId: string, name: (typeof cards)[keyof typeof cards]): void {
  const card = attach(world, name, customerId);
  const customer = find(world.customers, 'customer', customerId);
  customer.invoice_settings.default_payment_method = card.id;
  for (const subscription of world.subscriptions.values()) {
    if (subscription.customer === customerId && subscription.ended_at === null)
      update(world, subscription, { default_payment_method: card.id });
  }
}

export const endNow = (world: StripeWorld, id: string): void =>
  end(world, find(world.subscriptions, 'subscription', id));

function attempt(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
