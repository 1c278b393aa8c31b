/** The state of the simulated Stripe: one account in test mode. */
import type { Doors, SeenRequest } from '../platform/doors.ts';
import { mischiefs as common, type Mischief } from '../platform/mischief.ts';
import type * as Wire from './wire/wire.ts';

export { type Doors, isFuture } from '../platform/doors.ts';

/** `shuffle` holds back this many messages and sends them in reverse order. */
export const mischiefs = ['shuffle', ...common] as const;

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  attempts: number;
  outcome: 'waiting' | 'delivered' | 'lost' | 'given up';
  status: number | null;
}

/** The stored response for an Idempotency-Key. */
export interface Kept {
  readonly request: string;
  readonly until: number;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
}

/** The subscription that a checkout session creates once it is paid. */
export interface Order {
  readonly items: readonly { readonly price: Wire.Price; readonly quantity: number }[];
  readonly trialDays: number;
  readonly metadata: Wire.Metadata;
  readonly description: string | null;
  readonly reduction: Reduction | null;
}

/** A coupon, with its code if a person typed one. */
export interface Reduction {
  readonly coupon: Wire.Coupon;
  readonly code: Wire.PromotionCode | null;
}

interface Portal {
  readonly customer: string;
  readonly returnUrl: string | null;
  readonly settings: Wire.PortalSettings;
  /** The time by which a person must open the session. Null once they have opened it. */
  openBy: number | null;
}

/**
 * `asks`: the bank requires a confirmation each time. `disputed`, `inquired`: the owner complains immediately.
 * `bounces`: a bank payment fails.
 */
export type Oddity = 'asks' | 'disputed' | 'inquired' | 'bounces';

export interface StripeWorld {
  readonly doors: Doors;
  /** How far ahead the account's own time is. Customers on a test clock use that clock. */
  aheadMs: number;
  readonly customers: Map<string, Wire.Customer>;
  readonly deletedCustomers: Set<string>;
  readonly products: Map<string, Wire.Product>;
  readonly prices: Map<string, Wire.Price>;
  readonly coupons: Map<string, Wire.Coupon>;
  readonly promotionCodes: Map<string, Wire.PromotionCode>;
  readonly discounts: Map<string, Wire.Discount>;
  /** The paid fraction of the current period. A refund of the remaining time is reduced to that fraction. */
  readonly paidShares: Map<string, number>;
  readonly sessions: Map<string, Wire.Session>;
  readonly orders: Map<string, Order>;
  readonly subscriptions: Map<string, Wire.Subscription>;
  readonly schedules: Map<string, Wire.Schedule>;
  /** Subscriptions whose owner was warned about the end of their trial. */
  readonly warned: Set<string>;
  readonly invoices: Map<string, Wire.Invoice>;
  /** Prorations that wait for the next invoice of a subscription. */
  readonly pending: Map<string, Wire.Line[]>;
  readonly paymentMethods: Map<string, Wire.PaymentMethod>;
  readonly intents: Map<string, Wire.Intent>;
  readonly charges: Map<string, Wire.Charge>;
  readonly refunds: Map<string, Wire.Refund>;
  readonly disputes: Map<string, Wire.Dispute>;
  /** The intent that paid each invoice. */
  readonly paidBy: Map<string, string>;
  readonly clocks: Map<string, Wire.TestClock>;
  readonly endpoints: Map<string, Wire.Endpoint>;
  readonly events: Map<string, Wire.StripeEvent>;
  readonly portals: Map<string, Portal>;
  readonly portalSettings: Map<string, Wire.PortalSettings>;
  readonly kept: Map<string, Kept>;
  /** Cards that are declined when charged. */
  readonly badCards: Set<string>;
  /** Later effects of a payment, by its card or bank account. */
  readonly oddities: Map<string, Oddity>;
  /** The state of a subscription after the last failed charge. */
  afterRetries: 'canceled' | 'unpaid';
  mischief: Mischief<(typeof mischiefs)[number]>[];
  held: (() => void)[];
  readonly deliveries: Delivery[];
  readonly requests: SeenRequest[];
  readonly faults: { outageUntil: Date | null; limitedUntil: Date | null; powerlessUntil: Date | null };
  /** True after the customer portal's settings were saved. */
  hasPortal: boolean;
  /** The current call. Events that follow from it contain it. */
  request: { id: string | null; idempotency_key: string | null };
  stopTimer: () => void;
}

/** Fixed values, so server and simulator agree without storing any. */
export const keys = {
  full: 'sk_test_tally_simulated_world',
  readOnly: 'rk_test_tally_simulated_world',
  webhookSecret: 'whsec_tally_simulated_world',
} as const;

export function createWorld(doors: Doors): StripeWorld {
  return {
    doors,
    aheadMs: 0,
    customers: new Map(),
    deletedCustomers: new Set(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    promotionCodes: new Map(),
    discounts: new Map(),
    paidShares: new Map(),
    sessions: new Map(),
    orders: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    warned: new Set(),
    invoices: new Map(),
    pending: new Map(),
    paymentMethods: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    paidBy: new Map(),
    clocks: new Map(),
    endpoints: new Map(),
    events: new Map(),
    portals: new Map(),
    portalSettings: new Map(),
    kept: new Map(),
    badCards: new Set(),
    oddities: new Map(),
    afterRetries: 'canceled',
    mischief: [],
    held: [],
    deliveries: [],
    requests: [],
    faults: { outageUntil: null, limitedUntil: null, powerlessUntil: null },
    hasPortal: true,
    request: { id: null, idempotency_key: null },
    stopTimer: () => undefined,
  };
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function makeId(world: StripeWorld, prefix: string, length = 24): string {
  let text = '';
  for (const byte of world.doors.bytes(length)) text += letters.charAt(byte % letters.length);
  return `${prefix}_${text}`;
}

/** Returns the time in seconds, as Stripe does. */
export function nowOf(world: StripeWorld, clockId: string | null = null): number {
  const clock = clockId ? world.clocks.get(clockId) : undefined;
  return clock ? clock.frozen_time : Math.floor((world.doors.now().getTime() + world.aheadMs) / 1_000);
}

/** People open and leave checkouts, so no subscription clock moves them. */
export const wallNow = (world: StripeWorld): number => Math.floor(world.doors.now().getTime() / 1_000);

export const customerNow = (world: StripeWorld, customerId: string): number =>
  nowOf(world, world.customers.get(customerId)?.test_clock ?? null);

/** Returns the URL of this world's pages in a browser. */
export const pageUrl = (world: StripeWorld, path: string): string => `${world.doors.baseUrl()}${path}`;

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
