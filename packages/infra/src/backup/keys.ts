import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { EncryptionKey } from '../crypto/index.ts';
import { BackupError } from './archive.ts';

const N = 2 ** 17;
/** N blocks of 8 need 128 bytes each, plus some headroom. */
const MAX_MEMORY = 192 * 1024 * 1024;
const TAG_BYTES = 16;
const purpose = Buffer.from('tally backup keys');

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const Sealed = z.object({ n: z.literal(N), salt: z.base64(), iv: z.base64(), text: z.base64() });

/** Formats the keys like `ENCRYPTION_KEYS`. */
export const keysText = (keys: readonly EncryptionKey[]): string =>
  keys.map(({ id, bytes }) => `${id}:${bytes ? bytes.toString('base64') : 'lost'}`).join(',');

export async function sealKeys(text: string, password: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const key = await derive(password, salt, 32, { N, maxmem: MAX_MEMORY });
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(purpose);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return Buffer.from(JSON.stringify({ n: N, salt: base64(salt), iv: base64(iv), text: base64(sealed) }));
}

export async function openKeys(sealed: Buffer, password: string): Promise<string> {
  const { salt, iv, text } = Sealed.parse(JSON.parse(sealed.toString()));
  const bytes = Buffer.from(text, 'base64');
  const key = await derive(password, Buffer.from(salt, 'base64'), 32, { N, maxmem: MAX_MEMORY });
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
  decipher.setAAD(purpose).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new BackupError('BACKUP_PASSWORD is not the password with which the keys of this backup were sealed.');
  }
}
