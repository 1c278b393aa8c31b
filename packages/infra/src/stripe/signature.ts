import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Config } from '@tally/kernel';
import { z } from 'zod';

/** How old a signature may be, as in Stripe's own libraries: https://docs.stripe.com/webhooks#replay-attacks */
const BELIEVED_SECONDS = 300;
/** Exactly one time, and nothing else but signatures. There are several of them while a secret is being rotated. */
const header = /^t=(\d{1,12})((?:,v\d=[0-9a-f]{64})+)$/;

const StripeEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.number(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof StripeEvent>;

/**
 * The event that Stripe signed, or null: not Stripe, not now, or not these bytes. The official reader turns the bytes
 * into text first, which drops a mark of order at their beginning, and it believes in times that are yet to come.
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
  return isGenuine ? (StripeEvent.safeParse(parse(rawBody)).data ?? null) : null;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
