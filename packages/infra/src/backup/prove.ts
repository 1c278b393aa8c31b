import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { silentLog } from '@tally/kernel';
import { type Database, openDb } from '../db/index.ts';
import { BackupError, openArchive } from './archive.ts';
import { restorePostgres } from './programs.ts';
import { inOnePicture, measureTables, type Tables, withSpareDatabase } from './store.ts';
import { unpack } from './unpack.ts';

/** Restores the database into a temporary one and compares every table. */
export async function proveBackup(path: string, database: Database): Promise<void> {
  const archive = await openArchive(path);
  try {
    const found = database.databaseUrl
      ? await inSpare(database, database.databaseUrl, (url) => restorePostgres(url, archive.read('database.dump')))
      : await inMemory(`${path}.${randomBytes(4).toString('hex')}`, (to) => unpack(archive.read('database.dump'), to));
    const { tables } = archive.manifest;
    const odd = Object.keys({ ...tables, ...found }).find((name) => !isDeepStrictEqual(tables[name], found[name]));
    if (odd !== undefined) throw new BackupError(`The backup does not hold the table ${odd} as the database does.`);
  } finally {
    await archive.close();
  }
}

const measureIn = (database: Database): Promise<Tables> =>
  database.session((session) => inOnePicture(session, () => measureTables(session)));

async function inSpare(own: Database, ownUrl: string, fill: (url: string) => Promise<void>): Promise<Tables> {
  const name = `tally_proof_${randomBytes(6).toString('hex')}`;
  const url = new URL(ownUrl);
  url.pathname = `/${name}`;
  return await own.session((session) =>
    withSpareDatabase(session, name, async () => {
      await fill(url.href);
      const spare = await openDb({ databaseUrl: url.href, dataDir: null, log: silentLog, poolSize: 1 });
      try {
        return await measureIn(spare);
      } finally {
        await spare.close();
      }
    }),
  );
}

async function inMemory(raw: string, fill: (path: string) => Promise<void>): Promise<Tables> {
  try {
    await fill(raw);
    const spare = await openDb({ dataDir: null, restoreFrom: raw, log: silentLog });
    try {
      return await measureIn(spare);
    } finally {
      await spare.close();
    }
  } finally {
    await rm(raw, { force: true });
  }
}
