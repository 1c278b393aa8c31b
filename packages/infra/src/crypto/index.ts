import type { Secrets } from './secrets.ts';
import type { SealedColumn } from './store.ts';

export { explainKeyTrouble, findKeyTrouble, type KeyTrouble } from './check.ts';
export { type EncryptionKey, keySource, loadKeys, parseKeys } from './keys.ts';
export { createSecrets, type Secrets, UnreadableSecretError } from './secrets.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly secrets: Secrets;
  }
  interface Feature {
    /** Columns in which the feature stores sealed texts. At the start we check that this process can read them. */
    readonly sealed?: readonly SealedColumn[];
  }
}
