import { createBatches } from '@tally/infra/batch';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { mostFrames, mostPixels, toGif } from './service/gif.ts';
import { sniff } from './service/sniff.ts';

/** Makes a WebP with this many frames. Black and white alternate, so no frame is dropped. */
async function moving(frames: number, { width, height }: { width: number; height: number }) {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, at) => Buffer.alloc(width * height * 3, at % 2 === 0 ? 0 : 255)),
  );
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const bytes = await sharp(pixels, { raw }).webp({ lossless: true, effort: 0 }).toBuffer();
  const sniffed = sniff(bytes);
  if (!sniffed) throw new Error('this is no picture');
  return { ...sniffed, bytes, isAnimated: true };
}
const house = { batches: createBatches() };
const small = { width: 7, height: 5 };
/** Six frames that together are just above the limit. */
const huge = { width: 1_000, height: Math.ceil(mostPixels / 6_000) + 1 };

it('as many frames as are allowed become a GIF, and one more does not', async () => {
  const made = await toGif(house, await moving(mostFrames, small));
  expect('file' in made && sniff(made.file)).toEqual({ type: 'gif', frames: mostFrames, ...small });
  expect(await toGif(house, await moving(mostFrames + 1, small))).toEqual({ problem: 'is too large to become a GIF' });
});

it('refuses images that would expand to too many pixels, even if they claim otherwise', async () => {
  const bomb = await moving(6, huge);
  expect(bomb.bytes.length).toBeLessThan(100_000);
  expect(await toGif(house, bomb)).toEqual({ problem: 'is too large to become a GIF' });
  expect(await toGif(house, { ...bomb, width: 1, height: 1 })).toEqual({ problem: 'could not become a GIF' });
});

it('one whose bytes cannot be read refuses no later one', async () => {
  const unreadable = {
    ...(await moving(2, small)),
    get bytes(): Buffer {
      throw new Error('the bytes are gone');
    },
  };
  await expect(toGif(house, unreadable)).rejects.toThrow('the bytes are gone');
  expect(await toGif(house, await moving(2, small))).toHaveProperty('file');
});

it('a failed one blocks no other, and an aborted request creates none', async () => {
  const broken = { ...(await moving(2, small)), bytes: Buffer.from('RIFF') };
  const good = await moving(3, small);
  const made = await Promise.all([toGif(house, broken), toGif(house, good), toGif(house, good, AbortSignal.abort())]);
  expect(made).toMatchObject([{ problem: 'could not become a GIF' }, { ending: 'gif' }, { problem: 'cancelled' }]);
});
