import type { CardBackground } from '@tally/contract';
import { colours, loadSharp } from '@tally/infra/pictures';

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** The colors of a card. A server's own colors replace ours. */
export interface Paint {
  readonly background: CardBackground;
  readonly colour: Rgb | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const OUR_RED: Rgb = { r: 0xd9, g: 0x2b, b: 0x20 };

/** Returns the dominant color of a picture. */
export async function mainColour(picture: Buffer): Promise<Rgb> {
  const { default: sharp } = await loadSharp();
  const small = await sharp(picture, { limitInputPixels: 4096 * 4096, pages: 1 })
    .resize(64, 64, { fit: 'cover' })
    .flatten({ background: colours.ground })
    .png()
    .toBuffer();
  return (await sharp(small).stats()).dominant;
}

/**
 * Draws a background as SVG elements. It stays dark enough for light text: the color is faint, and strongest at the
 * edge away from the text.
 */
export function drawBackground({ background, colour }: Paint, size: Size): string {
  const { hue, saturation } = hueOf(colour ?? OUR_RED);
  const tone = (lightness: number, turn = 0) =>
    `hsl(${Math.round((hue + turn + 360) % 360)},${Math.round(saturation * 100)}%,${lightness}%)`;
  return `<rect width="100%" height="100%" fill="${tone(9)}"/>${painters[background](size, tone)}`;
}

type Tone = (lightness: number, turn?: number) => string;
type Painter = (size: Size, tone: Tone) => string;

const painters = {
  glow: (_, tone) =>
    `<defs><radialGradient id="g" cx="0.15" cy="0.5" r="0.7"><stop offset="0" stop-color="${tone(38)}"/><stop offset="1" stop-color="${tone(9)}"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>`,
  dusk: ({ width, height }, tone) =>
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tone(10, -30)}"/><stop offset="1" stop-color="${tone(22, 20)}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${width * 0.86}" cy="${height}" r="${height * 0.42}" fill="${tone(40, 30)}" opacity="0.4"/>`,
  waves: ({ width, height }, tone) =>
    [0, 1, 2]
      .map((n) => {
        const y = height * (0.58 + n * 0.14);
        const path = `M0 ${y} C${width * 0.25} ${y - 70} ${width * 0.35} ${y + 60} ${width * 0.6} ${y - 10} S${width * 0.9} ${y - 60} ${width} ${y} V${height} H0 Z`;
        return `<path d="${path}" fill="${tone(16 + n * 6, n * 12)}"/>`;
      })
      .join(''),
  hills: ({ width, height }, tone) =>
    [
      [0.1, 0.3, 0.42],
      [0.45, 0.18, 0.5],
      [0.85, 0.34, 0.46],
    ]
      .map(([x = 0, top = 0, reach = 0], n) => {
        const points = `${(x - reach) * width},${height} ${x * width},${top * height} ${(x + reach) * width},${height}`;
        return `<polygon points="${points}" fill="${tone(15 + n * 5, n * 10)}" opacity="0.9"/>`;
      })
      .join(''),
  stars: (size, tone) =>
    scattered(90, size)
      .map(
        ({ x, y, part }) =>
          `<circle cx="${x}" cy="${y}" r="${0.8 + part * 1.8}" fill="${tone(46)}" opacity="${0.25 + part * 0.25}"/>`,
      )
      .join(''),
  confetti: (size, tone) =>
    scattered(60, size)
      .map(
        ({ x, y, part }, n) =>
          `<rect x="${x}" y="${y}" width="14" height="6" rx="2" transform="rotate(${Math.round(part * 180)} ${x} ${y})" fill="${tone(42, n * 40)}" opacity="0.45"/>`,
      )
      .join(''),
} as const satisfies Record<CardBackground, Painter>;

/** Returns the same evenly spread points each time. https://en.wikipedia.org/wiki/Low-discrepancy_sequence */
function scattered(count: number, { width, height }: Size) {
  return Array.from({ length: count }, (_, n) => ({
    x: Math.round(((n * 0.754_877_67) % 1) * width),
    y: Math.round(((n * 0.569_840_29) % 1) * height),
    part: (n * 0.618_033_99) % 1,
  }));
}

/** Keeps gray as gray, and tones down strong colors so the text stays readable. */
function hueOf({ r, g, b }: Rgb): { hue: number; saturation: number } {
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  if (range === 0) return { hue: 0, saturation: 0 };
  const sector = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: sector * 60, saturation: Math.min(0.6, range / most) };
}
