import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError, bucketOf, findLastBackup } from '@tally/infra/backup';
import { type Ctx, days } from '@tally/kernel';
import { type Finding, found } from './finding.ts';

const EVERY_MS = days(1);
/** Two nights in a row may pass without a backup before we report a fault. */
const OLD_AFTER_MS = 3 * EVERY_MS;

/** Creates the nightly backup if the configuration names a folder. */
export async function backUp(ctx: Ctx): Promise<void> {
  const { BACKUP_DIR, BACKUP_KEEP, BACKUP_FILES, BACKUP_PASSWORD } = ctx.config;
  if (!BACKUP_DIR) return;
  const { path, bytes } = await ctx.makeBackup({
    to: BACKUP_DIR,
    keep: BACKUP_KEEP,
    withFiles: BACKUP_FILES === 'on',
    password: BACKUP_PASSWORD ?? null,
    isProved: false,
  });
  ctx.log.info({ path, bytes }, 'The nightly backup was made and verified.');
}

/** The folder may not exist before the first backup, so we check the nearest folder that does. */
async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder;
    return isMissing && (await isWritable(dirname(folder)));
  }
}

/** Returns why the bucket cannot be listed. Null if it can be, or if backups go to a folder. */
async function bucketTrouble(config: Ctx['config'], to: string): Promise<Finding | null> {
  try {
    await bucketOf(config, to)?.list();
    return null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return found('backupBucket', { reason: error.message });
  }
}

/** Returns null if nightly backups are not set up. */
export async function checkBackup({
  config,
  db,
  clock,
}: Pick<Ctx, 'config' | 'clock'> & { readonly db: Ctx['db'] | null }): Promise<readonly Finding[] | null> {
  const folder = config.BACKUP_DIR;
  if (!db || !folder) return null;
  const trouble = await bucketTrouble(config, folder);
  if (trouble) return [trouble];
  if (!folder.startsWith('s3://') && !(await isWritable(folder))) return [found('backupFolder', { folder })];
  const last = await findLastBackup(db);
  if (!last) return [found('backupNone', { folder })];
  const age = clock.now().getTime() - last.madeAt.getTime();
  return age > OLD_AFTER_MS ? [found('backupOld', { folder, days: Math.floor(age / EVERY_MS) })] : [];
}
