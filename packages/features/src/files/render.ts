import { AppError } from '@tally/kernel';
import type { Sharp } from 'sharp';
import type { FileKind } from './match.ts';

/** In millions. A photograph of a phone has up to 24; frames of an animation are all in memory at once. */
const most = { still: 25, moving: 12 } as const;
const MILLION = 1_000_000;
const MOST_FRAMES = 200;
const MOST_SECONDS = 10;

/**
 * A picture drawn anew from its own pixels: what else was in the file (where it was taken, a preview, another file) is
 * gone. It is turned as the camera was held.
 */
export async function drawAnew(bytes: Buffer, kind: Exclude<FileKind, 'pdf'>): Promise<Buffer> {
  // Loaded when it is needed: it takes 40 MB. It works in threads of its own.
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
    // The library's own words say nothing that helps the person who uploaded the bytes.
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
