import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom, UpstreamError } from '@tally/kernel';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets, parseKeys } from '../crypto/index.ts';
import {
  BadFileKeyError,
  type ByteSource,
  contentTypeOf,
  createDiskFiles,
  createS3Files,
  type Files,
  FileTooLargeError,
} from './index.ts';

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
const partBytes = 1_000;
const bucket = createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys, partBytes });

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

  test('a stored file can be read, streamed, replaced and deleted', async () => {
    await files.put('media/1/cover.webp', text('first'));
    await files.put('media/1/cover.webp', text('second'));
    expect((await files.get('media/1/cover.webp'))?.toString()).toBe('second');
    const stream = await files.stream('media/1/cover.webp');
    expect(await new Response(stream).text()).toBe('second');
    const part = await files.stream('media/1/cover.webp', { start: 1, end: 3 });
    expect(await new Response(part).text()).toBe('eco');
    const head = await files.find('media/1/cover.webp');
    expect([head?.size, await files.find('media/1/none.webp')]).toEqual([6, null]);
    await files.put('media/1/cover.webp', text('thirds'));
    expect((await files.find('media/1/cover.webp'))?.version).not.toBe(head?.version);
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

  test.each([0, 1, 999, 1_000, 1_001, 5_500])('stores all %d bytes of a stream', async (size) => {
    const bytes = patternOf(size);
    expect(await files.putStream('sizes/stream.mp4', whole(bytes), { maxBytes: 5_500 })).toBe(size);
    expect((await files.get('sizes/stream.mp4'))?.equals(bytes)).toBe(true);
    await files.delete('sizes/stream.mp4');
  });

  test('a stream that breaks off, or is too long, leaves no file and no upload', async () => {
    await expect(files.putStream('sizes/broken.mp4', broken(3_500), { maxBytes: 9_000 })).rejects.toThrow('cut');
    const tooLong = files.putStream('sizes/long.mp4', whole(patternOf(5_501)), { maxBytes: 5_500 });
    await expect(tooLong).rejects.toThrow(FileTooLargeError);
    expect([await files.find('sizes/broken.mp4'), await files.find('sizes/long.mp4')]).toEqual([null, null]);
    expect([s3.open.size, await all(files, 'sizes')]).toEqual([0, []]);
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

/** Returns bytes in which no two kilobytes are equal. */
const patternOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 7 + at / 1_000) % 251));

function streamOf(bytes: Uint8Array, step = 700): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at >= bytes.length) return stream.close();
      stream.enqueue(bytes.subarray(at, at + step));
      at += step;
    },
  });
}

function brokenAfter(size: number): ReadableStream<Uint8Array> {
  const reader = streamOf(patternOf(9_000)).getReader();
  let read = 0;
  return new ReadableStream({
    async pull(stream) {
      if (read >= size) return stream.error(new Error('cut'));
      const { value } = await reader.read();
      read += value?.length ?? 0;
      stream.enqueue(value ?? new Uint8Array());
    },
  });
}

const whole =
  (bytes: Uint8Array): ByteSource =>
  () => ({ from: 0, bytes: streamOf(bytes) });
const broken =
  (size: number): ByteSource =>
  () => ({ from: 0, bytes: brokenAfter(size) });

function memory() {
  const kept = {
    uploadId: null as string | null,
    sure: [] as number[],
    remember: async (id: string) => void (kept.uploadId = id),
    stored: async (bytes: number) => void kept.sure.push(bytes),
  };
  return kept;
}

describe.each<[string, Files]>([
  ['disk', disk],
  ['S3', bucket],
])('a large file that was cut off, %s', (_name, files) => {
  const bytes = patternOf(9_000);
  const key = 'vods/long.mp4';

  test('resumes with the missing bytes, from any point that its source offers', async () => {
    const resume = memory();
    const about = { maxBytes: 9_000, resume };
    await expect(files.putStream(key, broken(4_900), about)).rejects.toThrow('cut');
    expect(await files.find(key)).toBeNull();
    let asked = -1;
    const source: ByteSource = (stored) => {
      asked = stored;
      const from = Math.max(0, stored - 333);
      return { from, bytes: streamOf(bytes.subarray(from)) };
    };
    expect(await files.putStream(key, source, about)).toBe(9_000);
    expect([asked >= 4_000, (await files.get(key))?.equals(bytes)]).toEqual([true, true]);
    await files.delete(key);
  });

  test('can be dropped without a trace, and dropped again without an error', async () => {
    const resume = memory();
    await expect(files.putStream(key, broken(4_900), { maxBytes: 9_000, resume })).rejects.toThrow('cut');
    for (let times = 0; times < 2; times += 1) await files.dropUpload(key, resume.uploadId ?? '');
    expect([await files.dropUnfinished(new Date(Date.now() + 60_000)), s3.open.size]).toEqual([0, 0]);
  });

  test('is no longer than its source', async () => {
    const resume = memory();
    await expect(files.putStream(key, broken(4_900), { maxBytes: 9_000, resume })).rejects.toThrow('cut');
    const shorter = files.putStream(key, whole(bytes.subarray(0, 2_000)), { maxBytes: 9_000, resume });
    await expect(shorter).rejects.toThrow('longer than its source');
    await files.dropUpload(key, resume.uploadId ?? '');
  });
});

