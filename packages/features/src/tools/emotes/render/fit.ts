import { systemTimers } from '@tally/kernel';
import sharp, { type Sharp } from 'sharp';
import { type ImageType, isAnimated, sniff } from '../service/sniff.ts';

/** Slightly below Discord's own limit of 262,144 bytes. */
export const MOST_BYTES = 250_000;
/** The limits for untrusted images. We do not open larger ones. The time limit covers all attempts together. */
export const bounds = { bytes: 4_000_000, frames: 200, pixels: 40_000_000, seconds: 2 } as const;

export type Fitted =
  | {
      readonly kind: 'fits';
      readonly bytes: Uint8Array;
      readonly type: ImageType;
      readonly isAnimated: boolean;
    }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'tooLarge' };

/** Sorted from the best-looking attempt to the smallest. */
const attempts = [
  { size: 128, quality: 70, every: 1 },
  { size: 128, quality: 50, every: 1 },
  { size: 128, quality: 50, every: 2 },
  { size: 96, quality: 50, every: 2 },
] as const;

/** Returns an image that Discord accepts as an emoji: unchanged if possible, otherwise the WebP with the least loss. */
export async function fit(
  bytes: Uint8Array,
  { nowMs = () => systemTimers.nowMs(), seconds = bounds.seconds }: { nowMs?: () => number; seconds?: number } = {},
): Promise<Fitted> {
  const sniffed = sniff(Buffer.from(bytes));
  if (!sniffed) return { kind: 'unreadable' };
  const { type, width, height, frames } = sniffed;
  if (bytes.length <= MOST_BYTES) return { kind: 'fits', bytes, type, isAnimated: isAnimated(sniffed) };
  const isBeyond = bytes.length > bounds.bytes || frames > bounds.frames || width * height * frames > bounds.pixels;
  // Our library reads only the first frame of an animated AVIF.
  if (isBeyond || (type === 'avif' && frames > 1)) return { kind: 'tooLarge' };
  try {
    return await shrink(bytes, nowMs, seconds);
  } catch {
    // Any library error means that the untrusted bytes are not a usable image.
    return { kind: 'unreadable' };
  }
}

interface Frames {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  /** How many milliseconds each frame is visible. */
  readonly delays: readonly number[];
}

async function shrink(bytes: Uint8Array, nowMs: () => number, seconds: number): Promise<Fitted> {
  const endsAt = nowMs() + seconds * 1000;
  /** The library counts whole seconds, so a step may use the rest of the second in which it started. */
  const withinBound = (picture: Sharp): Sharp =>
    picture.timeout({ seconds: Math.max(1, Math.ceil((endsAt - nowMs()) / 1000)) });
  const frames = await readFrames(bytes, withinBound);
  for (const { size, quality, every } of attempts) {
    if (nowMs() >= endsAt) break;
    const drawn = draw(every === 1 ? frames : dropEvery(frames, every), size);
    const small = await withinBound(drawn.webp({ quality, effort: 3, loop: 0 })).toBuffer();
    if (small.length <= MOST_BYTES) {
      return { kind: 'fits', bytes: small, type: 'webp', isAnimated: frames.delays.length > 1 };
    }
  }
  return { kind: 'tooLarge' };
}

/** Decodes the image once, because every attempt begins with the frames at 128 px. */
async function readFrames(bytes: Uint8Array, withinBound: (picture: Sharp) => Sharp): Promise<Frames> {
  const source = withinBound(sharp(bytes, { animated: true, limitInputPixels: bounds.pixels }));
  const { delay = [], pages = 1 } = await source.metadata();
  const { data, info } = await source
    .resize(128, 128, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const delays = Array.from({ length: pages }, (_, index) => delay[index] ?? 100);
  return { pixels: data, width: info.width, height: info.pageHeight ?? info.height, delays };
}

/** Keeps every nth frame, and shows it for the time of the dropped frames too. */
function dropEvery(frames: Frames, every: number): Frames {
  const size = frames.width * frames.height * 4;
  const kept = frames.delays.flatMap((_, index) => (index % every === 0 ? [index] : []));
  return {
    ...frames,
    pixels: Buffer.concat(kept.map((index) => frames.pixels.subarray(index * size, (index + 1) * size))),
    delays: kept.map((index) => frames.delays.slice(index, index + every).reduce((sum, each) => sum + each, 0)),
  };
}

function draw({ pixels, width, height, delays }: Frames, size: number): Sharp {
  const isAnimated = delays.length > 1;
  const page = isAnimated ? { pageHeight: height } : {};
  // Without `animated` a resize would merge all frames into one image.
  return sharp(pixels, { animated: isAnimated, raw: { width, height: height * delays.length, channels: 4, ...page } })
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ delay: [...delays] });
}
