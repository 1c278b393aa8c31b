import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { drawShareImage, isRightToLeft } from './share.ts';

const site = 'Tally';
const draw = async (title: string, line = 'Ada') => await drawShareImage({ title, line, site });

/** Returns the leftmost and rightmost column in a band of rows that is brighter than the background. */
async function inkIn(image: Buffer, top: number, height: number): Promise<[number, number]> {
  const { data, info } = await sharp(image)
    .extract({ left: 20, top, width: 1160, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = Array.from({ length: info.width }, (_, x) => x).filter((x) =>
    Array.from({ length: info.height }, (__, y) => data[(y * info.width + x) * info.channels] ?? 0).some(
      (grey) => grey > 120,
    ),
  );
  return [20 + Math.min(...columns), 20 + Math.max(...columns)];
}

describe('the share image', () => {
  it.each([
    ['a short title', 'Summer'],
    ['two hundred wide letters', 'W'.repeat(200)],
    ['two hundred letters in words', 'lanterns '.repeat(22)],
    ['signs of markup', '<b>&amp; "x" </span>'],
    ['control signs and halves', 'a\u0000b\u202e\ud800c'],
    ['nothing that can be drawn', '\u202e'],
    ['Arabic', 'تحديث الصيف: أضواء جديدة للجميع'],
    ['Japanese', '夏のアップデート'.repeat(12)],
    ['towers of accents', `Z${'\u0301'.repeat(150)}algo`],
  ])('%s: 1200 × 630, at most 300 KB', async (_what, title) => {
    const image = await draw(title);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(image.length).toBeLessThanOrEqual(300_000);
  });

  it('carries the lamp, and no red bar along its edge', async () => {
    const { data, info } = await sharp(await draw('Summer'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect(red(108, 108)).toBeGreaterThan(200);
    expect(red(4, 400)).toBeLessThan(60);
  });

  it('stays within its edges', async () => {
    for (const title of ['W'.repeat(200), 'ض'.repeat(200)]) {
      const [left, right] = await inkIn(await draw(title), 0, 630);
      expect(left).toBeGreaterThanOrEqual(76);
      expect(right).toBeLessThanOrEqual(1124);
    }
  });

  it('Arabic begins at the right edge, in all of its lines', async () => {
    const [left, right] = await inkIn(await draw('سطر'), 150, 330);
    expect([left > 600, right > 1100]).toEqual([true, true]);
    const [start, end] = await inkIn(await draw('Line'), 150, 330);
    expect([start < 100, end < 600]).toEqual([true, true]);
  });
});

test.each([
  ['صيف', true],
  ['«צהריים»', true],
  ['2026: صيف', true],
  ['Summer صيف', false],
  ['🎉', false],
  ['', false],
])('%s', (text, isRtl) => expect(isRightToLeft(text)).toBe(isRtl));
