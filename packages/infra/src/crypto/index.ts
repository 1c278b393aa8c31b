import type { Secrets } from './secrets.ts';
import type { SealedColumn } from './store.ts';

export { findKeyTrouble, type KeyTrouble, sayKeyTrouble } from './check.ts';
export { type EncryptionKey, keySource, loadKeys, parseKeys } from './keys.ts';
export { createSecrets, type Secrets, UnreadableSecretError } from './secrets.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly secrets: Secrets;
  }
  interface Feature {
    /** Columns in which it keeps sealed texts for longer than a moment: whether they can be read is seen at the start. */
    readonly sealed?: readonly SealedColumn[];
  }
}
