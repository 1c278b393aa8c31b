import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '@tally/kernel';
import { makeClosedFolder } from '../files/closed-folder.ts';
import { makeOnce } from '../files/make-once.ts';

export interface EncryptionKey {
  readonly id: string;
  /** Null if the key is lost. Everything it sealed is lost too. */
  readonly bytes: Buffer | null;
}

const fileName = 'encryption-keys';

/** Returns the keys of `ENCRYPTION_KEYS`, newest first, or else those of the file that the first start creates. */
export async function loadKeys(
  config: Pick<Config, 'ENCRYPTION_KEYS' | 'DATA_DIR'>,
): Promise<readonly EncryptionKey[]> {
  if (config.ENCRYPTION_KEYS) return parseKeys('ENCRYPTION_KEYS', config.ENCRYPTION_KEYS);
  const path = join(config.DATA_DIR, fileName);
  await makeClosedFolder(config.DATA_DIR);
  // The id is random: if the file is lost, a new key must not get the id of the old one.
  await makeOnce(path, `k${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`);
  await chmod(path, 0o600);
  return parseKeys(path, await readFile(path, 'utf8'));
}

/** Describes where this process reads its keys, in words for the operator. */
export const keySource = (config: Pick<Config, 'ENCRYPTION_KEYS' | 'DATA_DIR'>): string =>
  config.ENCRYPTION_KEYS ? 'ENCRYPTION_KEYS' : join(config.DATA_DIR, fileName);

export function parseKeys(source: string, text: string): readonly EncryptionKey[] {
  const keys = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseKey(source, part));
  if (!keys.some(({ bytes }) => bytes)) throw new ConfigError(`${source}: has no key`);
  const twice = keys.find((key, index) => keys.findIndex((other) => other.id === key.id) !== index);
  if (twice) throw new ConfigError(`${source}: two keys have the id ${twice.id}`);
  return keys;
}

function parseKey(source: string, part: string): EncryptionKey {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/]{43}=|lost)$/.exec(part) ?? [];
  // The message omits the text, because the text is a secret or part of one.
  if (!id || !encoded) {
    throw new ConfigError(
      `${source}: each key is written id:base64 of 32 bytes, newest first, separated by commas (make one with: openssl rand -base64 32). One that is lost for good is written id:lost`,
    );
  }
  return { id, bytes: encoded === 'lost' ? null : Buffer.from(encoded, 'base64') };
}
