import type { Ctx } from '@tally/kernel';
import type { EmoteImage } from './images.ts';

/** Frames together: a GIF needs all of them at once. The door before decoding, since a small file may unfold to very much. */
export const mostPixels = 12_000_000;
export const mostFrames = 200;
/** Noise compresses badly and is quick to make: what takes longer than this is nobody's emote. */
const MOST_SECONDS = 2;
/** Of ten. An emote of 112 pixels and 50 frames takes 0.9 s and a seventh more bytes; with the default, 4.5 s. */
const EFFORT = 4;

type Made = { readonly file: Buffer; readonly ending: string } | { readonly problem: string };

/** The last one of all zips of a house: several that unfold at once would add up. */
const houses = new WeakMap<Ctx['cache'], Promise<unknown>>();

/** An animation as a GIF, one at a time. Who has left by their turn costs nothing more. */
export async function toGif(
  { cache: house }: Pick<Ctx, 'cache'>,
  image: EmoteImage,
  signal?: AbortSignal,
): Promise<Made> {
  const { width, height, frames } = image;
  if (frames > mostFrames || width * height * frames > mostPixels) return { problem: 'is too large to become a GIF' };
  const before = houses.get(house) ?? Promise.resolve();
  const made = before
    // The next GIF does not depend on the one before.
    .catch(() => null)
    .then(async () => (signal?.aborted ? { problem: 'cancelled' } : await convert(image.bytes)));
  houses.set(house, made);
  return await made;
}

async function convert(bytes: Buffer): Promise<Made> {
  // Loaded when it is needed: it takes 40 MB. It works in threads of its own.
  const { default: sharp } = await import('sharp');
  try {
    const moving = sharp(bytes, { animated: true, limitInputPixels: mostPixels });
    return { file: await moving.gif({ effort: EFFORT }).timeout({ seconds: MOST_SECONDS }).toBuffer(), ending: 'gif' };
  } catch {
    return { problem: 'could not become a GIF' };
  }
}
