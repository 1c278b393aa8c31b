import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClosedFolder } from './closed-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-closed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

it('a new folder, and one on the way to it, is closed to other accounts', async () => {
  const inner = join(folder, 'new', 'data');
  await makeClosedFolder(inner);
  expect([await modeOf(inner), await modeOf(join(folder, 'new'))]).toEqual([0o700, 0o700]);
});

it('closes a folder that is open to others', async () => {
  const open = join(folder, 'old');
  await mkdir(open);
  await chmod(open, 0o755);
  await makeClosedFolder(open);
  expect(await modeOf(open)).toBe(0o700);
});

it('leaves a shared folder unchanged', async () => {
  const shared = join(folder, 'shared');
  await mkdir(shared);
  await chmod(shared, 0o1777);
  await makeClosedFolder(shared);
  expect(await modeOf(shared)).toBe(0o1777);
});
