import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns a person's key in a sheet. It does not reveal the person, but people who know their salt can find themselves.
 * A salt is 16 random bytes in hex, one per entry.
 */
export function entryKey({ salt, userId }: { readonly salt: string; readonly userId: string }): string {
  return sha256Hex(utf8ToBytes(`${salt}:${userId}`));
}

/** Returns a short form of the key that people can compare. */
export const receiptOf = (key: string) => key.slice(0, 12);

export const sha256Hex = (bytes: Uint8Array) => bytesToHex(sha256(bytes));
