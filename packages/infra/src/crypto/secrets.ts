import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Random } from '@tally/kernel';
import type { EncryptionKey } from './keys.ts';

/** Identifies a key without revealing anything about it. */
export interface KeyPrint {
  readonly id: string;
  readonly fingerprint: string;
}

export interface Secrets {
  readonly keys: readonly KeyPrint[];
  /** Ids of keys that are lost for good. */
  readonly lostKeys: readonly string[];
  /** `purpose` ties the sealed text to its place, so it cannot be opened as the text of another column. */
  encrypt(purpose: string, plain: string): string;
  /** Throws `UnreadableSecretError` for an unknown or lost key, another purpose, or a changed text. */
  decrypt(purpose: string, sealed: string): string;
  /** True if an older key sealed this text. Encrypt it again when it is next written. */
  isOutdated(sealed: string): boolean;
  /** Returns a new unguessable token of 256 bits. Hand it out once and store only its hash. */
  newToken(): string;
  /** Returns the stored form of a token. A plain hash is enough, because random tokens cannot be guessed. */
  hashToken(token: string): string;
  /** Compares in constant time. */
  isEqual(left: string, right: string): boolean;
  /** Signs `text`, so we can verify that we wrote it when a URL or a state comes back to us. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
}

export class UnreadableSecretError extends Error {
  /** True if the key is lost, so the secret may be deleted. Otherwise the operator may still add the right key. */
  readonly isLost: boolean;

  constructor(reason: string, { isLost = false, ...options }: ErrorOptions & { isLost?: boolean } = {}) {
    super(`A stored secret cannot be decrypted: ${reason}`, options);
    this.name = 'UnreadableSecretError';
    this.isLost = isLost;
  }
}

const ivLength = 12;
const tagLength = 16;

export function createSecrets(options: { readonly keys: readonly EncryptionKey[]; readonly random: Random }): Secrets {
  const { random } = options;
  const keys = options.keys.flatMap(({ id, bytes }) => (bytes ? [{ id, bytes }] : []));
  const lostKeys = options.keys.flatMap(({ id, bytes }) => (bytes ? [] : [id]));
  const [newest] = keys;
  if (!newest) throw new Error('at least one encryption key is needed');
  const signingKeys = keys.map(({ bytes }) => Buffer.from(hkdfSync('sha256', bytes, '', 'tally signatures', 32)));
  const mac = (key: Buffer | undefined, purpose: string, text: string) =>
    createHmac('sha256', key ?? '')
      .update(`${purpose}\n${text}`)
      .digest('base64url');

  return {
    keys: keys.map(({ id, bytes }) => ({
      id,
      fingerprint: Buffer.from(hkdfSync('sha256', bytes, '', 'tally fingerprint', 16)).toString('base64url'),
    })),
    lostKeys,
    encrypt(purpose, plain) {
      const iv = random.bytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${newest.id}.${sealed.toString('base64url')}`;
    },
    decrypt(purpose, sealed) {
      const [id = '', body = ''] = sealed.split('.');
      const key = keys.find((each) => each.id === id);
      if (lostKeys.includes(id)) throw new UnreadableSecretError('its key is lost', { isLost: true });
      if (!key) throw new UnreadableSecretError('its key is not among ENCRYPTION_KEYS');
      const bytes = Buffer.from(body, 'base64url');
      if (bytes.length < ivLength + tagLength) throw new UnreadableSecretError('it is too short');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, ivLength), {
        // Otherwise Node accepts a truncated tag: https://nodejs.org/api/crypto.html#deciphersetauthtagbuffer-encoding
        authTagLength: tagLength,
      }).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(-tagLength));
      try {
        return decipher.update(bytes.subarray(ivLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
      } catch (error) {
        throw new UnreadableSecretError('it was changed, or encrypted for another purpose', { cause: error });
      }
    },
    isOutdated: (sealed) => !sealed.startsWith(`${newest.id}.`),
    newToken: () => Buffer.from(random.bytes(32)).toString('base64url'),
    hashToken: (token) => createHash('sha256').update(token).digest('base64url'),
    isEqual,
    sign: (purpose, text) => mac(signingKeys[0], purpose, text),
    isSigned: (purpose, text, signature) =>
      signingKeys.some((signingKey) => isEqual(mac(signingKey, purpose, text), signature)),
  };
}

/** Hashing first gives both values equal lengths, which the comparison needs, and hides the original length. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
