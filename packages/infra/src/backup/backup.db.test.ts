import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { createTestDatabase } from '@tally/tests/database';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDb } from '../db/index.ts';
import { createDiskFiles, createS3Files } from '../files/index.ts';
import { type BackupOptions, findLastBackup, makeBackup, restoreBackup } from './index.ts';

const password = 'a long password';
let house: TestCtx;
let to: string;
/** A backup that several tests use. */
let kept: string;
beforeAll(async () => {
  kept = await mkdtemp(join(tmpdir(), 'tally-kept-'));
  house = await testCtx({ env: { ENCRYPTION_KEYS: `t:${Buffer.alloc(32, 7).toString('base64')}` } });
});
afterAll(async () => {
  await house.close();
  await rm(kept, { recursive: true });
});
beforeEach(async () => {
  await house.database.reset();
  to = await mkdtemp(join(tmpdir(), 'tally-backup-'));
  await house.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('1', 'Night City', 1, now())`,
  );
  await house.ctx.files.put('media/cover.png', Buffer.from('picture'));
  return () => rm(to, { recursive: true, force: true });
});

const make = (over: Partial<BackupOptions> = {}) =>
  house.ctx.makeBackup({ to, keep: null, withFiles: true, password, isProved: true, ...over });
const isPostgres = () => house.database.databaseUrl !== null;
/** An empty target with the same engine. */
const freshPlace = () =>
  isPostgres() ? createTestDatabase(`restored_${randomBytes(4).toString('hex')}`, { isEmpty: true }) : join(to, 'data');

function restore(path: string, into: string, over: { password?: string | null } = {}) {
  const dataDir = isPostgres() ? join(to, 'data') : into;
  const { secrets, clock } = house.ctx;
  const files = createDiskFiles({ folder: join(dataDir, 'files'), publicUrl: 'http://a', secrets, clock });
  const config = { DATA_DIR: dataDir, ENCRYPTION_KEYS: undefined };
  return restoreBackup({ config, files, clock }, { path, into, password, ...over });
}
const openAt = (into: string) =>
  openDb({ databaseUrl: isPostgres() ? into : undefined, dataDir: into, log: silentLog, poolSize: 2 });

describe('a backup', () => {
  it('is proved, remembered, and restored with files and keys into safe mode', async () => {
    const made = await make();
    expect(made).toMatchObject({ files: 1, rows: expect.any(Number) });
    expect(await readdir(to)).toEqual([made.path.slice(to.length + 1)]);
    expect(await findLastBackup(house.ctx.db)).toEqual({
      madeAt: house.clock.now(),
      file: made.path,
      bytes: made.bytes,
    });
    const into = await freshPlace();
    expect(await restore(made.path, into)).toEqual([]);
    expect(await readFile(join(to, 'data/files/media/cover.png'), 'utf8')).toBe('picture');
    expect(await readFile(join(to, 'data/encryption-keys'), 'utf8')).toBe(
      `t:${Buffer.alloc(32, 7).toString('base64')}\n`,
    );
    const database = await openAt(into);
    const { rows } = await database.db.execute(`select name, (select reason from safe_mode) as reason from servers`);
    await database.close();
    expect(rows).toEqual([{ name: 'Night City', reason: 'restored' }]);
  });

  it('leaves out the excluded ones, and drops the oldest', async () => {
    await make({ isProved: false });
    house.clock.move(60_000);
    const made = await make({ withFiles: false, password: null, keep: 1, isProved: false });
    expect(made.files).toBe(0);
    expect(await readdir(to)).toHaveLength(1);
    expect(await restore(made.path, await freshPlace())).toEqual([expect.stringMatching(/holds no encryption keys/)]);
  });

  it('goes into a bucket, also into the bucket of the files', async () => {
    const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto', bucket: 'tally' };
    const s3 = await startFakeS3(keys);
    onTestFinished(() => s3.close());
    const config = {
      ...house.ctx.config,
      DATA_DIR: to,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: 'tally',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const files = createS3Files({ endpoint: s3.endpoint, ...keys });
    await files.put('media/cover.png', Buffer.from('picture'));
    const doors = { ...house.ctx, database: house.database, files, config, version: '0.6.0' };
    const options = { to: 's3://tally/', keep: 1, withFiles: true, password, isProved: false };
    s3.objects.set('tally-2026-01-01T01-23-00Z.tally', Buffer.from('an earlier one'));
    const made = await makeBackup(doors, options);
    // The earlier file is not in the backup, and was deleted.
    expect(made).toMatchObject({ files: 1, path: expect.stringMatching(/^s3:\/\/tally\/tally-.*\.tally$/) });
    expect([...s3.objects.keys()].toSorted()).toEqual(['media/cover.png', made.path.slice('s3://tally/'.length)]);
    expect(await readdir(join(to, 'backups'))).toEqual([]);
  });

  it('for which there is no room is no backup, and leaves nothing behind', async () => {
    const name = `tally-${house.clock.now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tally.part`;
    await symlink('/dev/full', join(to, name));
    await expect(make()).rejects.toThrow(`There is no room left in ${to}. The unfinished backup was deleted.`);
    expect(await readdir(to)).toEqual([]);
    expect(await findLastBackup(house.ctx.db)).toBeNull();
  });
});

describe('a restore is refused in one sentence', () => {
  let path: string;
  beforeAll(async () => {
    ({ path } = await make({ to: kept, isProved: false }));
  });

  it('with another password, or none', async () => {
    const into = await freshPlace();
    await expect(restore(path, into, { password: 'another' })).rejects.toThrow(/^BACKUP_PASSWORD is not the password/);
    await expect(restore(path, into, { password: null })).rejects.toThrow(/^BACKUP_PASSWORD: needed/);
  });

  it('over an installation, also by the second of two', async () => {
    const into = await freshPlace();
    const both = await Promise.allSettled([restore(path, into), restore(path, into)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(restore(path, into)).rejects.toThrow(
      /is not empty\. Restore into an empty one\.$|holds a database\. Restore into an empty folder\.$/,
    );
  });

  it('over a folder with other keys, and into the other kind of database', async () => {
    const other = isPostgres() ? join(to, 'data') : 'postgres://127.0.0.1:1/none';
    await expect(restore(path, other)).rejects.toThrow(/Restore it with --into/);
    await mkdir(join(to, 'data'));
    await symlink('/proc/version', join(to, 'data/encryption-keys'));
    await expect(restore(path, await freshPlace())).rejects.toThrow(
      /holds other keys than the backup\. Move it away first\.$/,
    );
  });
});
