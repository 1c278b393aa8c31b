'use client';

import 'react-easy-crop/react-easy-crop.css';
import { ImagePlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { PickFile } from '../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Canvas, type Paint } from './canvas.tsx';
import { CANVAS, type Design } from './design/design.ts';
import { compose, cutFor, type PicturePosition, unmoved } from './paint/compose.ts';
import { type Context, fillBetween, outline } from './paint/outline.ts';
import { cutOf } from './paint/ring.ts';
import { type Picture, pictureKinds } from './picture.ts';
import { smallOf } from './stand-in.ts';
import type { Decoration } from './use-decoration.ts';

const Cropping = dynamic(() => import('./cropping.tsx').then(({ Cropping: component }) => component), { ssr: false });

const FINE = CANVAS * 2;

interface StageProps {
  picture: Picture | null;
  place: PicturePosition;
  onPlace: (place: PicturePosition) => void;
  design: Design;
  decoration: Decoration | null;
  onOpen: (file: File) => void;
}

/** Shows the final picture. Dragging redraws only the picture, and the layer above is drawn once per design. */
export function Stage({ picture, place, onPlace, design, decoration, onOpen }: StageProps) {
  const t = useTranslations('kick-overlay-maker.stage');
  const paintOver: Paint = useCallback(
    (context) => decoration && paintAbove(context, design, decoration),
    [decoration, design],
  );
  const paintEmpty: Paint = useCallback(
    (context, size) => {
      if (!decoration) return;
      const nobody = { picture: smallOf(null), place: unmoved };
      compose(context, { size, ...nobody, cut: cutFor(design), decoration: decoration.canvas });
    },
    [decoration, design],
  );
  return (
    <div className="relative mx-auto aspect-square w-full max-w-[max(18rem,calc(100dvh-30rem))] overflow-hidden rounded-panel border border-line bg-raised group-data-over/drop:border-text">
      {picture ? (
        <>
          <Cropping picture={picture} place={place} onPlace={onPlace} />
          <Canvas
            size={FINE}
            paint={paintOver}
            className="pointer-events-none absolute inset-0 size-full"
            aria-hidden
          />
        </>
      ) : (
        <>
          <Canvas size={FINE} paint={paintEmpty} className="absolute inset-0 size-full" aria-hidden />
          <PickFile
            accept={pictureKinds}
            onPick={onOpen}
            className="absolute inset-0 flex flex-col items-center justify-center gap-2 rounded-panel text-center has-focus-visible:outline-2 has-focus-visible:-outline-offset-4"
          >
            <span className="flex flex-col items-center gap-1 rounded-card border border-line bg-surface/95 px-5 py-4 shadow-float">
              <Icon of={ImagePlus} size={22} className="mb-1 text-muted" />
              <span className="font-semibold">{t('choose')}</span>
              <span className="text-muted text-small">{t('ways')}</span>
            </span>
          </PickFile>
        </>
      )}
    </div>
  );
}

/** Draws the cropped areas faintly, so people see what they are moving. */
function paintAbove(context: Context, design: Design, { canvas }: Decoration): void {
  const scale = FINE / CANVAS;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, CANVAS, CANVAS);
  const all = new Path2D();
  all.rect(0, 0, CANVAS, CANVAS);
  context.fillStyle = 'rgb(24 21 20 / 78%)';
  fillBetween(context, all, outline(design.shape, { inset: cutOf(design) }));
  context.drawImage(canvas, 0, 0, CANVAS, CANVAS);
}
