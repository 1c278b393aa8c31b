import { AppError } from '@tally/kernel';
import type { Sharp } from 'sharp';
import type { FileKind } from './match.ts';

/** The most megapixels we decode: a phone's photo has up to 24, and all frames of an animation share the memory. */
const most = { still: 25, moving: 12 } as const;
const MILLION = 1_000_000;
const MOST_FRAMES = 200;
const MOST_SECONDS = 10;

/**
 * Re-encodes an image from its pixels, which removes everything else, such as a location, a preview or a hidden file.
 * Applies the camera's rotation.
 */
export async function reencode(bytes: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<Buffer> {
  // Imported only when needed, because the library takes 40 MB of memory.
  const { default: sharp } = await import('sharp');
  const isMoving = kind === 'gif' || kind === 'webp';
  const source = sharp(bytes, {
    animated: isMoving,
    limitInputPixels: most.still * MILLION,
    sequentialRead: true,
    failOn: 'error',
  });
  const { format, width, height, pageHeight = height, pages = 1 } = await readHead(source, kind);
  if (format !== kind) throw unlike(kind);
  const pixels = width * pageHeight * pages;
  if (pages > MOST_FRAMES || pixels > (pages > 1 ? most.moving : most.still) * MILLION) {
    throw new AppError('pictureTooLarge');
  }
  const turned = pages > 1 ? source : source.autoOrient();
  try {
    return await turned.toFormat(kind, options[kind]).timeout({ seconds: MOST_SECONDS }).toBuffer();
  } catch {
    // The library's own error message would not help the uploader.
    throw unlike(kind);
  }
}

const options = {
  png: { compressionLevel: 8 },
  jpeg: { quality: 88 },
  webp: { quality: 88, effort: 3 },
  gif: { effort: 4 },
} as const;

const unlike = (kind: FileKind) => new AppError('fileUnlike', { type: kind.toUpperCase() });

async function readHead(source: Pick<Sharp, 'metadata'>, kind: FileKind) {
  try {
    return await source.metadata();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw new AppError('pictureTooLarge');
    }
    throw unlike(kind);
  }
}
