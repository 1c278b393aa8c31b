import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Config } from '@tally/kernel';
import { loadKeys } from '../crypto/index.ts';
import type { Database } from '../db/index.ts';
import { type Files, isOutOfRoom } from '../files/index.ts';
import { BackupError, type Part, writeArchive } from './archive.ts';
import { type Bucket, bucketOf } from './bucket.ts';
import { checkBackup } from './check.ts';
import { keysText, sealKeys } from './keys.ts';
import { isBackup, nameBackup } from './names.ts';
import { dumpPostgres } from './programs.ts';
import { proveBackup } from './prove.ts';
import { inOnePicture, type Measured, measure, nameSnapshot, recordBackup } from './store.ts';

export interface BackupOptions {
  /** The target, either a folder or `s3://bucket/prefix`. */
  readonly to: string;
  /** How many backups to keep. Older ones are deleted. Null keeps all. */
  readonly keep: number | null;
  readonly withFiles: boolean;
  /** The password that encrypts the encryption keys. Null leaves the keys out of the backup. */
  readonly password: string | null;
  /** True if the backup was restored into a temporary database and compared. */
  readonly isProved: boolean;
}

export interface BackupDoors {
  readonly database: Database;
  readonly files: Files;
  readonly config: Config;
  readonly clock: Clock;
  readonly version: string;
}

export interface MadeBackup {
  readonly path: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

export const DUMP = 'database.dump';
export const KEYS = 'keys.sealed';
export const FILES = 'files/';

/** Makes a backup of a running installation. The file gets its final name only after it was read again and verified. */
export async function makeBackup(doors: BackupDoors, options: BackupOptions): Promise<MadeBackup> {
  const { clock, database } = doors;
  const { to, keep, isProved } = options;
  const madeAt = clock.now();
  const bucket = bucketOf(doors.config, to);
  // Reports an unreachable bucket before the work starts.
  await bucket?.list();
  const folder = bucket ? join(doors.config.DATA_DIR, 'backups') : to;
  const name = nameBackup(madeAt);
  const path = bucket ? `${to.replace(/\/+$/, '')}/${name}` : join(to, name);
  const beside = join(folder, `${name}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = await write(doors, options, { madeAt, beside, bucket });
    const { manifest } = await checkBackup(beside, { password: options.password });
    if (isProved) await proveBackup(beside, database);
    if (bucket) await bucket.send(name, beside);
    else await rename(beside, path);
    await recordBackup(database.db, { madeAt, file: path, bytes });
    if (keep !== null) await dropOld(bucket ?? inFolder(to), keep);
    const tables = Object.values(manifest.tables);
    return {
      path,
      bytes,
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: Object.keys(manifest.parts).filter((name) => name.startsWith(FILES)).length,
    };
  } catch (error) {
    if (isOutOfRoom(error)) {
      throw new BackupError(`There is no room left in ${folder}. The unfinished backup was deleted.`, { cause: error });
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new BackupError(`This user may not write into ${folder}.`, { cause: error });
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

async function write(
  doors: BackupDoors,
  { withFiles, password }: BackupOptions,
  { madeAt, beside, bucket }: { readonly madeAt: Date; readonly beside: string; readonly bucket: Bucket | null },
): Promise<number> {
  const { database, files, config, version } = doors;
  let measured: Measured = { migrations: [], tables: {} };
  const bytesOfDump = dump(database, beside, (found) => (measured = found));
  const parts = async function* (): AsyncGenerator<Part, void> {
    yield { name: DUMP, bytes: bytesOfDump };
    if (password !== null) {
      yield { name: KEYS, bytes: [await sealKeys(keysText(await loadKeys(config)), password)] };
    }
    if (!withFiles) return;
    // If the backups were in the bucket of the files, each backup would contain all earlier ones.
    const earlier = bucket?.name === config.S3_BUCKET ? bucket?.prefix : undefined;
    for await (const { key } of files.list('')) {
      if (earlier !== undefined && key.startsWith(earlier) && isBackup(key.slice(earlier.length))) continue;
      const bytes = await files.stream(key);
      // The file was deleted since we listed it.
      if (bytes) yield { name: `${FILES}${key}`, bytes: bytes as AsyncIterable<Uint8Array> };
    }
  };
  const { engine } = database;
  const describe = () => ({
    version,
    madeAt: madeAt.toISOString(),
    engine,
    tables: measured.tables,
    migrations: [...measured.migrations],
  });
  try {
    return await writeArchive(beside, parts(), describe);
  } finally {
    // A failed zip does not close its sources, and this source holds a connection.
    await bytesOfDump.return();
  }
}

/** Yields the dump and counts the rows of its tables, from the same snapshot. */
async function* dump(
  database: Database,
  beside: string,
  measured: (found: Measured) => void,
): AsyncGenerator<Uint8Array, void> {
  const { databaseUrl } = database;
  if (!databaseUrl) {
    const raw = `${beside}.${randomBytes(4).toString('hex')}`;
    try {
      await database.backup(raw, async (session) => measured(await inOnePicture(session, () => measure(session))));
      for await (const chunk of createReadStream(raw)) yield chunk as Uint8Array;
    } finally {
      await rm(raw, { force: true });
    }
    return;
  }
  const { promise: snapshot, resolve, reject } = Promise.withResolvers<string>();
  const done = Promise.withResolvers<void>();
  const picture = database
    .session((session) =>
      inOnePicture(session, async () => {
        resolve(await nameSnapshot(session));
        measured(await measure(session));
        await done.promise;
      }),
    )
    .catch((error: unknown) => {
      reject(error);
      throw error;
    });
  picture.catch(() => undefined);
  try {
    yield* dumpPostgres(databaseUrl, await snapshot);
  } finally {
    done.resolve();
  }
  await picture;
}

type Place = Pick<Bucket, 'list' | 'drop'>;

const inFolder = (folder: string): Place => ({
  list: async () => (await readdir(folder)).filter(isBackup).toSorted(),
  drop: (name) => rm(join(folder, name)),
});

async function dropOld(place: Place, keep: number): Promise<void> {
  for (const name of (await place.list()).slice(0, -keep)) await place.drop(name);
}
