import { AppError, type Ctx, hours, UpstreamError } from '@tally/kernel';
import { type EmoteId, isEmoteId } from '@tally/platforms/emote-address';
import { fetchEmote } from './images.ts';

/** Twice the 32 pixels of a chat line, for sharp displays. */
const SIZE = 64;
/** Sources keep 500 × 500. A small file beyond this limit may expand to more memory than the process has. */
const MOST_PIXELS = 4_000_000;
const KEPT_MS = hours(6);

/** Returns one frame as a small WebP, for any size of file. */
export async function previewEmote(ctx: Ctx, emote: EmoteId): Promise<Buffer> {
  if (!isEmoteId(emote)) throw new AppError('notFound');
  try {
    return await ctx.cache.get(`emotes/previews/${emote.source}/${emote.id}`, KEPT_MS, () => paint(ctx, emote));
  } catch (error) {
    if (error instanceof UpstreamError && error.kind !== 'gone' && error.kind !== 'odd')
      throw new AppError('unavailable');
    if (error instanceof UpstreamError) throw new AppError('notFound');
    throw error;
  }
}

async function paint(ctx: Ctx, emote: EmoteId): Promise<Buffer> {
  const image = await fetchEmote(ctx, emote, { size: 'medium' });
  const odd = (cause?: unknown) =>
    new UpstreamError({ world: 'emotes', kind: 'odd', message: 'the file of an emote cannot be drawn', cause });
  if (image.width * image.height > MOST_PIXELS) throw odd();
  // Loaded on demand, because the library takes 40 MB. It works in its own threads.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(image.bytes, { pages: 1, limitInputPixels: MOST_PIXELS })
      .resize(SIZE, SIZE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .timeout({ seconds: 2 })
      .toBuffer();
  } catch (error) {
    throw odd(error);
  }
}
