import { CARD_SIZE } from '@tally/contract';
import { colours, drawable, drawInBox, loadSharp, type TextStyle } from '@tally/infra/pictures';
import { cleanLine } from '@tally/message/template';
import type { OverlayOptions } from 'sharp';
import { drawBackground, type Paint } from './background.ts';

export interface CardWords {
  readonly name: string;
  /** Says what happened, in the server's language. */
  readonly headline: string;
  readonly detail: string | null;
  /** True for right-to-left languages, where the avatar is on the right. */
  readonly isRtl: boolean;
}

const { width: WIDTH, height: HEIGHT } = CARD_SIZE;
const FACE = 180;
const EDGE = 60;
const TEXT_WIDTH = WIDTH - 3 * EDGE - FACE;

/** Draws the image for a member who joined or left, as PNG. Without an avatar, it shows the name's first letter. */
export async function drawCard(
  words: CardWords,
  face: Buffer | null,
  paint: Paint | Buffer | null = null,
): Promise<Buffer> {
  const { default: sharp } = await loadSharp();
  // The muted gray is too faint on a colored background.
  const quiet = paint ? colours.text : colours.muted;
  const faceLeft = words.isRtl ? WIDTH - EDGE - FACE : EDGE;
  const lines = await Promise.all([
    drawLine(words.headline, { size: 26, colour: quiet, weight: 'Regular', height: 40 }),
    drawLine(words.name, { size: nameSize(words.name), colour: colours.text, weight: 'SemiBold', height: 84 }),
    ...(words.detail ? [drawLine(words.detail, { size: 24, colour: quiet, weight: 'Regular', height: 40 })] : []),
  ]);
  const layers: OverlayOptions[] = [
    ...(Buffer.isBuffer(paint) ? await dimmed(paint) : []),
    { input: await drawFace(words.name, face), left: faceLeft, top: (HEIGHT - FACE) / 2 },
    ...place(lines, words.isRtl),
  ];
  return await sharp(Buffer.from(frameOf(Buffer.isBuffer(paint) ? null : paint)))
    .composite(layers)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Darkens a picture for light text, even if it is white, and gives it the card's corners. */
async function dimmed(picture: Buffer): Promise<OverlayOptions[]> {
  const { default: sharp } = await loadSharp();
  const svg = (rect: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="14" ${rect}/></svg>`,
    );
  const input = await sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .ensureAlpha()
    .composite([
      { input: svg(`fill="${colours.ground}" fill-opacity="0.64"`) },
      { input: svg('fill="#fff"'), blend: 'dest-in' },
    ])
    .png()
    .toBuffer();
  return [{ input, left: 0, top: 0 }];
}

/** Sizes a short name large. A name that is too long is later shrunk to fit its box. */
const nameSize = (name: string): number => (name.length <= 8 ? 68 : name.length <= 14 ? 60 : 52);

function frameOf(paint: Paint | null): string {
  const edge = `x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="14"`;
  const painted = paint ? drawBackground(paint, { width: WIDTH, height: HEIGHT }) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><clipPath id="card"><rect ${edge}/></clipPath></defs><rect ${edge} fill="${colours.ground}"/><g clip-path="url(#card)">${painted}</g><rect ${edge} fill="none" stroke="${colours.line}" stroke-width="2"/></svg>`;
}

/** Stacks the lines in the middle, each in its own box, so a tall name does not displace the others. */
function place(lines: readonly Line[], isRtl: boolean): OverlayOptions[] {
  const total = lines.reduce((sum, line) => sum + line.box, 0);
  let top = (HEIGHT - total) / 2;
  return lines.flatMap((line) => {
    const left = isRtl ? WIDTH - 2 * EDGE - FACE - line.width : 2 * EDGE + FACE;
    const at = { left: Math.round(left), top: Math.round(top + (line.box - line.height) / 2) };
    top += line.box;
    return line.image ? [{ input: line.image, ...at }] : [];
  });
}

interface Line {
  readonly image: Buffer | null;
  readonly width: number;
  readonly height: number;
  readonly box: number;
}

interface Style extends TextStyle {
  readonly height: number;
}

async function drawLine(text: string, { height: box, ...style }: Style): Promise<Line> {
  const drawn = await drawInBox(tidy(text), style, { width: TEXT_WIDTH, height: box });
  return { image: null, width: 0, height: 0, ...drawn, box };
}

async function drawFace(name: string, face: Buffer | null): Promise<Buffer> {
  const { default: sharp } = await loadSharp();
  const round = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FACE}" height="${FACE}"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}" fill="#fff"/></svg>`,
  );
  const picture = face ? await readFace(face) : await drawLetter(name);
  return await sharp(picture)
    .composite([{ input: round, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/** Reads an untrusted image: only its first frame, and only up to the size of an avatar. */
async function readFace(face: Buffer): Promise<Buffer> {
  const { default: sharp } = await loadSharp();
  return await sharp(face, { limitInputPixels: 4096 * 4096, pages: 1 })
    .resize(FACE, FACE, { fit: 'cover' })
    .ensureAlpha()
    .png()
    .toBuffer();
}

async function drawLetter(name: string): Promise<Buffer> {
  const { default: sharp } = await loadSharp();
  const [first] = new Intl.Segmenter().segment(tidy(name));
  const line = await drawLine((first?.segment ?? '?').toUpperCase(), {
    size: 88,
    colour: colours.text,
    weight: 'SemiBold',
    height: 110,
  });
  const ground = sharp({ create: { width: FACE, height: FACE, channels: 4, background: colours.line } });
  return await ground
    .composite(line.image ? [{ input: line.image, gravity: 'centre' }] : [])
    .png()
    .toBuffer();
}

/** Discord allows 32 characters in a member's name. A server's name may be longer. */
const MOST_SIGNS = 60;

function tidy(text: string): string {
  const line = drawable(cleanLine(text.toWellFormed()));
  const signs = [...new Intl.Segmenter().segment(line)];
  if (signs.length <= MOST_SIGNS) return line;
  return `${signs
    .slice(0, MOST_SIGNS - 1)
    .map((each) => each.segment)
    .join('')}…`;
}
