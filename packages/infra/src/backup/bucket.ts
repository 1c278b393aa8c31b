import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Config, UpstreamError } from '@tally/kernel';
import { BadFileKeyError, createS3Files, type Files } from '../files/index.ts';
import { BackupError } from './archive.ts';
import { isBackup } from './names.ts';
import { unpack } from './unpack.ts';

/** A bucket with backups: `s3://bucket/prefix`. */
export interface Bucket {
  readonly name: string;
  /** The prefix is empty or ends with a slash. */
  readonly prefix: string;
  /** Lists the names of our backups. Other files are not ours to delete. */
  list(): Promise<readonly string[]>;
  /** Uploads a file and reads it again to verify it. An interrupted upload does not appear in the list. */
  send(name: string, path: string): Promise<void>;
  drop(name: string): Promise<void>;
  load(name: string, to: string): Promise<void>;
}

type Settings = Pick<Config, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** Returns null if the address is a folder. */
export function bucketOf(config: Settings, address: string): Bucket | null {
  if (!address.startsWith('s3://')) return null;
  const [, name = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/+(.*?))?\/*$/.exec(address) ?? [];
  if (name === '') throw new BackupError(`${address} is no bucket. Write s3://bucket or s3://bucket/prefix.`);
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = config;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !accessKeyId || !secretAccessKey)
    throw new BackupError(`${address}: needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  const files = createS3Files({ endpoint, bucket: name, region, accessKeyId, secretAccessKey });
  const prefix = path === '' ? '' : `${path}/`;
  /** Turns a storage error into one sentence for the operator. */
  const say = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof BadFileKeyError) throw new BackupError(`${address}: ${error.message}`, { cause: error });
      if (!(error instanceof UpstreamError)) throw error;
      const { kind, upstreamCode, message } = error;
      throw new BackupError(
        kind === 'denied'
          ? `${endpoint} refuses S3_ACCESS_KEY_ID for the bucket ${name} (${upstreamCode ?? 'no reason given'}).`
          : kind === 'gone'
            ? `${endpoint} has no bucket ${name}.`
            : `${address}: ${message}. Nothing of this backup is in the list of the bucket.`,
        { cause: error },
      );
    }
  };
  return {
    name,
    prefix,
    list: () => say(listIn(files, prefix)),
    send: (key, path) => say(send(files, `${prefix}${key}`, path)),
    drop: (key) => say(files.delete(`${prefix}${key}`)),
    async load(key, to) {
      const bytes = await say(files.stream(`${prefix}${key}`));
      if (!bytes) throw new BackupError(`${address} has no ${key}.`);
      await unpack(bytes, to).catch((error: unknown) => {
        throw new BackupError(`${address}/${key} could not be read to its end.`, { cause: error });
      });
    },
  };
}

/**
 * Downloads a backup if needed and passes its file to the work. An address without a file name throws an error that
 * lists the backups.
 */
export async function withBackup<T>(
  config: Settings & Pick<Config, 'DATA_DIR'>,
  address: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const at = address.lastIndexOf('/');
  const name = address.slice(at + 1);
  const bucket = bucketOf(config, isBackup(name) ? address.slice(0, at) : address);
  if (!bucket) return await work(address);
  if (!isBackup(name)) {
    const names = await bucket.list();
    const said =
      names.length === 0 ? 'holds no backup' : `holds ${names.length}:\n${names.join('\n')}\nName one of them`;
    throw new BackupError(`${address} ${said}.`);
  }
  const folder = join(config.DATA_DIR, 'backups');
  const path = join(folder, `${name}.${randomBytes(4).toString('hex')}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await bucket.load(name, path);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function listIn(files: Files, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of files.list(prefix)) names.push(key.slice(prefix.length));
  return names.filter(isBackup).toSorted();
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

async function send(files: Files, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  const source = () => ({ from: 0, bytes: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> });
  await files.putStream(key, source, { maxBytes: size });
  const stored = await files.stream(key);
  if (stored && (await hashOf(stored)) === (await hashOf(createReadStream(path)))) return;
  await files.delete(key);
  throw new BackupError(`The bucket did not keep ${key} as it was sent. It was deleted there.`);
}
