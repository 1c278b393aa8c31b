import { z } from 'zod';
import { ConfigError } from './error.ts';
import { optional } from './values.ts';

export const backupSettings = {
  /** A folder or `s3://bucket/prefix` for the nightly backups. Without it no backups are made. */
  BACKUP_DIR: optional,
  /** How many backups are kept. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(7),
  /** The password that encrypts the encryption keys in every backup. */
  BACKUP_PASSWORD: optional,
  /** With `off`, the nightly backups leave out uploaded files and recordings. */
  BACKUP_FILES: z.enum(['on', 'off']).default('on'),
};

/** Without its keys a backup cannot decrypt anything, so nightly backups must include them. */
export function refuseBackupsWithoutKeys(read: {
  BACKUP_DIR?: string | undefined;
  BACKUP_PASSWORD?: string | undefined;
}) {
  if (read.BACKUP_DIR && !read.BACKUP_PASSWORD) {
    throw new ConfigError(
      'BACKUP_PASSWORD: needed with BACKUP_DIR, because it seals the encryption keys in the backups',
    );
  }
}
