import { decompressFrames, parseGIF } from 'gifuct-js';
import { expect, test } from 'vitest';
import { startGif } from './encode.ts';

const SIZE = 8;
type Colour = readonly [number, number, number, number];
const red: Colour = [255, 0, 0, 255];
const blue: Colour = [0, 0, 255, 255];
const clear: Colour = [0, 0, 0, 0];

/** Returns a frame with a transparent left column, and one color each in the upper and lower half. */
const frame = (upper: Colour, lower: Colour) =>
  new Uint8ClampedArray(
    Array.from({ length: SIZE * SIZE }, (_, at) =>
      at % SIZE === 0 ? clear : at < (SIZE * SIZE) / 2 ? upper : lower,
    ).flat(),
  );

/** Returns the visible pixels after each frame. */
function shown(bytes: Uint8Array<ArrayBuffer>): { pixels: string[]; delay: number }[] {
  const canvas: string[] = Array.from({ length: SIZE * SIZE }, () => 'clear');
  return decompressFrames(parseGIF(bytes.buffer), false).map(
    ({ pixels, colorTable, transparentIndex, delay, disposalType }) => {
      expect(disposalType).toBe(1);
      pixels.forEach((index, at) => {
        if (index !== transparentIndex) canvas[at] = String(colorTable[index]);
      });
      return { pixels: [...canvas], delay };
    },
  );
}

test('each frame looks as it was drawn, although only changes are written', () => {
  const gif = startGif(SIZE);
  gif.add(frame(red, blue), 40);
  gif.add(frame(red, red), 120);
  gif.add(frame(red, red), 0);
  const [first, second, third] = shown(gif.finish());
  expect(first?.pixels.slice(0, 2)).toEqual(['clear', '255,0,0']);
  expect(first?.pixels.at(-1)).toBe('0,0,255');
  expect(second?.pixels.at(-1)).toBe('255,0,0');
  expect(second?.pixels.at(-SIZE)).toBe('clear');
  expect(third?.pixels).toEqual(second?.pixels);
  expect([first?.delay, second?.delay]).toEqual([40, 120]);
});

test('a frame without a delay is shown as long as in browsers', () => {
  const gif = startGif(SIZE);
  gif.add(frame(red, blue), 0);
  expect(shown(gif.finish())[0]?.delay).toBe(100);
});
