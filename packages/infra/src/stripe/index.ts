import type { Payments } from './stripe.ts';

export { readStripeEvent, type StripeEvent } from './signature.ts';
export { callStripe, isMissing, isRefused, openPayments, type Payments, type Stripe } from './stripe.ts';

declare module '@tally/kernel' {
  interface Ctx {
    /** Null if billing is off on this installation. */
    readonly stripe: Payments | null;
  }
}
