import { isHeic, pictureKind } from '../../../lib/proxy/picture-kind.ts';
import type { Drawable } from './paint/compose.ts';

/** Limits the file picker. SVG is excluded, because it can contain code and load remote files. */
export const pictureKinds = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

export const MOST_BYTES = 30 * 1024 * 1024;
/** The longest side of the working copy. Larger still pictures are scaled down to it. */
const WORKING_SIDE = 4096;
/** The largest still picture that can be scaled down. Phone cameras take up to 50 million pixels. */
const MOST_PIXELS = 50_400_000;
export const MOST_FRAMES = 200;
const SMALL = 320;

/** Why a file cannot be used, as a key of the messages under `refusals`. */
export type Refusal = 'tooHeavy' | 'svg' | 'heic' | 'notAPicture' | 'broken' | 'tooLarge' | 'tooWide' | 'tooManyFrames';

export class RefusedPicture extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

export interface Picture {
  readonly file: Blob;
  readonly kind: string;
  /** An object URL of the picture. */
  readonly url: string;
  /** The loaded picture, rotated by its camera data. */
  readonly image: HTMLImageElement;
  readonly small: Drawable;
  /** The number of frames. Null means that it is animated, but this browser cannot decode it. */
  readonly frames: number | null;
}

const startsAsSvg = (head: string) =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!doctype svg[^>]*>\s*)?<svg/is.test(head);

/** Reads a file as a picture within the limits, or throws a `RefusedPicture`. The file stays in the browser. */
export async function openPicture(file: Blob): Promise<Picture> {
  if (file.size > MOST_BYTES) throw new RefusedPicture('tooHeavy');
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const kind = pictureKind(head);
  if (!kind) throw new RefusedPicture(refusalOf(head));
  const url = URL.createObjectURL(file.slice(0, file.size, kind));
  try {
    const image = await load(url);
    const { naturalWidth: width, naturalHeight: height } = image;
    // Only the header has been read, so a decompression bomb is not unpacked.
    if (width * height > MOST_PIXELS) throw new RefusedPicture('tooLarge');
    const frames = await countFrames(file, kind);
    if (Math.max(width, height) > WORKING_SIDE) {
      if (frames !== 1) throw new RefusedPicture('tooWide');
      const smaller = await scaledDown(image, kind);
      URL.revokeObjectURL(url);
      return await openPicture(smaller);
    }
    if (frames !== null && frames > MOST_FRAMES) throw new RefusedPicture('tooManyFrames');
    return { file, kind, url, image, small: await shrink(image), frames };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

function refusalOf(head: Uint8Array): Refusal {
  if (isHeic(head)) return 'heic';
  return startsAsSvg(new TextDecoder().decode(head)) ? 'svg' : 'notAPicture';
}

/** JPEG has no transparency and needs a tenth of the size. The canvas applies the camera's rotation. */
async function scaledDown(image: HTMLImageElement, kind: string): Promise<Blob> {
  try {
    await image.decode();
  } catch {
    throw new RefusedPicture('broken');
  }
  const { width, height } = sizeAt(image, WORKING_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new RefusedPicture('broken');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return await canvas.convertToBlob(kind === 'image/jpeg' ? { type: kind, quality: 0.95 } : { type: 'image/png' });
}

const sizeAt = ({ naturalWidth, naturalHeight }: HTMLImageElement, scale: number) => ({
  width: Math.max(1, Math.round(naturalWidth * scale)),
  height: Math.max(1, Math.round(naturalHeight * scale)),
});

function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((resolve, reject) => {
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new RefusedPicture('broken')));
    image.src = url;
  });
}

/** A small copy for redraws during a drag. */
async function shrink(image: HTMLImageElement): Promise<Drawable> {
  const { width, height } = sizeAt(image, Math.min(1, SMALL / Math.min(image.naturalWidth, image.naturalHeight)));
  try {
    const source = await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    return { source, width, height };
  } catch {
    // The picture's header is complete, but its data is not.
    throw new RefusedPicture('broken');
  }
}

/** Finds signs of an animation in each format, near the start of the file. */
const movesIn: Readonly<Record<string, (head: string) => boolean>> = {
  'image/png': (head) => head.includes('acTL'),
  'image/webp': (head) => head.includes('ANIM'),
  'image/avif': (head) => head.startsWith('ftypavis', 4),
};
const HEAD_BYTES = 4096;

async function countFrames(file: Blob, kind: string): Promise<number | null> {
  if (kind === 'image/jpeg') return 1;
  if (typeof ImageDecoder === 'undefined') {
    if (kind !== 'image/gif') {
      const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
      return movesIn[kind]?.(String.fromCharCode(...head)) ? null : 1;
    }
    const { countGifFrames } = await import('./gif/gif-frames.ts');
    return countGifFrames(await file.arrayBuffer());
  }
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: kind });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    return decoder.tracks.selectedTrack?.frameCount ?? 1;
  } catch {
    throw new RefusedPicture('broken');
  } finally {
    decoder.close();
  }
}
