import { GIFEncoder, nearestColorIndex, quantize } from 'gifenc';

/** One index of the palette is reserved for unchanged pixels. */
const MOST_COLOURS = 255;
/** Only every twelfth pixel is sampled for the palette. */
const SAMPLE = 12;
const OPAQUE = 128;
/** Browsers play frames with a shorter delay much more slowly. */
const SHORTEST_MS = 20;
const USUAL_MS = 100;
const KEEP = 1;

/**
 * Writes a GIF frame by frame, and only the pixels that changed. Most of a picture with an overlay does not move, so
 * this saves time and space. Transparent pixels stay transparent, because the crop and the decoration never move.
 */
export function startGif(size: number) {
  const gif = GIFEncoder();
  const before = new Uint32Array(size * size);
  const nearest = new Int16Array(65_536);

  function add(rgba: Uint8ClampedArray<ArrayBuffer>, delayMs: number): void {
    const pixels = new Uint32Array(rgba.buffer);
    const palette = quantize(sampleOf(pixels, before), MOST_COLOURS);
    const unchanged = palette.length;
    const index = new Uint8Array(size * size).fill(unchanged);
    nearest.fill(-1);
    for (let at = 0; at < pixels.length; at += 1) {
      const pixel = pixels[at] as number;
      if (pixel === before[at] || pixel >>> 24 < OPAQUE) continue;
      // Red, green and blue in 5, 6 and 5 bits, which is precise enough and small enough to cache.
      const key = ((pixel & 0xf8) << 8) | ((pixel >> 5) & 0x7e0) | ((pixel >> 19) & 0x1f);
      let colour = nearest[key] as number;
      if (colour < 0) {
        colour = nearestColorIndex(palette, [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff]);
        nearest[key] = colour;
      }
      index[at] = colour;
    }
    before.set(pixels);
    gif.writeFrame(index, size, size, {
      palette: [...palette, [0, 0, 0]],
      delay: delayMs < SHORTEST_MS ? USUAL_MS : delayMs,
      transparent: true,
      transparentIndex: unchanged,
      dispose: KEEP,
    });
  }

  return {
    add,
    finish(): Uint8Array<ArrayBuffer> {
      gif.finish();
      return gif.bytes();
    },
  };
}

/** Samples the new pixels. Returns at least one, because a frame without changes also needs a color. */
function sampleOf(pixels: Uint32Array, before: Uint32Array): Uint8Array {
  const sample: number[] = [];
  for (let at = 0; at < pixels.length; at += SAMPLE) {
    const pixel = pixels[at] as number;
    if (pixel !== before[at] && pixel >>> 24 >= OPAQUE) sample.push(pixel);
  }
  return new Uint8Array(Uint32Array.from(sample.length > 0 ? sample : [0xff000000]).buffer);
}
