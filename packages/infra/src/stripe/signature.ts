import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, type Config, parseJson } from '@tally/kernel';
import { z } from 'zod';

/** The maximum age of a signature, as in Stripe's own libraries: https://docs.stripe.com/webhooks#replay-attacks */
const BELIEVED_SECONDS = 300;
/** The header has one time and one or more signatures. Several appear while a secret is being rotated. */
const header = /^t=(\d{1,12})((?:,v\d=[0-9a-f]{64})+)$/;

const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.number(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/**
 * Returns the event that Stripe signed, or null if the signature, its time or the bytes are wrong. Stripe's own reader
 * accepts future times, and decodes the bytes first, which drops a byte order mark.
 */
export function readStripeEvent(
  { clock, config }: { readonly clock: Clock; readonly config: Config },
  rawBody: Buffer,
  signature: string | undefined,
): StripeEvent | null {
  const [, time = '', signed = ''] = header.exec(signature ?? '') ?? [];
  if (time === '' || Math.abs(clock.now().getTime() / 1_000 - Number(time)) > BELIEVED_SECONDS) return null;
  const genuine = createHmac('sha256', config.stripe.webhookSecret).update(`${time}.`).update(rawBody).digest();
  const isGenuine = [...signed.matchAll(/,v1=([0-9a-f]{64})/g)].some(([, hex = '']) =>
    timingSafeEqual(genuine, Buffer.from(hex, 'hex')),
  );
  return isGenuine ? (StripeEvent.safeParse(parseJson(rawBody)).data ?? null) : null;
}
