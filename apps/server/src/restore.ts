import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, checkBackup, isPostgres, restoreBackup, withBackup } from '@tally/infra/backup';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { createFiles } from '@tally/infra/files';
import { readConfig, systemClock, systemRandom } from '@tally/kernel';
import { type Env, runCommand } from './backup/run-command.ts';

const usage = `npm run restore -- FILE --check
npm run restore -- FILE --into postgres://… (an empty database; files and keys go to DATA_DIR)
npm run restore -- FILE --into DIR (for the built-in database: an empty folder)
FILE may be in a bucket: s3://BUCKET/PREFIX/FILE. Without the FILE, its backups are listed.`;

/** `npm run restore` checks or restores a backup. The restored installation starts in safe mode. */
await runCommand(usage, async (env) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, into: { type: 'string' } },
  });
  const [from] = positionals;
  const { check, into } = values;
  if (!from || check === (into !== undefined)) throw new BackupError(usage);
  const password = (env['BACKUP_PASSWORD'] ? env['BACKUP_PASSWORD'] : readConfig(env).BACKUP_PASSWORD) ?? null;
  const work = (path: string) =>
    into === undefined ? describeChecked(from, path, password) : restore(env, { path, into, password });
  return from.startsWith('s3://') ? await withBackup(readConfig(env), from, work) : await work(from);
});

async function describeChecked(from: string, path: string, password: string | null): Promise<string[]> {
  const { manifest, hasKeys, keys } = await checkBackup(path, { password });
  const tables = Object.values(manifest.tables);
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  const said =
    keys !== null
      ? 'its keys open'
      : hasKeys
        ? 'its keys are sealed; set BACKUP_PASSWORD to try them'
        : 'it holds no keys';
  return [
    `${from} is whole: version ${manifest.version}, ${manifest.madeAt}, ${tables.length} tables, ${rows} rows; ${said}.`,
  ];
}

async function restore(
  env: Env,
  { path, into, password }: { path: string; into: string; password: string | null },
): Promise<string[]> {
  const config = readConfig(
    isPostgres(into) ? { ...env, DATABASE_URL: into } : { ...env, DATABASE_URL: '', DATA_DIR: resolve(into) },
  );
  // The file store signs URLs with keys, but no URL is made here.
  const keys = parseKeys('restore', `none:${Buffer.from(systemRandom.bytes(32)).toString('base64')}`);
  const secrets = createSecrets({ keys, random: systemRandom });
  const files = createFiles(config, { secrets, clock: systemClock });
  const hints = await restoreBackup(
    { config, files, clock: systemClock },
    { path, into: isPostgres(into) ? into : resolve(into), password },
  );
  return [...hints, `Restored. It starts in safe mode: nothing is sent until staff leave it at /admin.`];
}
