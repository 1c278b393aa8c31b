import { createHash } from 'node:crypto';
import type { Core } from '../discord.ts';
import { readPicture } from './uploads.ts';

/** Stores a picture for the CDN and returns its hash. Null removes the picture. */
export function storePicture(
  core: Core,
  given: { folder: string; field: string; data: string | null | undefined },
): string | null {
  if (!given.data) return null;
  const picture = readPicture(given.field, given.data);
  const digest = createHash('md5').update(picture.bytes).digest('hex');
  const hash = picture.frames > 1 ? `a_${digest}` : digest;
  core.state.files.set(`${given.folder}/${hash}`, { bytes: picture.bytes, contentType: picture.contentType });
  return hash;
}
