import { randomBytes } from 'node:crypto';
import { systemTimers } from '@tally/kernel';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fitPicture } from './ask.ts';
import { type Fitted, fit, MOST_BYTES } from './fit.ts';

const ctx = { timers: systemTimers, log: { error() {} } as never };
const ask = async (bytes: Buffer): Promise<Fitted> => await fitPicture(ctx, bytes);
/** Allows plenty of time, because the machine's load decides what fits into two seconds. */
const askAtLeisure = async (bytes: Buffer): Promise<Fitted> => await fit(bytes, { seconds: 600 });

/** Noise compresses badly, and finer noise compresses worse. */
async function moving(about: {
  frames: number;
  size: number;
  grain: number;
  format?: 'gif' | 'webp';
}): Promise<Buffer> {
  const { frames, size, grain, format = 'gif' } = about;
  const animated = frames > 1;
  const raw = {
    width: grain,
    height: grain * frames,
    channels: 3,
    ...(animated ? { pageHeight: grain } : {}),
  } as const;
  const delay = Array.from({ length: frames }, () => 40);
  const drawn = sharp(randomBytes(grain * grain * frames * 3), { animated, raw }).resize(size, size, {
    kernel: 'nearest',
  });
  return await (format === 'gif' ? drawn.gif({ delay, effort: 1 }) : drawn.webp({ delay, effort: 0 })).toBuffer();
}

/** Measures what a viewer notices: frames, size and total duration. */
async function seen(fitted: Fitted) {
  if (fitted.kind !== 'fits') return fitted.kind;
  const {
    format,
    pages = 1,
    width,
    pageHeight,
    height,
    delay = [],
  } = await sharp(fitted.bytes, { animated: true }).metadata();
  expect(fitted.bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  return { format, pages, width, height: pageHeight ?? height, ms: delay.reduce((sum, each) => sum + each, 0) };
}

describe('a picture for Discord', () => {
  it('stays as it is where it is small enough', async () => {
    const gif = await moving({ frames: 3, size: 32, grain: 4 });
    const fitted = await ask(gif);
    expect(fitted).toMatchObject({ kind: 'fits', type: 'gif', isAnimated: true });
    expect(fitted.kind === 'fits' && Buffer.from(fitted.bytes).equals(gif)).toBe(true);
    const still = await ask(await moving({ frames: 1, size: 32, grain: 4 }));
    expect(still).toMatchObject({ kind: 'fits', type: 'gif', isAnimated: false });
  });

  it('with more bytes becomes an animated WebP with all frames and the same duration', async () => {
    const gif = await moving({ frames: 24, size: 300, grain: 100 });
    expect(gif.length).toBeGreaterThan(MOST_BYTES);
    expect(await seen(await askAtLeisure(gif))).toEqual({
      format: 'webp',
      pages: 24,
      width: 128,
      height: 128,
      ms: 960,
    });
  });

  it('that is still too large loses every second frame, then size', async () => {
    const half = await seen(await askAtLeisure(await moving({ frames: 60, size: 256, grain: 64, format: 'webp' })));
    expect(half).toEqual({ format: 'webp', pages: 30, width: 128, height: 128, ms: 2400 });
  });

  it('gives up when its time is over, even if another attempt would have fitted', async () => {
    const bytes = await moving({ frames: 60, size: 256, grain: 64, format: 'webp' });
    // The time is over after two attempts, although neither is near its end.
    let readings = 0;
    const nowMs = () => (readings += 1) * 340_000;
    expect(await fit(bytes, { nowMs, seconds: 2_000 })).toEqual({ kind: 'tooLarge' });
    expect(await askAtLeisure(bytes)).toMatchObject({ kind: 'fits' });
  });

  it('made of pure noise stays too large, and is reported as such', async () => {
    expect(await seen(await askAtLeisure(await moving({ frames: 150, size: 128, grain: 128, format: 'webp' })))).toBe(
      'tooLarge',
    );
  });

  it('beyond the bounds is not opened', async () => {
    const wide = sharp({ create: { width: 60_000, height: 1, channels: 3, background: 'red' } });
    const frames = await moving({ frames: 201, size: 48, grain: 48 });
    expect(frames.length).toBeGreaterThan(MOST_BYTES);
    expect(await seen(await ask(frames))).toBe('tooLarge');
    expect(await seen(await ask(Buffer.concat([frames, Buffer.alloc(4_000_000)])))).toBe('tooLarge');
    // The file is small enough, so the image stays unchanged and Discord decides.
    expect(await seen(await ask(await wide.png().toBuffer()))).toMatchObject({ width: 60_000, height: 1 });
  });

  it('a file that is not an image is unreadable under any name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const bytes of ['<!doctype html>', svg, 'GIF89a and nothing more', '']) {
      expect(await ask(Buffer.from(bytes))).toEqual({ kind: 'unreadable' });
    }
  });
});
