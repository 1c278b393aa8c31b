import type { Picture } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** The hue is in degrees, the other values are from 0 to 1. */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const step = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** A shape returns a point's distance from its edge in pixels: negative inside, positive outside. */
export type Shape = (x: number, y: number) => number;

export const disc =
  (centreX: number, centreY: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - centreX, y - centreY) - radius;

export const ring =
  (centreX: number, centreY: number, radius: number, width: number): Shape =>
  (x, y) =>
    Math.abs(Math.hypot(x - centreX, y - centreY) - radius) - width / 2;

export const box =
  (left: number, top: number, width: number, height: number, corner = 0): Shape =>
  (x, y) => {
    const dx = Math.abs(x - left - width / 2) - width / 2 + corner;
    const dy = Math.abs(y - top - height / 2) - height / 2 + corner;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
  };

/** Everything below a line through (0, left) and (width, right). */
export const below =
  (left: number, right: number, width: number): Shape =>
  (x, y) =>
    left + ((right - left) * x) / width - y;

export interface Canvas extends Picture {
  fill(colour: Colour): void;
  /** Draws a shape whose edges are softened over one pixel. */
  draw(shape: Shape, colour: Colour, opacity?: number): void;
}

export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8Array(width * height * 4);
  const blend = (at: number, [red, green, blue]: Colour, amount: number): void => {
    const under = (pixels[at + 3] ?? 0) / 255;
    const over = amount + under * (1 - amount);
    for (const [index, value] of [red, green, blue].entries()) {
      const before = pixels[at + index] ?? 0;
      pixels[at + index] = Math.round((value * amount + before * under * (1 - amount)) / over);
    }
    pixels[at + 3] = Math.round(over * 255);
  };
  return {
    width,
    height,
    pixels,
    fill(colour) {
      for (let at = 0; at < pixels.length; at += 4) pixels.set([...colour, 255], at);
    },
    draw(shape, colour, opacity = 1) {
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const amount = opacity * Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)));
          if (amount > 0) blend((y * width + x) * 4, colour, amount);
        }
      }
    },
  };
}

/** Returns a generator of numbers from 0 to 1 that are always the same for the same text. */
export function numbersOf(text: string): () => number {
  let state = 2_166_136_261;
  for (const sign of text) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}