describe('a large file in a bucket', () => {
  const bytes = patternOf(9_000);
  const partsSentBy = async (work: () => Promise<unknown>) => {
    const before = s3.parts.length;
    await work();
    return s3.parts.slice(before);
  };

  test('resumes after an interruption without sending stored parts again', async () => {
    const resume = memory();
    const put = bucket.putStream('vods/a.mp4', broken(4_900), { maxBytes: 9_000, resume });
    await expect(put).rejects.toThrow('cut');
    expect([s3.open.size, resume.uploadId?.includes('<&>')]).toEqual([1, true]);
    const again = () => bucket.putStream('vods/a.mp4', whole(bytes), { maxBytes: 9_000, resume });
    expect(await partsSentBy(again)).toEqual([5, 6, 7, 8, 9]);
    expect([(await bucket.get('vods/a.mp4'))?.equals(bytes), s3.open.size]).toEqual([true, 0]);
  });

  test('has larger parts where there would be too many', async () => {
    const sized = async (maxBytes: number) => {
      const before = s3.parts.length;
      await bucket.putStream('vods/g.mp4', whole(bytes), { maxBytes });
      return s3.parts.length - before;
    };
    expect([await sized(9_000), await sized(30_000_000)]).toEqual([9, 3]);
  });

  test('starts over when the storage has forgotten its upload', async () => {
    const resume = memory();
    resume.uploadId = 'long gone';
    await bucket.putStream('vods/b.mp4', whole(bytes), { maxBytes: 9_000, resume });
    expect((await bucket.get('vods/b.mp4'))?.equals(bytes)).toBe(true);
  });

  test('survives lost replies, and a 200 whose body reports a failure', async () => {
    s3.faults.lostPartReplies = 2;
    s3.faults.badCompletions = 2;
    const put = () => bucket.putStream('vods/c.mp4', whole(bytes), { maxBytes: 9_000 });
    expect(await partsSentBy(put)).toEqual([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    s3.faults.lostCompletions = 1;
    expect(await bucket.putStream('vods/d.mp4', whole(bytes), { maxBytes: 9_000 })).toBe(9_000);
    expect((await bucket.get('vods/d.mp4'))?.equals(bytes)).toBe(true);
  });

  test('that cannot be assembled is an error, and its parts are deleted', async () => {
    s3.faults.badCompletions = 3;
    const put = bucket.putStream('vods/e.mp4', whole(bytes), { maxBytes: 9_000 });
    await expect(put).rejects.toMatchObject({ kind: 'down', upstreamCode: 'InternalError' });
    expect([await bucket.find('vods/e.mp4'), s3.open.size]).toEqual([null, 0]);
  });

  test('that is abandoned is deleted after a while', async () => {
    const put = bucket.putStream('vods/f.mp4', broken(4_900), { maxBytes: 9_000, resume: memory() });
    await expect(put).rejects.toThrow('cut');
    expect(await bucket.dropUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect([await bucket.dropUnfinished(new Date(Date.now() + 1_000)), s3.open.size]).toEqual([1, 0]);
  });
});

test('partial files of a killed process are deleted after a while, and nothing else', async () => {
  await writeFile(join(folder, 'files', 'a', '.left.part'), 'x');
  const kept = await all(disk, '');
  expect(await disk.dropUnfinished(new Date(Date.now() - 60_000))).toBe(0);
  expect(await disk.dropUnfinished(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
  expect(await readdir(join(folder, 'files', 'a'))).not.toContain('.left.part');
  expect(await all(disk, '')).toEqual(kept);
  expect([(await disk.freeBytes()) !== null, await bucket.freeBytes()]).toEqual([true, null]);
});

test('the name of a download is signed along, and cannot leave its head', async () => {
  const url = new URL(await disk.signedUrl('a/b.png', 60, { downloadName: 'ann.mp4' }));
  const { expires = '', signature = '', name } = Object.fromEntries(url.searchParams);
  expect(disk.isSigned({ key: 'a/b.png', expires, signature, name })).toBe(true);
  expect(disk.isSigned({ key: 'a/b.png', expires, signature, name: 'bob.exe' })).toBe(false);
  expect(disk.isSigned({ key: 'a/b.png', expires, signature })).toBe(false);
  const answer = await fetch(await bucket.signedUrl('a/b.png', 60, { downloadName: 'a"\r\nset-cookie: é.mp4' }));
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a___set-cookie_ _.mp4"');
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

test('a wrong key is reported as denied, an absent storage as down', async () => {
  const stranger = createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys, secretAccessKey: 'wrong' });
  await expect(stranger.get('a.png')).rejects.toMatchObject({ kind: 'denied', upstreamCode: 'SignatureDoesNotMatch' });
  const absent = createS3Files({ endpoint: 'http://127.0.0.1:1', bucket: 'tally', ...keys });
  await expect(absent.put('a.png', text('x'))).rejects.toBeInstanceOf(UpstreamError);
});

test('a failed write leaves nothing behind, and partial files are never listed', async () => {
  await writeFile(join(folder, 'files', '.half.part'), 'x');
  await expect(disk.put('a.png/below-a-file', text('x'))).rejects.toThrow(/./);
  expect(await all(disk, '')).not.toContain('.half.part 1');
  expect((await readdir(join(folder, 'files', 'a'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a link out of the folder is not listed', async () => {
  await symlink('/etc', join(folder, 'files', 'out'));
  expect((await all(disk, 'out')).filter((line) => line.includes('passwd'))).toEqual([]);
});

test('the extension decides the type', () => {
  expect(contentTypeOf('a/b.PNG')).toBe('image/png');
  expect(contentTypeOf('a/b.svg')).toBe('application/octet-stream');
  expect(contentTypeOf('a/b.html')).toBe('application/octet-stream');
});
