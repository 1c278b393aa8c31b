import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, type BackupOptions, bucketOf, type MadeBackup, makeBackup } from '@tally/infra/backup';
import { createSecrets, loadKeys } from '@tally/infra/crypto';
import { FolderLockedError, openDb } from '@tally/infra/db';
import { createFiles } from '@tally/infra/files';
import { createHttp } from '@tally/infra/http';
import { type Config, hours, readConfig, silentLog, systemClock, systemRandom, UpstreamError } from '@tally/kernel';
import manifest from '../package.json' with { type: 'json' };
import { Answered, sealRequest } from './backup/door.ts';
import { runCommand } from './backup/run-command.ts';

const usage = `npm run backup -- [--to DIR|s3://BUCKET/PREFIX] [--keep 7] [--without-files] [--without-keys] [--prove]`;

/** `npm run backup` makes a backup, whether the server runs or not. */
await runCommand(usage, async (env) => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      'without-files': { type: 'boolean', default: false },
      'without-keys': { type: 'boolean', default: false },
      prove: { type: 'boolean', default: false },
    },
  });
  const config = readConfig(env);
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) throw new BackupError('--keep: must be a whole number.');
  const withKeys = !values['without-keys'];
  if (withKeys && !config.BACKUP_PASSWORD) {
    throw new BackupError(
      'BACKUP_PASSWORD: needed, because it seals the encryption keys. Or leave them out: --without-keys.',
    );
  }
  const to = values.to ?? config.BACKUP_DIR ?? join(config.DATA_DIR, 'backups');
  const options: BackupOptions = {
    to: bucketOf(config, to) ? to : resolve(to),
    keep,
    withFiles: !values['without-files'],
    password: withKeys ? (config.BACKUP_PASSWORD ?? null) : null,
    isProved: values.prove,
  };
  const made = await makeHereOrAsk(config, options);
  return [
    `${made.path}: ${(made.bytes / 1_048_576).toFixed(1)} MB, ${made.tables} tables, ${made.rows} rows, ${made.files} files. It was read again${values.prove ? ', restored and compared' : ''}.`,
    ...(withKeys
      ? []
      : [
          'WITHOUT KEYS: nothing that is sealed can be opened after a restore, unless you keep ENCRYPTION_KEYS yourself.',
        ]),
  ];
});

async function makeHereOrAsk(config: Config, options: BackupOptions): Promise<MadeBackup> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new BackupError(`DATA_DIR: there is no database in ${dataDir}.`);
  const secrets = createSecrets({ keys: await loadKeys(config), random: systemRandom });
  try {
    await using opened = new AsyncDisposableStack();
    const database = await openDb({ databaseUrl, dataDir, log: silentLog, poolSize: 2 });
    opened.defer(() => database.close());
    const files = createFiles(config, { secrets, clock: systemClock });
    return await makeBackup({ database, files, config, clock: systemClock, version: manifest.version }, options);
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
    return await askServer(config, sealRequest({ secrets, clock: systemClock }, options)).catch((problem: unknown) => {
      // Another program has locked the folder.
      throw problem instanceof UpstreamError ? error : problem;
    });
  }
}

async function askServer({ HOST, API_PORT }: Config, request: string): Promise<MadeBackup> {
  const http = createHttp({ log: silentLog, clock: systemClock, allowedHosts: [] });
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  try {
    const { data } = await http.json(
      {
        world: 'own API',
        url: `http://${host}:${API_PORT}/webhooks/backup`,
        method: 'POST',
        body: { bytes: Buffer.from(request), contentType: 'text/plain' },
        timeoutMs: hours(3),
      },
      Answered,
    );
    if ('sentence' in data) throw new BackupError(data.sentence);
    return data;
  } finally {
    await http.close();
  }
}
