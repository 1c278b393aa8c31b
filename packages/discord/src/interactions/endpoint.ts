import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Clock } from '@tally/kernel';
import type { Response } from './answers.ts';
import type { Router } from './router.ts';

export interface SignedCall {
  /** The headers `X-Signature-Ed25519` and `X-Signature-Timestamp`. */
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  /** The body exactly as received, because one changed space breaks the signature. */
  readonly rawBody: Uint8Array;
}

/** Calls outside this window are refused. Discord gives no number, and similar services use this one. */
const TOLERANCE_MS = 300_000;
const MAX_BODY_BYTES = 1_048_576;

/** The bytes before the 32 bytes of an Ed25519 key in its usual wrapping (RFC 8410). */
const WRAPPING = Buffer.from('302a300506032b6570032100', 'hex');

/** Throws if the text is not a key, so a wrong setting is reported at startup. */
export function readPublicKey(hex: string): KeyObject {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('The public key of the application must be 64 hexadecimal digits');
  return createPublicKey({ key: Buffer.concat([WRAPPING, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' });
}

export function isSignedByDiscord(key: KeyObject, call: SignedCall, now: Date): boolean {
  const { signature = '', timestamp = '', rawBody } = call;
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (rawBody.length > MAX_BODY_BYTES) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > TOLERANCE_MS) return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), rawBody]), key, Buffer.from(signature, 'hex'));
}

/**
 * Receives interactions over HTTP instead of the gateway. The router's first answer is the response to the call. Longer
 * work continues in the background.
 */
export function createEndpoint(about: { publicKey: string; router: Router; clock: Clock }) {
  const key = readPublicKey(about.publicKey);
  return async (call: SignedCall): Promise<{ status: number; body: Response | null }> => {
    if (!isSignedByDiscord(key, call, about.clock.now())) return { status: 401, body: null };
    const raw = parse(call.rawBody);
    if (raw === undefined) return { status: 400, body: null };
    const first = Promise.withResolvers<Response | null>();
    const done = about.router.handle(raw, (response) => {
      first.resolve(response);
      return Promise.resolve();
    });
    void done.then(() => first.resolve(null));
    const body = await first.promise;
    // A repeated call was answered before, so it has no effect now.
    return body ? { status: 200, body } : { status: 409, body: null };
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // The sender needs only the status, so broken JSON gets no further detail.
    return undefined;
  }
}
