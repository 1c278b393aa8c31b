import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupError, type Manifest, openArchive, type Part, verifyParts, writeArchive } from './archive.ts';
import { checkBackup } from './check.ts';
import { keysText, openKeys, sealKeys } from './keys.ts';
import { listEntries } from './zip.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-archive-'));
  path = join(folder, 'whole.tally');
  await write(path);
});
afterAll(() => rm(folder, { recursive: true }));

const about: Omit<Manifest, 'format' | 'parts'> = {
  version: '0.6.0',
  madeAt: '2026-01-15T12:00:00.000Z',
  engine: 'embedded',
  migrations: [],
  tables: { servers: { rows: 2, digest: '-7' } },
};
async function* parts(): AsyncGenerator<Part, void> {
  yield { name: 'database.dump', bytes: [Buffer.alloc(500, 1), Buffer.from('dump')] };
  yield { name: 'files/media/ärger.png', bytes: [Buffer.from('picture')] };
  yield { name: 'files/empty', bytes: [] };
}
const write = (to: string, over: Partial<typeof about> = {}) =>
  writeArchive(to, parts(), () => ({ ...about, ...over }));

async function readAll(from: string): Promise<string> {
  const archive = await openArchive(from);
  try {
    await verifyParts(archive, from);
    return (await buffer(archive.read('files/media/ärger.png'))).toString();
  } finally {
    await archive.close();
  }
}

test('reads every part back', async () => {
  expect(await readAll(path)).toBe('picture');
  const archive = await openArchive(path);
  expect(archive.manifest).toMatchObject({
    ...about,
    parts: { 'database.dump': { bytes: 504 }, 'files/empty': { bytes: 0 } },
  });
  expect([archive.has('database.dump'), archive.has('keys.sealed')]).toEqual([true, false]);
  await archive.close();
});

test('a file that is cut at any byte, or has one other byte in a part, is refused with a sentence', async () => {
  const whole = await readFile(path);
  const broken = join(folder, 'broken.tally');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (at) => {
      await writeFile(broken, whole.subarray(0, at));
      await expect(readAll(broken)).rejects.toBeInstanceOf(BackupError);
    }),
    { numRuns: 200, examples: [[0], [1], [21], [22], [whole.length - 1]] },
  );
  const dumpAt = whole.indexOf(Buffer.alloc(500, 1));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: dumpAt, max: dumpAt + 503 }), async (at) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8((whole[at] ?? 0) ^ 1, at);
      await writeFile(broken, changed);
      await expect(readAll(broken)).rejects.toThrow(`${broken} is damaged in its part database.dump.`);
    }),
    { numRuns: 50 },
  );
});

test('other files, and those of a newer release, are refused with a sentence', async () => {
  const other = join(folder, 'other.tally');
  await writeFile(other, 'no zip at all, but long enough to hold the end of one');
  await expect(openArchive(other)).rejects.toThrow(`${other} is no backup, or its end is missing.`);
  await expect(openArchive(join(folder, 'missing'))).rejects.toThrow(/missing cannot be opened\.$/);
  await write(other, { version: '9.0.0', migrations: [{ number: '9999', name: 'of_tomorrow', hash: 'x' }] });
  await expect(checkBackup(other, { password: null })).rejects.toThrow(
    `${other} was made by a newer release (9.0.0, migration 9999_of_tomorrow). Restore it with that release.`,
  );
});

test('entries above 4 GB are found', async () => {
  const far = join(folder, 'far.zip');
  const file = await open(far, 'w+');
  const from = 5 * 2 ** 30;
  // A sparse file with one entry behind five gigabytes, so its directory needs 64-bit numbers.
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const central = Buffer.alloc(46 + 1 + 28, 0);
  central.writeUInt32LE(0x02014b50, 0);
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
  central.writeUInt16LE(1, 28);
  central.writeUInt16LE(28, 30);
  central.write('a', 46);
  central.writeUInt16LE(1, 47);
  central.writeUInt16LE(24, 49);
  for (const [index, value] of [3, 3, from].entries()) central.writeBigUInt64LE(BigInt(value), 51 + index * 8);
  const directoryAt = from + local.length + 3;
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50, 0);
  for (const [at, value] of [
    [32, 1],
    [40, central.length],
    [48, directoryAt],
  ] as const)
    long.writeBigUInt64LE(BigInt(value), at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + central.length), 8);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  const tail = Buffer.concat([local, Buffer.from('abc'), central, long, locator, end]);
  await file.write(tail, 0, tail.length, from);
  expect(await listEntries(file)).toEqual(new Map([['a', { from: from + 31, size: 3, crc: 0 }]]));
  await file.close();
});

test('keys are opened by their password alone', async () => {
  const text = keysText([
    { id: 'new', bytes: Buffer.alloc(32, 7) },
    { id: 'gone', bytes: null },
  ]);
  expect(text).toBe(`new:${Buffer.alloc(32, 7).toString('base64')},gone:lost`);
  const sealed = await sealKeys(text, 'a long password');
  expect(sealed.toString()).not.toContain(text.slice(4, 20));
  expect(await openKeys(sealed, 'a long password')).toBe(text);
  await expect(openKeys(sealed, 'another password')).rejects.toThrow(/^BACKUP_PASSWORD is not the password/);
});
