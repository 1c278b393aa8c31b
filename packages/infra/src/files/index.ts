import { join } from 'node:path';
import { type Clock, type Config, ConfigError } from '@tally/kernel';
import type { Secrets } from '../crypto/index.ts';
import { createDiskFiles } from './disk.ts';
import type { Files } from './files.ts';
import { createS3Files } from './s3.ts';

export { createDiskFiles, type DiskFiles, readFolderId } from './disk.ts';
export {
  attachmentOf,
  BadFileKeyError,
  type ByteRange,
  type ByteSource,
  contentTypeOf,
  type FileHead,
  type Files,
  FileTooLargeError,
  isOutOfRoom,
  type PutStreamOptions,
  type StoredFile,
  type UploadMemory,
} from './files.ts';
export { createS3Files, type S3Options } from './s3.ts';

/** Uses a bucket if one is configured, otherwise a folder below DATA_DIR. Backups may have their own bucket. */
export function createFiles(config: Config, about: { readonly secrets: Secrets; readonly clock: Clock }): Files {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET && (!S3_ENDPOINT || config.BACKUP_DIR?.startsWith('s3://'))) {
    const publicUrl = `${config.webUrl}/files`;
    return createDiskFiles({ folder: join(config.DATA_DIR, 'files'), publicUrl, ...about });
  }
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: needed together');
  }
  return createS3Files({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly files: Files;
  }
}
