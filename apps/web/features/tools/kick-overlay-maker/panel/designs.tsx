'use client';

import { useTranslations } from 'next-intl';
import { memo, useCallback, useEffect, useState } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { Canvas, type Paint } from '../canvas.tsx';
import { CANVAS, type Design } from '../design/design.ts';
import { type DesignName, designs } from '../design/designs.ts';
import { compose, cutFor, paintDecoration, unmoved } from '../paint/compose.ts';
import type { Context } from '../paint/outline.ts';
import type { Picture } from '../picture.ts';
import { smallOf } from '../stand-in.ts';
import { loadFont, wideFamily } from '../use-decoration.ts';

const names = Object.keys(designs) as DesignName[];
const THUMB = 176;

/** Shows the presets, each with the person's own picture. */
export const Designs = memo(function Designs({
  design,
  onChange,
  picture,
}: {
  design: Design;
  onChange: (to: Partial<Design>, about: string) => void;
  picture: Picture | null;
}) {
  const t = useTranslations('kick-overlay-maker.designs');
  const [hasFont, setHasFont] = useState(false);
  useEffect(() => {
    void loadFont(designs.marathon).then(() => setHasFont(true));
  }, []);
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-3 xl:grid-cols-4">
      {names.map((name) => {
        const isChosen = isSame(designs[name], design);
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(designs[name], `design ${name}`)}
              className={cx(
                'flex w-full flex-col items-center gap-1.5 rounded-card border p-2 pb-1.5 text-small transition-colors duration-120',
                isChosen
                  ? 'border-text bg-raised font-semibold'
                  : 'border-line bg-surface text-muted hover:border-control hover:text-text',
              )}
            >
              <Thumb key={String(hasFont)} design={designs[name]} picture={picture} />
              <span className="max-w-full truncate">{t(name)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
});

/** Changes once the font has loaded. */
function Thumb({ design, picture }: { design: Design; picture: Picture | null }) {
  const paint: Paint = useCallback(
    (context, size) => paintThumb(context, { size, design, picture }),
    [design, picture],
  );
  return <Canvas size={THUMB} isLate paint={paint} aria-hidden className="aspect-square w-full max-w-[88px]" />;
}

const isSame = (one: Design, other: Design) =>
  (Object.keys(one) as (keyof Design)[]).every((name) => one[name] === other[name]);

function paintThumb(
  context: Context,
  { size, design, picture }: { size: number; design: Design; picture: Picture | null },
): void {
  const decoration = new OffscreenCanvas(size, size);
  const own = decoration.getContext('2d');
  if (!own) return;
  own.scale(size / CANVAS, size / CANVAS);
  paintDecoration(own, { design, family: wideFamily(), overlay: null });
  compose(context, { size, picture: smallOf(picture), place: unmoved, cut: cutFor(design), decoration });
}
