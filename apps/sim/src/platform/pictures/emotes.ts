import sharp from 'sharp';
import { type Answer, answerPage, answerText } from '../call.ts';
import { drawEmote } from './scenes.ts';

/** The formats of an emote's file, including invalid ones. */
export const emotePictures = [
  'png',
  'gif',
  'still-gif',
  'webp',
  'moving-webp',
  'avif',
  'large-gif',
  'html',
  'hang',
  'many-frames',
  'wide',
] as const;
export type EmotePicture = (typeof emotePictures)[number];

export const isMoving = (picture: EmotePicture): boolean =>
  ['gif', 'moving-webp', 'large-gif', 'many-frames'].includes(picture);

const REMEMBERED = 300;
const painted = new Map<string, Promise<Buffer>>();

/** Serves the file of an emote, drawn on request. `size` is its height in pixels. */
export async function answerEmote(emote: { name: string; picture: EmotePicture; size?: number }): Promise<Answer> {
  const { name, picture, size = 112 } = emote;
  if (picture === 'html') return answerPage(200, '<!doctype html><script>alert(1)</script>');
  // This is longer than any client waits for a picture, and it keeps no process alive.
  if (picture === 'hang') return await new Promise<Answer>((resolve) => setTimeout(resolve, 60_000, gone).unref());
  const key = `${name} ${picture} ${size}`;
  const file = painted.get(key) ?? paint(name, picture, size);
  painted.set(key, file);
  const [oldest] = painted.keys();
  if (painted.size > REMEMBERED && oldest !== undefined) painted.delete(oldest);
  const bytes = await file;
  const type = picture.replace(/^.*-(?=gif|webp)/, '').replace(/^(?:many-frames)$/, 'gif');
  return {
    status: 200,
    headers: { 'content-type': `image/${type === 'wide' ? 'png' : type}`, 'cache-control': 'max-age=31536000' },
    body: bytes,
  };
}

const gone = answerText(504, 'too late');

async function paint(name: string, picture: Exclude<EmotePicture, 'html' | 'hang'>, size: number): Promise<Buffer> {
  switch (picture) {
    case 'png':
      return await strip(name, { size }).png().toBuffer();
    case 'gif':
      return await strip(name, { size, frames: 8 }).gif().toBuffer();
    case 'still-gif':
      return await strip(name, { size }).gif().toBuffer();
    case 'webp':
      return await strip(name, { size }).webp().toBuffer();
    case 'moving-webp':
      return await strip(name, { size, frames: 8 }).webp().toBuffer();
    case 'avif':
      return await strip(name, { size }).avif({ effort: 0 }).toBuffer();
    case 'large-gif':
      return swell(await strip(name, { size, frames: 8 }).gif().toBuffer(), 300_000);
    case 'many-frames':
      return manyFrames(10_000);
    case 'wide':
      return await sharp({ create: { width: 1, height: 60_000, channels: 3, background: '#c22' } })
        .png()
        .toBuffer();
    default:
      return picture satisfies never;
  }
}

/** sharp reads stacked frames as an animation. */
function strip(name: string, { size, frames = 1 }: { size: number; frames?: number }) {
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, step) => drawEmote(name, { size, step }).pixels));
  return sharp(pixels, { raw: { width: size, height: size * frames, channels: 4, pageHeight: size } });
}

/** A comment before the end makes a GIF arbitrarily large. */
function swell(gif: Buffer, bytes: number): Buffer {
  const block = Buffer.concat([Buffer.of(0xff), Buffer.alloc(0xff, 'x')]);
  const comment = Array.from({ length: Math.ceil(bytes / block.length) }, () => block);
  return Buffer.concat([gif.subarray(0, -1), Buffer.of(0x21, 0xfe), ...comment, Buffer.of(0, 0x3b)]);
}

/** Returns a GIF of one pixel and very many frames: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function manyFrames(count: number): Buffer {
  const head = Buffer.from('47494638396101000100800000ffffff000000', 'hex');
  const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  const frame = Buffer.from('21f90404020000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, loop, ...Array.from({ length: count }, () => frame), Buffer.of(0x3b)]);
}
