import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ctx, days } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { backUp, checkBackup } from './service/backups.ts';
import { describeFinding } from './service/finding.ts';

let folder: string;
let house: TestCtx;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-nights-'));
  house = await testCtx({
    env: { BACKUP_DIR: folder, BACKUP_PASSWORD: 'a long password', BACKUP_KEEP: '2', BACKUP_FILES: 'off' },
  });
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

const said = async () => (await checkBackup(house.ctx))?.map((finding) => describeFinding('en-US', finding).cause);

it('a backup is made at night as configured, and three days without one are a fault', async () => {
  expect(await said()).toEqual([`There is no backup yet in ${folder}.`]);
  const asked = vi.fn<Ctx['makeBackup']>(house.ctx.makeBackup);
  await backUp({ ...house.ctx, makeBackup: asked });
  const password = 'a long password';
  expect(asked).toHaveBeenCalledWith({ to: folder, keep: 2, withFiles: false, password, isProved: false });
  expect(await readdir(folder)).toHaveLength(1);
  house.clock.move(days(3));
  expect(await said()).toEqual([]);
  house.clock.move(1);
  expect(await said()).toEqual(['The last backup is 3 days old.']);
});

it('a folder that cannot be written is a fault before the first night', async () => {
  const at = async (BACKUP_DIR: string) =>
    (await checkBackup({ ...house.ctx, config: { ...house.ctx.config, BACKUP_DIR } }))?.map(({ code }) => code);
  await writeFile(join(folder, 'file'), '');
  expect(await at(join(folder, 'file', 'backups'))).toEqual(['backupFolder']);
  await rm(join(folder, 'file'));
  expect(await at(join(folder, 'not', 'there', 'yet'))).not.toContain('backupFolder');
});

it('without a folder no backup is made or missed', async () => {
  const config = { ...house.ctx.config, BACKUP_DIR: undefined };
  const ctx = { ...house.ctx, config };
  const before = await readdir(folder);
  await backUp(ctx);
  expect([await readdir(folder), await checkBackup(ctx)]).toEqual([before, null]);
});
