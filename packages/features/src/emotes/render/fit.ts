import { systemTimers } from '@tally/kernel';
import sharp, { type Sharp } from 'sharp';
import { type ImageType, isAnimated, sniff } from '../service/sniff.ts';

/** Discord's own limit is 262,144 bytes; ours leaves some room below it. */
export const MOST_BYTES = 250_000;
/** What strangers' pictures may ask of us: beyond, they are not opened at all. The seconds are for all attempts together. */
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

/** From what looks best to what is smallest. */
const attempts = [
  { size: 128, quality: 70, every: 1 },
  { size: 128, quality: 50, every: 1 },
  { size: 128, quality: 50, every: 2 },
  { size: 96, quality: 50, every: 2 },
] as const;

/** A picture as Discord takes it for an emoji: as it is where it may stay so, else as the WebP that loses least. */
export async function fit(bytes: Uint8Array, nowMs: () => number = () => systemTimers.nowMs()): Promise<Fitted> {
  const sniffed = sniff(Buffer.from(bytes));
  if (!sniffed) return { kind: 'unreadable' };
  const { type, width, height, frames } = sniffed;
  if (bytes.length <= MOST_BYTES) return { kind: 'fits', bytes, type, isAnimated: isAnimated(sniffed) };
  const isBeyond = bytes.length > bounds.bytes || frames > bounds.frames || width * height * frames > bounds.pixels;
  // Of an AVIF that moves our library reads the first frame only.
  if (isBeyond || (type === 'avif' && frames > 1)) return { kind: 'tooLarge' };
  try {
    return await shrink(bytes, nowMs);
  } catch {
    // Whatever a library says about a stranger's bytes: nobody can make a picture of them.
    return { kind: 'unreadable' };
  }
}

interface Frames {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  /** Milliseconds that each is shown. */
  readonly delays: readonly number[];
}

async function shrink(bytes: Uint8Array, nowMs: () => number): Promise<Fitted> {
  const endsAt = nowMs() + bounds.seconds * 1000;
  /** The library counts whole seconds, of which a step gets those that have begun. */
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

/** Decoded once: every attempt begins with the frames at 128 px. */
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

/** Half the frames, each shown as long as two were. */
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
  // Without `animated` a change of size would make one picture of all frames.
  return sharp(pixels, { animated: isAnimated, raw: { width, height: height * delays.length, channels: 4, ...page } })
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ delay: [...delays] });
}
