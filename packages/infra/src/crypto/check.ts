import type { Clock } from '@tally/kernel';
import type { Db } from '../db/index.ts';
import type { Secrets } from './secrets.ts';
import { listKeysIn, meetKeys, type SealedColumn } from './store.ts';

export interface KeyTrouble {
  readonly id: string;
  /** `other` means that this process has a different key under this id. `missing` means that it has none. */
  readonly kind: 'other' | 'missing';
}

/**
 * Finds stored secrets that this process cannot read, before a user needs them. A key that no longer seals any secret
 * is fine: rotation leaves such keys behind.
 */
export async function findKeyTrouble(
  doors: { readonly db: Db; readonly secrets: Secrets; readonly clock: Clock },
  sealed: readonly SealedColumn[],
): Promise<readonly KeyTrouble[]> {
  const { db, secrets, clock } = doors;
  const own = new Map(secrets.keys.map((key) => [key.id, key.fingerprint]));
  const known = await meetKeys(db, secrets.keys, clock.now());
  const isOther = ({ id, fingerprint }: { id: string; fingerprint: string }) =>
    own.has(id) && own.get(id) !== fingerprint;
  const others = known.filter(isOther).map(({ id }): KeyTrouble => ({ id, kind: 'other' }));
  const readable = [...own.keys(), ...secrets.lostKeys];
  const used = await Promise.all(sealed.map((column) => listKeysIn(db, column, readable)));
  const missing = [...new Set(used.flat())].map((id): KeyTrouble => ({ id, kind: 'missing' }));
  return [...others, ...missing].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The message for the operator: which setting is wrong, and how to fix it. */
export function explainKeyTrouble({ id, kind }: KeyTrouble, source: string): string {
  const lost = `if it is lost for good, write ${id}:lost instead, and people must link their accounts again`;
  return kind === 'missing'
    ? `${source}: the key ${id} is missing, and stored secrets are sealed with it. Add it at the end; ${lost}.`
    : `${source}: the key ${id} differs from the one this database used with that id. Restore the former key, and give the new one another id; ${lost}.`;
}
