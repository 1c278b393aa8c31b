import type { Core } from '../discord.ts';
import type { Upload } from '../rest/route.ts';
import { formError } from '../rules/errors.ts';
import type { Attachment } from '../state/types.ts';
import { countFrames } from './frames.ts';

interface Described {
  readonly id?: string | number;
  readonly filename?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Stores uploaded files for the CDN and describes them as attachments. */
export function storeUploads(
  core: Core,
  given: { channelId: string; uploads: readonly Upload[]; described?: readonly Described[] | null | undefined },
): Attachment[] {
  return given.uploads.map((upload) => {
    const id = core.state.ids.next();
    const words = given.described?.find((entry) => `${entry.id}` === `${upload.index}`);
    const filename = (words?.filename ?? upload.filename).replace(/[^\w.-]/g, '_');
    const path = `attachments/${given.channelId}/${id}/${filename}`;
    const contentType = upload.contentType ?? 'application/octet-stream';
    core.state.files.set(path, { bytes: Buffer.from(upload.data), contentType });
    const url = `${core.shared.url()}/discord/cdn/${path}`;
    return {
      id,
      filename,
      size: upload.data.length,
      url,
      proxy_url: url,
      content_type: contentType,
      ...(words?.title ? { title: words.title } : {}),
      ...(words?.description ? { description: words.description } : {}),
    };
  });
}

const DATA = /^data:image\/\w+;base64,([A-Za-z0-9+/=\s]+)$/;
/** The first bytes decide the type of a picture, because discord.js declares all of them as `image/jpg`. */
const KINDS: readonly (readonly [contentType: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
];

export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** The number of frames, or 0 if unreadable. */
  readonly frames: number;
}

/** Reads a picture inside JSON. https://docs.discord.com/developers/reference#image-data */
export function readPicture(field: string, dataUri: string): Picture {
  const match = DATA.exec(dataUri);
  const bytes = Buffer.from(match?.[1] ?? '', 'base64');
  const contentType = pictureKind(bytes);
  if (!contentType) throw formError(field, 'BASE_TYPE_BAD_FORMAT', 'Invalid image data');
  return { bytes, contentType, frames: countFrames(bytes, contentType) };
}

export function pictureKind(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 16).toString('latin1');
  return KINDS.find(([, form]) => form.test(start))?.[0];
}
