import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock, Config } from '@tally/kernel';
import type { Secrets } from '../crypto/index.ts';
import {
  type ByteSource,
  checkKey,
  checkPrefix,
  type Files,
  FileTooLargeError,
  isOutOfRoom,
  type PutStreamOptions,
  readFrom,
  type StoredFile,
} from './files.ts';
import { makeOnce } from './make-once.ts';

export interface DiskOptions {
  readonly folder: string;
  /** The base of signed URLs. The API serves them. */
  readonly publicUrl: string;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export interface DiskFiles extends Files {
  /** Returns whether a signed URL is valid. The API checks this before it serves the file. */
  isSigned(about: Signed): boolean;
}

export interface Signed {
  readonly key: string;
  readonly expires: string;
  readonly signature: string;
  readonly name?: string | undefined;
}

const purpose = 'files.read';
const PART_OF_FILE = '.part';
const uploadShape = /^[0-9a-f]{16}$/;
/** Reports progress after this many bytes. */
const TOLD_BYTES = 8 * 1024 * 1024;
/** No key can have this name, so readers and listings never see a partial file. */
const besideOf = (path: string, id: string): string => join(dirname(path), `.${id}${PART_OF_FILE}`);
const textOf = ({ key, expires, name }: Omit<Signed, 'signature'>): string =>
  name === undefined ? `${expires}\n${key}` : `${expires}\n${key}\n${name}`;

export function createDiskFiles({ folder, publicUrl, secrets, clock }: DiskOptions): DiskFiles {
  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'));
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const beside = besideOf(path, randomBytes(8).toString('hex'));
    try {
      await writeWhole(beside, bytes);
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };
  return {
    put,
    async putStream(key, source, { maxBytes, resume }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const id =
        resume?.uploadId && uploadShape.test(resume.uploadId) ? resume.uploadId : randomBytes(8).toString('hex');
      if (resume && id !== resume.uploadId) await resume.remember(id);
      const beside = besideOf(path, id);
      try {
        const written = await writeStream(beside, source, { maxBytes, resume });
        await rename(beside, path);
        return written;
      } catch (error) {
        const isOver = !resume || error instanceof FileTooLargeError || isOutOfRoom(error);
        if (isOver) await rm(beside, { force: true });
        throw error;
      }
    },
    async dropUpload(key, id) {
      if (uploadShape.test(id)) await rm(besideOf(pathOf(key), id), { force: true });
    },
    get: async (key) => await orNull(readFile(pathOf(key))),
    async stream(key, range) {
      const path = pathOf(key);
      const found = await orNull(stat(path));
      return found?.isFile() ? (Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>) : null;
    },
    async find(key) {
      const found = await orNull(stat(pathOf(key)));
      // `put` renames a new file. Two versions of equal size may share a timestamp, but not an inode.
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

/**
 * Returns the id of this folder, which differs from host to host. Undefined if the files are in a bucket or this
 * process may not write here.
 */
export async function readFolderId({
  S3_ENDPOINT,
  DATA_DIR,
}: Pick<Config, 'S3_ENDPOINT' | 'DATA_DIR'>): Promise<string | undefined> {
  if (S3_ENDPOINT) return undefined;
  // No file's key begins with a dot.
  const path = join(DATA_DIR, 'files', '.id');
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await makeOnce(path, randomBytes(8).toString('hex'));
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Each byte has its fixed position, so a second process that still writes would put the same bytes there. */
async function writeStream(path: string, source: ByteSource, { maxBytes, resume }: PutStreamOptions): Promise<number> {
  const file = await open(path, resume ? constants.O_RDWR | constants.O_CREAT : 'wx', 0o640);
  try {
    let { size: written } = await file.stat();
    let told = written;
    for await (const chunk of readFrom(source, written, maxBytes)) {
      await writeAt(file, chunk, written);
      written += chunk.length;
      if (!resume || written - told < TOLD_BYTES) continue;
      // The written bytes survive a crash of the process. After a power loss only the file's size shows how many
      // survived. Waiting for the disk here would make the database wait too.
      await resume.stored(written);
      told = written;
    }
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, chunk: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, place + done);
    done += bytesWritten;
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    // Renaming before a sync can leave an empty file after a power loss.
    await file.sync();
  } finally {
    await file.close();
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    // A folder with that name, or a file where the key needs a folder, also means that the file is missing.
    const missing = ['ENOENT', 'EISDIR', 'ENOTDIR'];
    if (error instanceof Error && 'code' in error && missing.includes(String(error.code))) return null;
    throw error;
  }
}

async function* walk(folder: string, prefix: string, at = ''): AsyncGenerator<StoredFile> {
  const inside = await orNull(readdir(join(folder, at), { withFileTypes: true }));
  // Sorted like S3: by the whole key, which puts `a.png` before `a/b.png`.
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
