import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface KeyPair {
  readonly publicKeyHex: string;
  readonly privateKey: KeyObject;
}

/**
 * Discord signs with Ed25519:
 * https://docs.discord.com/developers/interactions/overview#validating-security-request-headers
 */
export function makeKeys(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // The last 32 bytes of the SPKI form are the bare key.
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return { publicKeyHex: raw.toString('hex'), privateKey };
}

export const signWith = (key: KeyObject, timestamp: string, body: string): string =>
  sign(null, Buffer.from(timestamp + body), key).toString('hex');
