import { generateKeyPairSync, sign } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEndpoint, isSignedByDiscord, readPublicKey, type SignedCall } from './endpoint.ts';

const pair = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const key = readPublicKey(publicKey);
const now = new Date('2026-11-21T12:00:00Z');
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

function signed(body: string, about: { at?: Date; by?: typeof pair } = {}): SignedCall {
  const timestamp = seconds(about.at ?? now);
  const rawBody = Buffer.from(body);
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), rawBody]), (about.by ?? pair).privateKey);
  return { signature: signature.toString('hex'), timestamp, rawBody };
}

const body = JSON.stringify({ type: 1, id: '1', token: 't', name: 'café "x"' });
const good = signed(body);
const hex = good.signature as string;

test('accepts a call that Discord signed', () => {
  expect(isSignedByDiscord(key, good, now)).toBe(true);
  expect(isSignedByDiscord(key, { ...good, signature: hex.toUpperCase() }, now)).toBe(true);
});

describe('forged calls are refused', () => {
  const variants: [string, SignedCall][] = [
    ['no signature', { ...good, signature: undefined }],
    ['no timestamp', { ...good, timestamp: undefined }],
    ['an empty signature', { ...good, signature: '' }],
    ['a signature that is no hex', { ...good, signature: 'z'.repeat(128) }],
    ['half a signature', { ...good, signature: hex.slice(0, 64) }],
    ['a longer signature', { ...good, signature: `${hex}00` }],
    ['only zeros', { ...good, signature: '0'.repeat(128) }],
    ['the halves swapped', { ...good, signature: hex.slice(64) + hex.slice(0, 64) }],
    ['base64 instead of hex', { ...good, signature: Buffer.from(hex, 'hex').toString('base64') }],
    ['a prefix', { ...good, signature: `0x${hex}` }],
    ['white space behind', { ...good, signature: `${hex} ` }],
    ['another key', signed(body, { by: stranger })],
    ['six minutes old', signed(body, { at: new Date(now.getTime() - 360_000) })],
    ['six minutes early', signed(body, { at: new Date(now.getTime() + 360_000) })],
    ['a timestamp in milliseconds', { ...good, timestamp: String(now.getTime()) }],
    ['a timestamp with a sign', { ...good, timestamp: `+${good.timestamp}` }],
    ['a timestamp with a fraction', { ...good, timestamp: `${good.timestamp}.0` }],
    ['another timestamp', { ...good, timestamp: String(Number(good.timestamp) + 1) }],
    ['an empty body', { ...good, rawBody: Buffer.alloc(0) }],
    ['the body written anew', { ...good, rawBody: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) }],
    ['a space behind the body', { ...good, rawBody: Buffer.from(`${body} `) }],
    ['the body in another encoding', { ...good, rawBody: Buffer.from(body, 'latin1') }],
    ['two megabytes', signed('x'.repeat(2_000_000))],
    [
      'the timestamp moved into the body',
      {
        ...good,
        timestamp: (good.timestamp as string).slice(0, -1),
        rawBody: Buffer.from((good.timestamp as string).slice(-1) + body),
      },
    ],
  ];
  // The last variant signs the same bytes at a different time.
  test.each(variants)('%s', (_name, call) => {
    expect(isSignedByDiscord(key, call, now)).toBe(false);
  });

  test('property: one flipped bit anywhere', () => {
    const bytes = Buffer.from(body);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: (64 + bytes.length) * 8 - 1 }), (place) => {
        const signature = Buffer.from(hex, 'hex');
        const rawBody = Buffer.from(bytes);
        const [target, bit] = place < 512 ? [signature, place] : [rawBody, place - 512];
        target[bit >> 3] = (target[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(isSignedByDiscord(key, { ...good, signature: signature.toString('hex'), rawBody }, now)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('property: any other signature, and never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{128}$/)),
        fc.string(),
        fc.uint8Array(),
        (signature, timestamp, rawBody) => {
          fc.pre(signature !== hex);
          expect(isSignedByDiscord(key, { signature, timestamp, rawBody }, now)).toBe(false);
          expect(isSignedByDiscord(key, { ...good, signature }, now)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test.each(['', 'abc', 'z'.repeat(64), `${publicKey}00`])('%s is no public key', (text) => {
  expect(() => readPublicKey(text)).toThrow('64 hexadecimal digits');
});

describe('the endpoint', () => {
  const handled: unknown[] = [];
  const endpoint = createEndpoint({
    publicKey,
    clock: { now: () => now },
    router: {
      handle: async (raw, respond) => {
        handled.push(raw);
        const { name } = raw as { name: string };
        if (name !== 'silent') await respond?.({ type: 1 });
      },
    },
  });

  test('answers with the first response of the router', async () => {
    expect(await endpoint(good)).toEqual({ status: 200, body: { type: 1 } });
    expect(handled).toHaveLength(1);
  });

  test('answers 401 to a forged call and 400 to broken JSON, and the router sees neither', async () => {
    expect(await endpoint({ ...good, signature: '0'.repeat(128) })).toEqual({ status: 401, body: null });
    expect(await endpoint(signed('{'))).toEqual({ status: 400, body: null });
    expect(handled).toHaveLength(1);
  });

  test('a call that the router leaves unanswered does not hang', async () => {
    expect(await endpoint(signed(JSON.stringify({ name: 'silent' })))).toEqual({ status: 409, body: null });
  });
});
