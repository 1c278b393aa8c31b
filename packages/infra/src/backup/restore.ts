import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Clock, type Config, silentLog } from '@tally/kernel';
import { type Database, lockFolder, migrate, openDb } from '../db/index.ts';
import type { Files } from '../files/index.ts';
import { enterSafeMode } from '../safe-mode/index.ts';
import { type Archive, BackupError, openArchive } from './archive.ts';
import { checkBackup } from './check.ts';
import { restorePostgres } from './programs.ts';
import { isEmpty, isInUse } from './store.ts';
import { unpack } from './unpack.ts';

export interface RestoreOptions {
  readonly path: string;
  /** The target: `postgres://…`, or an empty folder for the built-in database. */
  readonly into: string;
  readonly password: string | null;
}

export interface RestoreDoors {
  /** The folder that the keys are restored into, and the configured keys. */
  readonly config: Pick<Config, 'DATA_DIR' | 'ENCRYPTION_KEYS'>;
  readonly files: Files;
  readonly clock: Clock;
}

const KEYS_FILE = 'encryption-keys';

export const isPostgres = (into: string): boolean => /^postgres(ql)?:\/\//.test(into);

/** Restores a verified backup. The installation starts in safe mode. Returns the steps left to the operator. */
export async function restoreBackup(doors: RestoreDoors, options: RestoreOptions): Promise<readonly string[]> {
  const { path, into, password } = options;
  const { manifest, keys, hasKeys } = await checkBackup(path, { password });
  if (hasKeys && keys === null) throw new BackupError('BACKUP_PASSWORD: needed, because the backup holds sealed keys.');
  if ((manifest.engine === 'postgres') !== isPostgres(into)) {
    throw new BackupError(
      manifest.engine === 'postgres'
        ? `${path} is a backup of Postgres. Restore it with --into postgres://…`
        : `${path} is a backup of the built-in database. Restore it with --into and an empty folder.`,
    );
  }
  const hints = keys === null ? ['The backup holds no encryption keys. Set ENCRYPTION_KEYS as before.'] : [];
  const archive = await openArchive(path);
  try {
    await refuseOtherKeys(doors.config, keys);
    const database = isPostgres(into) ? await intoPostgres(archive, into) : await intoFolder(archive, into);
    try {
      // Migrates first, so a process that starts now does not send anything.
      await migrate(database);
      await enterSafeMode(database.db, 'restored', doors.clock.now());
    } finally {
      await database.close();
    }
    await putFiles(archive, doors.files);
    if (keys !== null) hints.push(...(await writeKeys(doors.config, keys)));
    return hints;
  } finally {
    await archive.close();
  }
}

async function intoPostgres(archive: Archive, databaseUrl: string): Promise<Database> {
  const database = await openDb({ databaseUrl, dataDir: null, log: silentLog, poolSize: 2 });
  try {
    await database.session(async (session) => {
      if (await isInUse(session)) throw new BackupError('Tally is running on this database. Stop it first.');
      if (!(await isEmpty(session))) throw new BackupError('The database is not empty. Restore into an empty one.');
    });
    await restorePostgres(databaseUrl, archive.read('database.dump')).catch(async (error: unknown) => {
      const isFilled = await database.session(async (session) => !(await isEmpty(session)));
      throw isFilled ? new BackupError('Another restore has filled this database.', { cause: error }) : error;
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The folder is locked from here on, so a running installation or another restore is refused. */
async function intoFolder(archive: Archive, dataDir: string): Promise<Database> {
  const raw = join(dataDir, `restore-${randomBytes(4).toString('hex')}`);
  try {
    const unlock = await lockFolder(dataDir);
    await unlock();
    if (existsSync(join(dataDir, 'database')))
      throw new BackupError(`${dataDir} holds a database. Restore into an empty folder.`);
    await unpack(archive.read('database.dump'), raw);
    return await openDb({ dataDir, restoreFrom: raw, log: silentLog });
  } finally {
    await rm(raw, { force: true });
  }
}

async function putFiles(archive: Archive, files: Files): Promise<void> {
  for (const [name, { bytes }] of Object.entries(archive.manifest.parts)) {
    if (!name.startsWith('files/')) continue;
    const source = () => ({ from: 0, bytes: Readable.toWeb(Readable.from(archive.read(name))) as ReadableStream });
    await files.putStream(name.slice('files/'.length), source, { maxBytes: bytes });
  }
}

const findKeys = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);
const sorted = (keys: string): string[] => keys.trim().split(/[,\n]/).toSorted();

async function refuseOtherKeys({ DATA_DIR }: RestoreDoors['config'], keys: string | null): Promise<void> {
  const found = keys === null ? null : await findKeys(join(DATA_DIR, KEYS_FILE));
  if (found === null || keys === null || sorted(found).join() === sorted(keys).join()) return;
  throw new BackupError(`${join(DATA_DIR, KEYS_FILE)} holds other keys than the backup. Move it away first.`);
}

async function writeKeys({ DATA_DIR, ENCRYPTION_KEYS }: RestoreDoors['config'], keys: string): Promise<string[]> {
  const path = join(DATA_DIR, KEYS_FILE);
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
  await writeFile(path, `${keys}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  return ENCRYPTION_KEYS ? [`ENCRYPTION_KEYS is set and wins. The keys of the backup are in ${path}.`] : [];
}
