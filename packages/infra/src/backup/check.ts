import { buffer } from 'node:stream/consumers';
import { findMigrations, judgeMigrations } from '../db/index.ts';
import { BackupError, type Manifest, openArchive, verifyParts } from './archive.ts';
import { openKeys } from './keys.ts';
import { listDump } from './programs.ts';

export interface Checked {
  readonly manifest: Manifest;
  /** The keys in the format of `ENCRYPTION_KEYS`. Null if the backup has no keys or no password was given. */
  readonly keys: string | null;
  readonly hasKeys: boolean;
}

/** Reads the whole backup again. Throws an error that explains why it cannot be restored here. */
export async function checkBackup(path: string, { password }: { readonly password: string | null }): Promise<Checked> {
  const archive = await openArchive(path);
  try {
    const { manifest } = archive;
    const newer = judgeMigrations(manifest.migrations, await findMigrations()).find(({ kind }) => kind === 'unknown');
    if (newer) {
      throw new BackupError(
        `${path} was made by a newer release (${manifest.version}, migration ${newer.migration}). Restore it with that release.`,
      );
    }
    await verifyParts(archive, path);
    if (manifest.engine === 'postgres') await listDump(archive.read('database.dump'));
    const hasKeys = archive.has('keys.sealed');
    if (!hasKeys || password === null) return { manifest, hasKeys, keys: null };
    const sealed = await buffer(archive.read('keys.sealed'));
    return { manifest, hasKeys, keys: await openKeys(sealed, password) };
  } finally {
    await archive.close();
  }
}
