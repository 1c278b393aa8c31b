'use client';

import { useTranslations } from 'next-intl';
import { memo, useCallback } from 'react';
import { Canvas, type Paint } from './canvas.tsx';
import type { Design } from './design/design.ts';
import { compose, cutFor, type PicturePosition } from './paint/compose.ts';
import type { Picture } from './picture.ts';
import { smallOf } from './stand-in.ts';
import type { Decoration } from './use-decoration.ts';

interface Finished {
  picture: Picture | null;
  place: PicturePosition;
  design: Design;
  decoration: Decoration | null;
}

/** Shows the picture as a circle in the real sizes: profile, list, chat. */
export const Previews = memo(function Previews(finished: Finished) {
  const t = useTranslations('kick-overlay-maker.previews');
  return (
    <div className="rounded-panel border border-line bg-surface p-4">
      <h2 className="caps mb-3 text-faint">{t('title')}</h2>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Round {...finished} size={70} label={t('size', { size: 70 })} />
        <span className="flex items-center gap-3">
          <Round {...finished} size={48} label={t('size', { size: 48 })} />
          <span className="leading-tight">
            <span className="block font-semibold">{t('you')}</span>
            <span className="block text-muted text-small">{t('playing')}</span>
          </span>
        </span>
        <span className="flex items-center gap-2">
          <Round {...finished} size={25} label={t('size', { size: 25 })} />
          <span>
            <span className="font-semibold">{t('you')}</span> <span className="text-muted">{t('hello')}</span>
          </span>
        </span>
      </div>
    </div>
  );
});

const DENSITY = 2;

function Round({ picture, place, design, decoration, size, label }: Finished & { size: number; label: string }) {
  const paint: Paint = useCallback(
    (context, pixels) => {
      if (!decoration) return;
      const own = { picture: smallOf(picture), place };
      compose(context, { size: pixels, ...own, cut: cutFor(design), decoration: decoration.canvas });
    },
    [decoration, design, picture, place],
  );
  return (
    <Canvas
      size={size * DENSITY}
      paint={paint}
      className="shrink-0 rounded-full"
      style={{ inlineSize: size, blockSize: size }}
    >
      {label}
    </Canvas>
  );
}
