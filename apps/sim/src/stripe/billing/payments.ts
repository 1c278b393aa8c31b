import { declined, find, Refusal } from '../call.ts';
import { emit } from '../events.ts';
import { blanks } from '../wire/blanks.ts';
import type { Charge, Dispute, Intent, PaymentMethod, Refund } from '../wire/wire.ts';
import { makeId, nowOf, type Oddity, type StripeWorld } from '../world.ts';

/** Test cards by name: https://docs.stripe.com/testing#cards */
const testCards: Readonly<
  Record<string, { last4: string; brand: string; isBad?: true; isRefused?: true; oddity?: Oddity }>
> = {
  pm_card_visa: { last4: '4242', brand: 'visa' },
  pm_card_mastercard: { last4: '4444', brand: 'mastercard' },
  /** This card can be attached, but is declined when charged. */
  pm_card_chargeCustomerFail: { last4: '0341', brand: 'visa', isBad: true },
  pm_card_chargeDeclined: { last4: '0002', brand: 'visa', isBad: true, isRefused: true },
  pm_card_createDispute: { last4: '0259', brand: 'visa', oddity: 'disputed' },
  pm_card_createDisputeInquiry: { last4: '1976', brand: 'visa', oddity: 'inquired' },
  pm_card_authenticationRequired: { last4: '3184', brand: 'visa', oddity: 'asks' },
  pm_card_threeDSecure2Required: { last4: '3220', brand: 'visa', oddity: 'asks' },
};

export function addCard(
  world: StripeWorld,
  about: { isBad?: boolean; last4?: string; brand?: string; oddity?: Oddity } = {},
): PaymentMethod {
  const { isBad = false, last4 = '4242', brand = 'visa', oddity } = about;
  const card: PaymentMethod = {
    ...blanks.paymentMethod,
    id: makeId(world, 'pm'),
    object: 'payment_method',
    created: nowOf(world),
    type: 'card',
    card: { ...blanks.card, brand, display_brand: brand, last4, networks: { available: [brand], preferred: null } },
    customer: null,
    metadata: {},
  };
  world.paymentMethods.set(card.id, card);
  if (isBad) world.badCards.add(card.id);
  if (oddity) world.oddities.set(card.id, oddity);
  return card;
}

/** Bank accounts whose bank returns the money: https://docs.stripe.com/testing#sepa-direct-debit */
const bouncing = new Set(['AT861904300235473202', 'IT60X0542811101000000123456']);

export function addAccount(world: StripeWorld, iban: string): PaymentMethod {
  const account: PaymentMethod = {
    ...blanks.paymentMethod,
    id: makeId(world, 'pm'),
    object: 'payment_method',
    created: nowOf(world),
    type: 'sepa_debit',
    sepa_debit: { ...blanks.bankAccount, country: iban.slice(0, 2), last4: iban.slice(-4) },
    customer: null,
    metadata: {},
  };
  world.paymentMethods.set(account.id, account);
  if (bouncing.has(iban)) world.oddities.set(account.id, 'bounces');
  return account;
}

/** Returns a card by id or by a test card's name. Each use of a name creates a new card. */
export function cardOf(world: StripeWorld, id: string, param = 'payment_method'): PaymentMethod {
  const known = testCards[id];
  return known ? addCard(world, known) : find(world.paymentMethods, 'PaymentMethod', id, param);
}

export function attach(world: StripeWorld, id: string, customerId: string): PaymentMethod {
  if (testCards[id]?.isRefused) throw declined();
  find(world.customers, 'customer', customerId, 'customer');
  const card = cardOf(world, id);
  card.customer = customerId;
  emit(world, 'payment_method.attached', card);
  return card;
}

export interface Attempt {
  readonly customer: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly card: string | null;
}

/** Returns true if the bank requires its customer's confirmation before it pays. */
export const asksFirst = (world: StripeWorld, card: string | null): boolean =>
  world.oddities.get(card ?? '') === 'asks';

/** Tries to charge. The intent has the result. */
export function charge(world: StripeWorld, { customer, amount, currency, card }: Attempt): Intent {
  const isPaid = card !== null && !world.badCards.has(card);
  const intent = makeIntent(world, { customer, amount, currency, card });
  emit(world, 'payment_intent.created', intent);
  if (asksFirst(world, card)) {
    intent.status = 'requires_action';
    emit(world, 'payment_intent.requires_action', intent);
    return intent;
  }
  return settleIntent(world, intent, isPaid);
}

