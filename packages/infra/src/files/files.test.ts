import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom, UpstreamError } from '@tally/kernel';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets, parseKeys } from '../crypto/index.ts';
import { BadFileKeyError, contentTypeOf, createDiskFiles, createS3Files, type Files } from './index.ts';

const keys = { accessKeyId: 'test-key-id', secretAccessKey: 'test/secret+key', region: 'auto' };
const secrets = createSecrets({
  keys: parseKeys('test', `k:${Buffer.alloc(32, 1).toString('base64')}`),
  random: systemRandom,
});
let now = Date.now();
const folder = await mkdtemp(join(tmpdir(), 'tally-files-'));
const s3 = await startFakeS3(keys);
const disk = createDiskFiles({
  folder: join(folder, 'files'),
  publicUrl: 'http://web/files',
  secrets,
  clock: { now: () => new Date(now) },
});
const bucket = createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys });

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const all = async (files: Files, prefix: string) => {
  const found: string[] = [];
  for await (const { key, size } of files.list(prefix)) found.push(`${key} ${size}`);
  return found;
};
const text = (value: string) => new TextEncoder().encode(value);

describe.each<[string, Files]>([
  ['disk', disk],
  ['S3', bucket],
])('%s', (_name, files) => {
  beforeAll(async () => {
    for (const key of ['a.png', 'a/b.png', 'a/c/d e'.replace(' ', '_'), 'a/c.txt', 'ab.png', 'z/last.bin'])
      await files.put(key, text(key));
  });

  test('what is put can be got, read as a stream, replaced and deleted', async () => {
    await files.put('media/1/cover.webp', text('first'));
    await files.put('media/1/cover.webp', text('second'));
    expect((await files.get('media/1/cover.webp'))?.toString()).toBe('second');
    const stream = await files.stream('media/1/cover.webp');
    expect(await new Response(stream).text()).toBe('second');
    const part = await files.stream('media/1/cover.webp', { start: 1, end: 3 });
    expect(await new Response(part).text()).toBe('eco');
    expect([await files.size('media/1/cover.webp'), await files.size('media/1/none.webp')]).toEqual([6, null]);
    await files.delete('media/1/cover.webp');
    await files.delete('media/1/cover.webp');
    expect(await files.get('media/1/cover.webp')).toBeNull();
    expect(await files.stream('media/1/cover.webp')).toBeNull();
  });

  test('nothing and a lot', async () => {
    await files.put('sizes/empty', new Uint8Array(0));
    expect(await files.get('sizes/empty')).toHaveLength(0);
    const large = Buffer.alloc(3_000_000, 7);
    await files.put('sizes/large', large);
    expect((await files.get('sizes/large'))?.equals(large)).toBe(true);
    await Promise.all([files.delete('sizes/empty'), files.delete('sizes/large')]);
  });

  test('lists in order, by prefix, over several pages', async () => {
    expect(await all(files, '')).toEqual([
      'a.png 5',
      'a/b.png 7',
      'a/c.txt 7',
      'a/c/d_e 7',
      'ab.png 6',
      'z/last.bin 10',
    ]);
    expect(await all(files, 'a/c')).toEqual(['a/c.txt 7', 'a/c/d_e 7']);
    expect(await all(files, 'a/')).toHaveLength(3);
    expect(await all(files, 'nothing')).toEqual([]);
  });

  test('a folder is no file', async () => {
    expect(await files.get('a')).toBeNull();
    expect(await files.get('a.png/b')).toBeNull();
  });

  test.each([
    '',
    '/',
    '.',
    '..',
    '../x',
    'a/../b',
    'a/..',
    '/etc/passwd',
    'a//b',
    'a/',
    '.hidden',
    'a/.hidden',
    'a\\b',
    '..\\x',
    'a\0b',
    'a b',
    'ä',
    'C:x',
    'a/%2e%2e/b',
    'x'.repeat(600),
    'a?b',
    'a#b',
    'con',
    'a/NUL.txt',
    'a.',
    'a./b',
    '~/x',
  ])('the key %j is refused', async (key) => {
    await expect(files.put(key, text('x'))).rejects.toThrow(BadFileKeyError);
    await expect(files.get(key)).rejects.toThrow(BadFileKeyError);
    await expect(files.delete(key)).rejects.toThrow(BadFileKeyError);
    await expect(files.signedUrl(key, 60)).rejects.toThrow(BadFileKeyError);
  });
});

test.each(['..', '../', '/', 'a/../', '.', 'a//', 'ä'])('the prefix %j is refused', async (prefix) => {
  await expect(all(disk, prefix)).rejects.toThrow(BadFileKeyError);
  await expect(all(bucket, prefix)).rejects.toThrow(BadFileKeyError);
});

test('a signed address of the disk opens its one file until it expires', async () => {
  const url = new URL(await disk.signedUrl('a/b.png', 60));
  const about = { expires: url.searchParams.get('expires') ?? '', signature: url.searchParams.get('signature') ?? '' };
  expect(url.pathname).toBe('/files/a/b.png');
  expect(disk.isSigned({ key: 'a/b.png', ...about })).toBe(true);
  expect(disk.isSigned({ key: 'a/c.txt', ...about })).toBe(false);
  expect(disk.isSigned({ key: 'a/b.png', ...about, expires: String(Number(about.expires) + 1) })).toBe(false);
  now += 61_000;
  expect(disk.isSigned({ key: 'a/b.png', ...about })).toBe(false);
});

test('a signed address of the bucket opens its one file without our keys', async () => {
  const url = await bucket.signedUrl('a/b.png', 60);
  expect(await (await fetch(url)).text()).toBe('a/b.png');
  expect((await fetch(url.replace('b.png', 'c.txt'))).status).toBe(403);
});

test('a wrong key is told as such, an absent storage as down', async () => {
  const stranger = createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys, secretAccessKey: 'wrong' });
  await expect(stranger.get('a.png')).rejects.toMatchObject({ kind: 'denied', upstreamCode: 'SignatureDoesNotMatch' });
  const absent = createS3Files({ endpoint: 'http://127.0.0.1:1', bucket: 'tally', ...keys });
  await expect(absent.put('a.png', text('x'))).rejects.toBeInstanceOf(UpstreamError);
});

test('a write that fails leaves nothing behind, and half files are never listed', async () => {
  await writeFile(join(folder, 'files', '.half.part'), 'x');
  await expect(disk.put('a.png/below-a-file', text('x'))).rejects.toThrow(/./);
  expect(await all(disk, '')).not.toContain('.half.part 1');
  expect((await readdir(join(folder, 'files', 'a'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a link out of the folder is not listed', async () => {
  await symlink('/etc', join(folder, 'files', 'out'));
  expect((await all(disk, 'out')).filter((line) => line.includes('passwd'))).toEqual([]);
});

test('types come from the ending', () => {
  expect(contentTypeOf('a/b.PNG')).toBe('image/png');
  expect(contentTypeOf('a/b.svg')).toBe('application/octet-stream');
  expect(contentTypeOf('a/b.html')).toBe('application/octet-stream');
});
