import type { BackupOptions, MadeBackup } from './make.ts';

export { BackupError } from './archive.ts';
export { bucketOf, withBackup } from './bucket.ts';
export { checkBackup } from './check.ts';
export { type BackupOptions, type MadeBackup, makeBackup } from './make.ts';
export { isPostgres, restoreBackup } from './restore.ts';
export { findLastBackup, type LastBackup } from './store.ts';

declare module '@tally/kernel' {
  interface Ctx {
    /** Makes a backup of this installation while it runs. */
    readonly makeBackup: (options: BackupOptions) => Promise<MadeBackup>;
  }
}
