import { cardBackgrounds } from '@tally/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mainColour } from './background.ts';
import { drawCard } from './card.ts';

const words = { name: 'Mia', headline: 'Welcome!', detail: null, isRtl: false };
const yellow = { r: 255, g: 240, b: 0 };

/** Computes WCAG's relative luminance. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (channels: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

describe('the background of a card', () => {
  it.each([...cardBackgrounds, 'a white picture'] as const)(
    '%s leaves light text readable, also in the brightest colour',
    async (background) => {
      const white = sharp({ create: { width: 90, height: 30, channels: 3, background: '#fff' } }).png();
      const paint = background === 'a white picture' ? await white.toBuffer() : { background, colour: yellow };
      const card = await drawCard(words, null, paint);
      // Reads only the area beside the avatar and the text, which shows nothing but the background.
      const { data } = await sharp(card)
        .extract({ left: 620, top: 60, width: 240, height: 180 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const lightest = Math.max(
        ...Array.from({ length: data.length / 3 }, (_, n) =>
          luminance([...data.subarray(n * 3, n * 3 + 3)].map((each) => each / 255)),
        ),
      );
      const text = luminance([0xf5, 0xf1, 0xee].map((each) => each / 255));
      expect((text + 0.05) / (lightest + 0.05)).toBeGreaterThan(4.5);
    },
  );

  it('uses the color of the server’s picture', async () => {
    const icon = await sharp({ create: { width: 96, height: 96, channels: 3, background: { r: 20, g: 90, b: 220 } } })
      .png()
      .toBuffer();
    const { r, g, b } = await mainColour(icon);
    expect(b).toBeGreaterThan(r);
    expect(b).toBeGreaterThan(g);
    const paint = { background: 'glow', colour: { r, g, b } } as const;
    expect(await drawCard(words, null, paint)).not.toEqual(await drawCard(words, null, { ...paint, colour: yellow }));
  });
});
