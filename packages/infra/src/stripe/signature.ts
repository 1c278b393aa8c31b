import type { Clock, Config } from '@tally/kernel';
import { Stripe } from 'stripe';

/** As long as Stripe's own libraries believe in a time: https://docs.stripe.com/webhooks#replay-attacks */
const BELIEVED_SECONDS = 300;
/** Exactly one time, and nothing that is not a signature. The official reader is more forgiving. */
const plain = /^t=(\d{1,12})(?:,v\d=[0-9a-f]+)+$/;

/** The event that Stripe signed, or null: not Stripe, not now, or not these bytes. */
export function readStripeEvent(
  { clock, config }: { readonly clock: Clock; readonly config: Config },
  rawBody: Buffer,
  header: string | undefined,
): Stripe.Event | null {
  const signedAt = Number(plain.exec(header ?? '')?.[1] ?? Number.NaN);
  const now = Math.floor(clock.now().getTime() / 1_000);
  // The official check knows no time that is yet to come.
  if (header === undefined || !(Math.abs(now - signedAt) <= BELIEVED_SECONDS)) return null;
  try {
    return verifier.webhooks.constructEvent(
      rawBody,
      header,
      config.stripe.webhookSecret,
      BELIEVED_SECONDS,
      undefined,
      now * 1_000,
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Only computes; the key of calls is not used. */
const verifier = new Stripe('sk_test_unused');
