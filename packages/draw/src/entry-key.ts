import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A person's key in a sheet. It does not reveal the person, but a person who knows their salt can find themselves.
 * Salts are 16 random bytes, one per entry, in hex.
 */
export function entryKey({ salt, userId }: { readonly salt: string; readonly userId: string }): string {
  return sha256Hex(utf8ToBytes(`${salt}:${userId}`));
}

/** A short form that people can compare. */
export const receiptOf = (key: string) => key.slice(0, 12);

export const sha256Hex = (bytes: Uint8Array) => bytesToHex(sha256(bytes));
