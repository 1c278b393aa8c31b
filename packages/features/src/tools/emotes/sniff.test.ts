import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isAnimated, sniff } from './service/sniff.ts';

/** Makes an animation with this many frames of 7 × 5 pixels, each a different gray. */
function strip(frames: number) {
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, at) => Buffer.alloc(7 * 5 * 3, 40 * (at + 1))));
  return sharp(pixels, { raw: { width: 7, height: 5 * frames, channels: 3, pageHeight: 5 } });
}

const made = {
  'a GIF': () => strip(1).gif().toBuffer(),
  'a GIF of three frames': () => strip(3).gif().toBuffer(),
  'a PNG': () => strip(1).png().toBuffer(),
  'a WebP': () => strip(1).webp().toBuffer(),
  'a WebP without loss': () => strip(1).webp({ lossless: true }).toBuffer(),
  'a WebP of three frames': () => strip(3).webp().toBuffer(),
  'an AVIF': () => strip(1).avif().toBuffer(),
};

it.each([
  ['a GIF', 'gif', 1, false],
  ['a GIF of three frames', 'gif', 3, true],
  ['a PNG', 'png', 1, false],
  ['a WebP', 'webp', 1, false],
  ['a WebP without loss', 'webp', 1, false],
  ['a WebP of three frames', 'webp', 3, true],
  ['an AVIF', 'avif', 1, false],
] as const)('%s is known by its bytes', async (name, type, frames, moves) => {
  const sniffed = sniff(await made[name]());
  expect(sniffed).toEqual({ type, width: 7, height: 5, frames });
  expect(sniffed && isAnimated(sniffed)).toBe(moves);
});

it('an animated PNG counts as still, as Discord shows it', async () => {
  const png = await made['a PNG']();
  const control = Buffer.from('000000086163544c000000040000000000000000', 'hex');
  const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  expect(sniff(moving)).toMatchObject({ type: 'png', frames: 4 });
  expect(isAnimated({ type: 'png', frames: 4 })).toBe(false);
});

it('any other file is refused, wherever it is cut off', async () => {
  expect(sniff(Buffer.from('<!doctype html><script>alert(1)</script>'))).toBeNull();
  expect(sniff(Buffer.alloc(0))).toBeNull();
  for (const make of Object.values(made)) {
    const whole = await make();
    for (let length = 0; length < Math.min(whole.length, 60); length += 1) {
      expect(() => sniff(whole.subarray(0, length))).not.toThrow();
    }
  }
});
