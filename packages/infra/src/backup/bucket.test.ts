import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeS3, startFakeS3 } from '@tally/tests/fake-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bucketOf, withBackup } from './bucket.ts';
import { BackupError } from './index.ts';

const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto', bucket: 'tally-backups' };
const to = 's3://tally-backups/night/of';
const name = 'tally-2026-01-15T12-00-00Z.tally';
/** This is more than two parts. */
const bytes = randomBytes(20 * 1024 * 1024);
let s3: FakeS3;
let folder: string;
let file: string;
beforeAll(async () => {
  s3 = await startFakeS3(keys);
  folder = await mkdtemp(join(tmpdir(), 'tally-bucket-'));
  file = join(folder, 'file');
  await writeFile(file, bytes);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => s3.objects.clear());

const config = (over: object = {}) => ({
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATA_DIR: folder,
  ...over,
});
const open = (address = to, over: object = {}) => {
  const bucket = bucketOf(config(over), address);
  if (!bucket) throw new Error(`${address} is a folder`);
  return bucket;
};
const load = (address: string) => withBackup(config(), address, (path) => readFile(path));
const leftHere = async () => await readdir(join(folder, 'backups'));

test('what was sent is listed, and read again', async () => {
  await open().send(name, file);
  expect([...s3.objects.keys()]).toEqual([`night/of/${name}`]);
  expect(await open(`${to}//`).list()).toEqual([name]);
  expect((await load(`${to}/${name}`)).equals(bytes)).toBe(true);
  expect(await leftHere()).toEqual([]);
  expect(bucketOf(config(), '/mnt/backups')).toBeNull();
});

test('foreign files, also with strange names, are neither listed nor a backup', async () => {
  const foreign = ['cat.png', 'tally-x.tally', `${name}.part`, `more/${name}`, '<&>"é%.tally', `x${name}`];
  for (const key of foreign) s3.objects.set(`night/of/${key}`, Buffer.from('foreign'));
  s3.objects.set(`night/other/${name}`, Buffer.from('foreign'));
  expect(await open().list()).toEqual([]);
  await expect(load(to)).rejects.toThrow(`${to} holds no backup.`);
  await open().send(name, file);
  await expect(load(to)).rejects.toThrow(`${to} holds 1:\n${name}\nName one of them.`);
  await open().drop(name);
  expect(s3.objects.size).toBe(foreign.length + 1);
});

test('an upload that breaks off is in no list, and not stored in parts', async () => {
  // The storage loses three replies, so each part is sent again.
  s3.faults.lostPartReplies = 3;
  await expect(open().send(name, file)).rejects.toThrow(/could not be reached\. Nothing of this backup is in the list/);
  expect([s3.objects.size, s3.open.size]).toEqual([0, 0]);
});

test('a backup that the bucket damaged or lost is refused', async () => {
  const damaging = open();
  const keep = s3.objects.set.bind(s3.objects);
  s3.objects.set = (key, stored) => keep(key, stored.subarray(1));
  try {
    await expect(damaging.send(name, file)).rejects.toThrow(/did not keep .* as it was sent/);
  } finally {
    s3.objects.set = keep;
  }
  expect(s3.objects.size).toBe(0);
  await expect(load(`${to}/${name}`)).rejects.toThrow(`${to} has no ${name}.`);
});

test.each([
  ['a wrong key', to, { S3_SECRET_ACCESS_KEY: 'wrong' }, /refuses S3_ACCESS_KEY_ID for the bucket tally-backups \(Sig/],
  ['a missing bucket', 's3://none-here/a', {}, /has no bucket none-here\.$/],
  ['no endpoint', to, { S3_ENDPOINT: undefined }, /needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY\.$/],
  ['an endpoint that is down', to, { S3_ENDPOINT: 'http://127.0.0.1:1' }, /the file storage could not be reached/],
  ['no bucket at all', 's3://', {}, /s3:\/\/ is no bucket\. Write/],
  ['a bucket in capitals', 's3://Tally/a', {}, /is no bucket\. Write/],
  ['a prefix that leaves the bucket', 's3://tally-backups/../other', {}, /A file key is made of words/],
])('%s is said in one sentence', async (_what, address, over, sentence) => {
  const error = await (async () => await open(address, over).list())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BackupError);
  expect((error as Error).message).toMatch(sentence);
  expect((error as Error).message).not.toContain('wrong');
});