/** Makes the payment succeed or fail. */
export function settleIntent(world: StripeWorld, intent: Intent, isPaid: boolean): Intent {
  const { customer, amount, currency, payment_method: card } = intent;
  const made: Charge = {
    ...blanks.charge,
    id: makeId(world, 'ch'),
    object: 'charge',
    created: nowOf(world),
    amount,
    currency,
    customer,
    payment_intent: intent.id,
    payment_method: card,
    paid: isPaid,
    status: isPaid ? 'succeeded' : 'failed',
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
  };
  world.charges.set(made.id, made);
  intent.latest_charge = made.id;
  intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
  intent.amount_received = isPaid ? amount : 0;
  if (!isPaid) {
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', message: made.failure_message };
  }
  emit(world, isPaid ? 'charge.succeeded' : 'charge.failed', made);
  emit(world, isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
  const oddity = isPaid ? world.oddities.get(card ?? '') : undefined;
  if (oddity === 'disputed' || oddity === 'inquired') dispute(world, made.id, oddity);
  return intent;
}

export function makeIntent(world: StripeWorld, { customer, amount, currency, card }: Attempt): Intent {
  const id = makeId(world, 'pi');
  const intent: Intent = {
    ...blanks.intent,
    id,
    object: 'payment_intent',
    client_secret: makeId(world, `${id}_secret`),
    created: nowOf(world),
    customer,
    amount,
    currency,
    status: 'requires_confirmation',
    amount_received: 0,
    payment_method: card,
    latest_charge: null,
    last_payment_error: null,
    canceled_at: null,
    cancellation_reason: null,
    metadata: {},
  };
  world.intents.set(intent.id, intent);
  return intent;
}

export interface Wish {
  readonly charge?: string | undefined;
  readonly payment_intent?: string | undefined;
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly metadata?: Record<string, string> | undefined;
}

export function refund(world: StripeWorld, wish: Wish): Refund {
  const made = chargeOf(world, wish);
  const left = made.amount - made.amount_refunded;
  const amount = wish.amount ?? left;
  if (left <= 0)
    throw new Refusal(400, `Charge ${made.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount < 1 || amount > left)
    throw new Refusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const back: Refund = {
    ...blanks.refund,
    id: makeId(world, 're'),
    object: 'refund',
    created: nowOf(world),
    amount,
    currency: made.currency,
    charge: made.id,
    payment_intent: made.payment_intent,
    reason: wish.reason ?? null,
    status: 'succeeded',
    metadata: wish.metadata ?? {},
  };
  world.refunds.set(back.id, back);
  made.amount_refunded += amount;
  made.refunded = made.amount_refunded === made.amount;
  emit(world, 'refund.created', back);
  emit(world, 'charge.refunded', made);
  return back;
}

function chargeOf(world: StripeWorld, { charge: chargeId, payment_intent: intentId }: Wish): Charge {
  if (chargeId) return paid(find(world.charges, 'charge', chargeId, 'charge'));
  if (!intentId)
    throw new Refusal(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = find(world.intents, 'payment_intent', intentId, 'payment_intent');
  return paid(find(world.charges, 'charge', intent.latest_charge ?? '', 'charge'));
}

function paid(made: Charge): Charge {
  if (made.paid) return made;
  throw new Refusal(400, `Charge ${made.id} failed and cannot be refunded.`, { param: 'charge' });
}

/** Makes the card's owner dispute the charge. */
export function dispute(world: StripeWorld, chargeId: string, how: 'disputed' | 'inquired' = 'disputed'): Dispute {
  const made = paid(find(world.charges, 'charge', chargeId, 'charge'));
  if (made.disputed) throw new Refusal(400, `Charge ${made.id} is disputed already.`);
  made.disputed = true;
  const opened: Dispute = {
    ...blanks.dispute,
    id: makeId(world, 'du'),
    object: 'dispute',
    created: nowOf(world),
    amount: made.amount,
    currency: made.currency,
    charge: made.id,
    payment_intent: made.payment_intent,
    reason: 'fraudulent',
    status: how === 'inquired' ? 'warning_needs_response' : 'needs_response',
  };
  world.disputes.set(opened.id, opened);
  emit(world, 'charge.dispute.created', opened);
  return opened;
}

export function closeDispute(world: StripeWorld, id: string, status: 'won' | 'lost' | 'warning_closed'): Dispute {
  const opened = find(world.disputes, 'dispute', id);
  opened.status = status;
  emit(world, 'charge.dispute.closed', opened);
  return opened;
}
