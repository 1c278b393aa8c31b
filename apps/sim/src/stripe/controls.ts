import { z } from 'zod';
import { createControls as create } from '../platform/controls.ts';
import { addMischief, mischiefBody } from '../platform/mischief.ts';
import { type Control, ControlError } from '../world.ts';
import { makeCode, makeCoupon } from './api/discounts.ts';
import { addEndpoint } from './api/payments.ts';
import { pay } from './billing/checkout.ts';
import { deleteCustomer } from './billing/customers.ts';
import { closeDispute, dispute, refund } from './billing/payments.ts';
import { pause } from './billing/subscriptions.ts';
import { advanceAccount, settle } from './billing/time.ts';
import { find, Refusal } from './call.ts';
import { cards, endNow, setCard } from './site.ts';
import { deliver, release } from './webhooks.ts';
import { keys, mischiefs, type StripeWorld, wallNow } from './world.ts';

const who = z.string();
const cardNames = { works: 'good-card', 'is refused': 'bad-card', 'asks each time': 'asking-card' } as const;

const bodies = {
  pay: z.strictObject({ session: z.string() }),
  decline: z.strictObject({ session: z.string() }),
  'set-card': z.strictObject({ who, card: z.enum(['works', 'is refused', 'asks each time']) }),
  advance: z.strictObject({ days: z.number().positive().max(800) }),
  settle: z.strictObject({}),
  'end-now': z.strictObject({ who }),
  pause: z.strictObject({ who }),
  resume: z.strictObject({ who }),
  'delete-customer': z.strictObject({ who }),
  refund: z.strictObject({ who, amount: z.number().int().positive().optional() }),
  dispute: z.strictObject({ who }),
  'close-dispute': z.strictObject({ who, status: z.enum(['won', 'lost']) }),
  'after-retries': z.strictObject({ status: z.enum(['canceled', 'unpaid']) }),
  'promotion-code': z.strictObject({
    code: z.string().regex(/^[a-zA-Z0-9-]{1,64}$/),
    percent: z.number().positive().max(100),
    months: z.number().int().min(0).max(36).default(0),
    isForNew: z.boolean().default(false),
    expiresInDays: z.number().optional(),
    most: z.number().int().min(1).optional(),
  }),
  resend: z.strictObject({ event: z.string().optional(), times: z.number().int().min(1).max(20).default(1) }),
  callback: z.strictObject({ url: z.url().nullable() }),
  webhooks: mischiefBody(mischiefs),
  trouble: z.strictObject({
    kind: z.enum(['outage', 'limit', 'no rights']),
    minutes: z.number().positive().max(1_440),
  }),
  portal: z.strictObject({ is: z.enum(['set up', 'not set up']) }),
  calm: z.strictObject({}),
} as const;

/** `who` is a subscription, or its customer if a customer is needed. */
export function createControls(world: StripeWorld): Record<string, Control> {
  const customerOf = (id: string) => {
    const subscription = find(world.subscriptions, 'subscription', id);
    return find(world.customers, 'customer', subscription.customer);
  };
  const controls = create(world, bodies, {
    pay: ({ session }) => void pay(world, find(world.sessions, 'checkout.session', session), 'pm_card_visa'),
    decline: ({ session }) =>
      void pay(world, find(world.sessions, 'checkout.session', session), 'pm_card_chargeDeclined'),
    'set-card': ({ who: id, card }) => setCard(world, customerOf(id).id, cards[cardNames[card]]),
    advance: ({ days }) => advanceAccount(world, days * 86_400),
    settle: () => settle(world),
    'end-now': ({ who: id }) => endNow(world, id),
    pause: ({ who: id }) => pause(world, find(world.subscriptions, 'subscription', id), true),
    resume: ({ who: id }) => pause(world, find(world.subscriptions, 'subscription', id), false),
    'delete-customer': ({ who: id }) => deleteCustomer(world, customerOf(id)),
    refund: ({ who: id, amount }) => refund(world, { payment_intent: lastPayment(world, id), amount }),
    dispute: ({ who: id }) => dispute(world, world.intents.get(lastPayment(world, id))?.latest_charge ?? ''),
    'close-dispute': ({ who: id, status }) => closeLast(world, customerOf(id).id, status),
    'after-retries': ({ status }) => {
      world.afterRetries = status;
    },
    'promotion-code': ({ code, percent, months, isForNew, expiresInDays, most }) => {
      const duration = months === 0 ? 'forever' : months === 1 ? 'once' : 'repeating';
      const made = makeCoupon(world, {
        name: code,
        percent_off: percent,
        duration,
        ...(duration === 'repeating' ? { duration_in_months: months } : {}),
      });
      const restrictions = { first_time_transaction: isForNew };
      const limits = {
        ...(expiresInDays === undefined ? {} : { expires_at: wallNow(world) + Math.round(expiresInDays * 86_400) }),
        ...(most === undefined ? {} : { max_redemptions: most }),
      };
      return {
        id: makeCode(world, { code, promotion: { type: 'coupon', coupon: made.id }, restrictions, ...limits }).id,
      };
    },
    resend: ({ event, times }) => resend(world, event, times),
    callback: ({ url }) => setCallback(world, url),
    webhooks: (body) => addMischief(world, body),
    trouble: ({ kind, minutes }) => {
      const until = new Date(world.doors.now().getTime() + minutes * 60_000);
      if (kind === 'outage') world.faults.outageUntil = until;
      else if (kind === 'limit') world.faults.limitedUntil = until;
      else world.faults.powerlessUntil = until;
    },
    portal({ is }) {
      world.hasPortal = is === 'set up';
    },
    calm() {
      world.mischief = [];
      release(world);
      world.faults.outageUntil = null;
      world.faults.limitedUntil = null;
      world.faults.powerlessUntil = null;
    },
  });
  return Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, saying(control)]));
}

/** Converts Stripe's refusals into the control API's words. */
const saying =
  (control: Control): Control =>
  (body) => {
    try {
      return control(body);
    } catch (error) {
      if (error instanceof Refusal) throw new ControlError(error.status, error.message);
      throw error;
    }
  };

function lastPayment(world: StripeWorld, subscriptionId: string): string {
  const subscription = find(world.subscriptions, 'subscription', subscriptionId);
  const intent = world.paidBy.get(subscription.latest_invoice ?? '');
  if (!intent) throw new ControlError(409, 'Its latest invoice was not paid.');
  return intent;
}

function closeLast(world: StripeWorld, customer: string, status: 'won' | 'lost'): void {
  const open = [...world.disputes.values()].filter(
    (each) => world.charges.get(each.charge)?.customer === customer && each.status === 'needs_response',
  );
  const last = open.at(-1);
  if (!last) throw new ControlError(409, 'They have no disputes.');
  closeDispute(world, last.id, status);
}

function resend(world: StripeWorld, id: string | undefined, times: number): void {
  const event = id === undefined ? [...world.events.values()].at(-1) : world.events.get(id);
  if (!event) throw new ControlError(404, 'There is no such event.');
  for (let copy = 0; copy < times; copy += 1) {
    for (const endpoint of world.endpoints.values()) deliver(world, endpoint, event);
  }
}

/** Sets the only preconfigured URL. Others are created through the API. */
export function setCallback(world: StripeWorld, url: string | null): void {
  for (const endpoint of world.endpoints.values()) {
    if (endpoint.secret === keys.webhookSecret) world.endpoints.delete(endpoint.id);
  }
  if (url !== null) addEndpoint(world, url, { secret: keys.webhookSecret });
}
