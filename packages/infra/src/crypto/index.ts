import type { Secrets } from './secrets.ts';

export { type EncryptionKey, loadKeys, parseKeys } from './keys.ts';
export { createSecrets, type Secrets, UnreadableSecretError } from './secrets.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly secrets: Secrets;
  }
}
