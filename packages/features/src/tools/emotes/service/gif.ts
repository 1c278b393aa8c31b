import type { Ctx } from '@tally/kernel';
import type { EmoteImage } from './images.ts';

/**
 * The total over all frames, because a GIF encoder needs all of them at once. Checked before decoding, because a small
 * file may expand enormously.
 */
export const mostPixels = 12_000_000;
export const mostFrames = 200;
/** Noise compresses badly and is easy to make, so the time is limited. Real emotes take less. */
const MOST_SECONDS = 2;
/**
 * The encoder's effort, from 1 to 10. With 4, an emote of 112 pixels and 50 frames takes 0.9 s and a seventh more
 * bytes; the default takes 4.5 s.
 */
const EFFORT = 4;

type Made = { readonly file: Buffer; readonly ending: string } | { readonly problem: string };

/** Converts an animation to a GIF. Runs one at a time for all zips, because their memory use adds up. */
export async function toGif({ batches }: Pick<Ctx, 'batches'>, image: EmoteImage, signal?: AbortSignal): Promise<Made> {
  const { width, height, frames } = image;
  if (frames > mostFrames || width * height * frames > mostPixels) return { problem: 'is too large to become a GIF' };
  return await batches.inTurn('emotes/gif', async () =>
    signal?.aborted ? { problem: 'cancelled' } : await convert(image.bytes),
  );
}

async function convert(bytes: Buffer): Promise<Made> {
  // Loaded on demand, because the library takes 40 MB. It works in its own threads.
  const { default: sharp } = await import('sharp');
  try {
    const moving = sharp(bytes, { animated: true, limitInputPixels: mostPixels });
    return { file: await moving.gif({ effort: EFFORT }).timeout({ seconds: MOST_SECONDS }).toBuffer(), ending: 'gif' };
  } catch {
    return { problem: 'could not become a GIF' };
  }
}
