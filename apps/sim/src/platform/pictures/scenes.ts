import { below, box, type Canvas, createCanvas, disc, hsl, numbersOf, ring } from './paint.ts';
import { encodePng } from './png.ts';

/** Paints a portrait without a person: two colors and a symbol, always the same for the same name. */
export function paintPortrait(name: string): Uint8Array {
  const next = numbersOf(name);
  const size = 160;
  const canvas = createCanvas(size, size);
  const hue = Math.floor(next() * 360);
  const dark = hsl(hue, 0.45, 0.24);
  const light = hsl((hue + 40) % 360, 0.72, 0.66);
  canvas.fill(dark);
  canvas.draw(disc(size * (0.25 + next() * 0.5), size * (1.02 + next() * 0.1), size * 0.5), hsl(hue, 0.5, 0.4));
  const sign = Math.floor(next() * 3);
  const middle = size * 0.42;
  if (sign === 0) canvas.draw(disc(size / 2, middle, size * 0.22), light);
  if (sign === 1) canvas.draw(ring(size / 2, middle, size * 0.2, size * 0.11), light);
  if (sign === 2) canvas.draw(box(size * 0.3, middle - size * 0.2, size * 0.4, size * 0.4, size * 0.07), light);
  canvas.draw(disc(size * (0.4 + next() * 0.2), middle + size * (next() * 0.1 - 0.05), size * 0.075), dark);
  return encodePng(canvas);
}

/** Paints a stage that looks different every minute: the lights move, the figure steps aside. */
export function paintStage(options: { key: string; hue: number; minute: number }): Uint8Array {
  const { hue, minute } = options;
  const width = 480;
  const height = 270;
  const next = numbersOf(`${options.key}:${minute}`);
  const canvas = createCanvas(width, height);
  canvas.fill(hsl(hue, 0.38, 0.13));
  for (let light = 0; light < 5; light += 1) drawLight(canvas, hue + light * 22, next);
  canvas.draw(below(height * 0.72, height * (0.62 + next() * 0.16), width), hsl(hue, 0.4, 0.08));
  const x = width * (0.3 + next() * 0.4);
  canvas.draw(box(x - 34, height * 0.52, 68, height * 0.6, 30), hsl(hue, 0.3, 0.05));
  canvas.draw(disc(x, height * 0.43, 25), hsl(hue, 0.3, 0.05));
  canvas.draw(ring(x, height * 0.43, 29, 3), hsl(hue, 0.8, 0.65), 0.9);
  canvas.draw(box(18, height - 30, 8 + ((minute * 29) % (width - 60)), 5, 2), hsl(hue, 0.85, 0.62));
  return encodePng(canvas);
}

function drawLight(canvas: Canvas, hue: number, next: () => number): void {
  const x = canvas.width * next();
  const y = canvas.height * next() * 0.6;
  const radius = 18 + next() * 64;
  canvas.draw(disc(x, y, radius), hsl(hue % 360, 0.6, 0.4), 0.35);
  canvas.draw(disc(x, y, radius * 0.45), hsl(hue % 360, 0.7, 0.6), 0.5);
}

/** The emote is 112 × 112 with a transparent background, small enough for every emoji slot. */
export const paintEmote = (name: string): Uint8Array => encodePng(drawEmote(name));

/** Draws one frame of an emote, whose mouth opens and closes with the steps. */
export function drawEmote(name: string, { size = 112, step = 0 } = {}): Canvas {
  const next = numbersOf(name);
  const part = size / 112;
  const canvas = createCanvas(size, size);
  const hue = Math.floor(next() * 360);
  const dark = hsl(hue, 0.5, 0.16);
  canvas.draw(disc(56 * part, 56 * part, 52 * part), hsl(hue, 0.8, 0.6));
  canvas.draw(disc(38 * part, 46 * part, 8 * part), dark);
  canvas.draw(disc(74 * part, 46 * part, 8 * part), dark);
  const width = (22 + next() * 28) * part;
  const height = (8 + ((next() * 12 + step * 3) % 16)) * part;
  canvas.draw(box((size - width) / 2, 68 * part, width, height, 5 * part), dark);
  return canvas;
}

/** A category's banner. */
export function paintBanner(hue: number): Uint8Array {
  const canvas = createCanvas(180, 240);
  canvas.fill(hsl(hue, 0.45, 0.22));
  canvas.draw(ring(90, 110, 52, 20), hsl(hue, 0.7, 0.62));
  canvas.draw(below(190, 160, 180), hsl(hue, 0.5, 0.12));
  return encodePng(canvas);
}
