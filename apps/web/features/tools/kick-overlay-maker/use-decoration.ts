import { useEffect, useRef, useState } from 'react';
import { CANVAS, type Design } from './design/design.ts';
import { paintDecoration } from './paint/compose.ts';
import type { Picture } from './picture.ts';

/** Twice the resolution of the saved picture, so the stage looks sharp. */
const SCALE = 2;

/** Everything except the picture, drawn once per design. Each design is a new object with the same canvas. */
export interface Decoration {
  readonly canvas: OffscreenCanvas;
}

/** Returns our wide font, even if the page uses another script. */
export function wideFamily(): string {
  const style = getComputedStyle(document.documentElement);
  return ['--font-anybody', '--font-interface'].map((name) => style.getPropertyValue(name)).join(', ');
}

const lettersOf = ({ badgeWords, text }: Design): string => `A${badgeWords}${text}`;

/** Loads one family at a time, because a missing local font would make all of them fail. */
export const loadFont = async (design: Design): Promise<void> => {
  const families = wideFamily().split(',');
  await Promise.allSettled(families.map((family) => document.fonts.load(`800 20px ${family}`, lettersOf(design))));
};

export function useDecoration(design: Design, overlay: Picture | null): Decoration | null {
  const canvas = useRef<OffscreenCanvas>(null);
  const letters = useRef('');
  const [decoration, setDecoration] = useState<Decoration | null>(null);
  useEffect(() => {
    let isWanted = true;
    canvas.current ??= new OffscreenCanvas(CANVAS * SCALE, CANVAS * SCALE);
    const own = canvas.current;
    const context = own.getContext('2d');
    if (!context) return;
    const paint = () => {
      if (!isWanted) return;
      context.setTransform(SCALE, 0, 0, SCALE, 0, 0);
      context.clearRect(0, 0, CANVAS, CANVAS);
      const drawable = overlay && { source: overlay.image, width: CANVAS, height: CANVAS };
      paintDecoration(context, { design, family: wideFamily(), overlay: drawable });
      setDecoration({ canvas: own });
    };
    paint();
    // Draws again, because the font may have loaded since.
    if (letters.current !== lettersOf(design)) {
      letters.current = lettersOf(design);
      void loadFont(design).then(paint);
    }
    return () => {
      isWanted = false;
    };
  }, [design, overlay]);
  return decoration;
}
