import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * What stands in a sheet for a person: nobody can work out the person from it, and who knows their own salt finds
 * themselves. Salts are 16 random bytes, one per entry, in hex.
 */
export function entryKey({ salt, userId }: { readonly salt: string; readonly userId: string }): string {
  return sha256Hex(utf8ToBytes(`${salt}:${userId}`));
}

/** The short form that people are shown and can compare. */
export const receiptOf = (key: string) => key.slice(0, 12);

export const sha256Hex = (bytes: Uint8Array) => bytesToHex(sha256(bytes));
