import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '@tally/kernel';
import type { Secrets } from '../crypto/index.ts';
import { checkKey, checkPrefix, type Files, FileTooLargeError, type StoredFile } from './files.ts';

export interface DiskOptions {
  readonly folder: string;
  /** Signed addresses begin with this; the API answers them. */
  readonly publicUrl: string;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export interface DiskFiles extends Files {
  /** What the API asks before it serves a signed address. */
  isSigned(about: Signed): boolean;
}

export interface Signed {
  readonly key: string;
  readonly expires: string;
  readonly signature: string;
  /** Under this name it is downloaded. */
  readonly name?: string | undefined;
}

const purpose = 'files.read';
const PART_OF_FILE = '.part';
const textOf = ({ key, expires, name }: Omit<Signed, 'signature'>): string =>
  name === undefined ? `${expires}\n${key}` : `${expires}\n${key}\n${name}`;

export function createDiskFiles({ folder, publicUrl, secrets, clock }: DiskOptions): DiskFiles {
  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'));
  const putBeside = async <T>(key: string, write: (beside: string) => Promise<T>): Promise<T> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // A name that no key can have, so that a reader or a listing never meets half a file.
    const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}${PART_OF_FILE}`);
    try {
      const written = await write(beside);
      await rename(beside, path);
      return written;
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };
  return {
    put: async (key, bytes) => await putBeside(key, async (beside) => await writeWhole(beside, bytes)),
    // Writing once more costs less than telling apart what is on the disk already, so nothing is resumed.
    putStream: async (key, bytes, { maxBytes }) =>
      await putBeside(key, async (beside) => await writeStream(beside, bytes, maxBytes)),
    get: async (key) => await orNull(readFile(pathOf(key))),
    async stream(key, range) {
      const path = pathOf(key);
      const found = await orNull(stat(path));
      return found?.isFile() ? (Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>) : null;
    },
    async find(key) {
      const found = await orNull(stat(pathOf(key)));
      // Putting makes a new file and renames it: one second may see two of the same size.
      return found?.isFile() ? { size: found.size, version: `${found.ino}-${found.mtimeMs}-${found.size}` } : null;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    list: (prefix) => walk(folder, checkPrefix(prefix)),
    async signedUrl(key, seconds, { downloadName: name } = {}) {
      const expires = String(Math.floor(clock.now().getTime() / 1_000) + seconds);
      const signature = secrets.sign(purpose, textOf({ key: checkKey(key), expires, name }));
      const query = new URLSearchParams({ expires, signature, ...(name === undefined ? {} : { name }) });
      return `${publicUrl}/${key}?${query.toString()}`;
    },
    isSigned({ signature, ...about }) {
      const { expires } = about;
      const isOpen = /^\d{1,12}$/.test(expires) && Number(expires) * 1_000 > clock.now().getTime();
      return isOpen && secrets.isSigned(purpose, textOf(about), signature);
    },
    async dropUnfinished(before) {
      let dropped = 0;
      const inside = (await orNull(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of inside) {
        if (!entry.isFile() || !entry.name.startsWith('.') || !entry.name.endsWith(PART_OF_FILE)) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await orNull(stat(path));
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        dropped += 1;
      }
      return dropped;
    },
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function writeStream(path: string, bytes: ReadableStream<Uint8Array>, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o640);
  let written = 0;
  try {
    for await (const chunk of bytes) {
      written += chunk.length;
      if (written > maxBytes) throw new FileTooLargeError(maxBytes);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return written;
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    // Renaming before the bytes are on the disk can leave an empty file after a power loss.
    await file.sync();
  } finally {
    await file.close();
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    // A folder of that name, or a file where the key wants a folder, is no file either.
    const missing = ['ENOENT', 'EISDIR', 'ENOTDIR'];
    if (error instanceof Error && 'code' in error && missing.includes(String(error.code))) return null;
    throw error;
  }
}

async function* walk(folder: string, prefix: string, at = ''): AsyncGenerator<StoredFile> {
  const inside = await orNull(readdir(join(folder, at), { withFileTypes: true }));
  // As S3 sorts: by the whole key, where `a.png` stands before `a/b.png`.
  const entries = (inside ?? [])
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => ({ entry, key: posix.join(at, entry.name) + (entry.isDirectory() ? '/' : '') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { entry, key } of entries) {
    if (entry.isDirectory()) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* walk(folder, prefix, key);
    } else if (key.startsWith(prefix)) {
      const found = await orNull(stat(join(folder, key)));
      if (found) yield { key, size: found.size, modifiedAt: found.mtime };
    }
  }
}
