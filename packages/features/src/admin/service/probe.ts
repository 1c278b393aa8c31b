import { createHash } from 'node:crypto';
import { type Ctx, minutes, type WebhookAnswer, type WebhookRequest } from '@tally/kernel';
import { z } from 'zod';

/** Outside services sign their calls to us with these headers. */
export const signatureHeaders = [
  'x-signature-ed25519',
  'x-signature-timestamp',
  'kick-event-signature',
  'twitch-eventsub-message-signature',
  'x-hub-signature',
  'stripe-signature',
  'x-topgg-signature',
] as const;

/** Describes what arrived when we called ourselves through the proxy. */
export const Arrived = z.object({
  bodyHash: z.string(),
  headers: z.array(z.string()),
  isForwarded: z.boolean(),
  /** True if the API uses the caller's address that the proxy forwarded. */
  isForwardedBelieved: z.boolean(),
});
export type Arrived = z.infer<typeof Arrived>;

/** A proxy that parses and rewrites this body would change its bytes: spaces, `1.0`, `é`, the order of keys. */
export const probeBody = Buffer.from('{ "b": 1.0,  "a": "\\u00e9é" }\n');
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const PURPOSE = 'admin.probe';
const GOOD_FOR_MS = minutes(2);

export const signProbe = ({ secrets, clock }: Pick<Ctx, 'secrets' | 'clock'>): { at: string; proof: string } => {
  const at = `${clock.now().getTime()}`;
  return { at, proof: secrets.sign(PURPOSE, at) };
};

/** Reports what arrived. Only we can call this, because only we hold the signing keys. */
export async function receiveProbe(ctx: Ctx, { headers, query, rawBody }: WebhookRequest): Promise<WebhookAnswer> {
  const { at = '', proof = '' } = query;
  const isFresh = Math.abs(ctx.clock.now().getTime() - Number(at)) < GOOD_FOR_MS;
  if (!isFresh || !ctx.secrets.isSigned(PURPOSE, at, proof)) return { status: 404 };
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim());
  const arrived: Arrived = {
    bodyHash: hashOf(rawBody),
    headers: signatureHeaders.filter((name) => headers[name] === name),
    isForwarded: forwarded.some(Boolean),
    isForwardedBelieved: forwarded.includes(ctx.client?.ip ?? ''),
  };
  return { status: 200, contentType: 'application/json; charset=utf-8', body: JSON.stringify(arrived) };
}
