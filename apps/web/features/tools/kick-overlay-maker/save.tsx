'use client';

import { Download, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { toast } from '../../../shell/toast.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CANVAS, type Design } from './design/design.ts';
import { compose, cutFor, type PicturePosition } from './paint/compose.ts';
import type { Picture } from './picture.ts';
import { fullOf } from './stand-in.ts';
import { type Decoration, loadFont } from './use-decoration.ts';

interface SaveProps {
  picture: Picture | null;
  place: PicturePosition;
  design: Design;
  decoration: Decoration | null;
  isLoggedIn: boolean;
}

export function Save({ picture, place, design, decoration, isLoggedIn }: SaveProps) {
  const t = useTranslations('kick-overlay-maker.save');
  const work = useRef<AbortController>(null);
  const [done, setDone] = useState<number | null>(null);
  const [isSaved, setSaved] = useState(false);
  const frames = picture?.frames ?? 1;
  const isMoving = frames > 1;
  const isUnread = picture?.frames === null;

  async function save(
    name: string,
    make: (whole: NonNullable<Pick<SaveProps, 'picture'>['picture']>, canvas: OffscreenCanvas) => Promise<Blob>,
  ) {
    if (!picture || !decoration) return;
    try {
      await loadFont(design);
      saveFile(await make(picture, decoration.canvas), name);
      setSaved(true);
      // The picture is already saved, so a failed report is ignored.
      if (isLoggedIn) void import('./api.ts').then(({ noteOverlay }) => noteOverlay()).catch(() => undefined);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      void toast('error', { title: t('failed'), text: error instanceof NoPng ? t('noPng') : t('tryAgain') });
    }
  }

  const savePng = () =>
    save('profile-picture.png', async (whole, canvas) => {
      const drawn = document.createElement('canvas');
      [drawn.width, drawn.height] = [CANVAS, CANVAS];
      const context = drawn.getContext('2d');
      if (!context) throw new NoPng();
      compose(context, { size: CANVAS, picture: fullOf(whole), place, cut: cutFor(design), decoration: canvas });
      return await pngOf(drawn);
    });

  const saveGif = () =>
    save('profile-picture.gif', async ({ file, kind }, canvas) => {
      const { makeGif } = await import('./gif/make-gif.ts');
      const own = new AbortController();
      work.current = own;
      setDone(0);
      try {
        return await makeGif(
          { file, kind, size: CANVAS, place, cut: cutFor(design), decoration: await createImageBitmap(canvas) },
          { signal: own.signal, onProgress: setDone },
        );
      } finally {
        setDone(null);
      }
    });

  if (done !== null && isMoving) {
    return (
      <div className="flex items-center gap-3">
        <progress
          value={done}
          max={frames}
          aria-label={t('working')}
          className="h-2 min-w-0 flex-1 overflow-hidden rounded-full accent-text"
        />
        <span className="figures text-muted text-small">
          {done}/{frames}
        </span>
        <Button icon={X} onClick={() => work.current?.abort()}>
          {t('cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {isMoving && (
          <Button icon={Download} variant="primary" onClick={() => void saveGif()}>
            {t('gif')}
          </Button>
        )}
        <Button
          icon={Download}
          variant={isMoving ? 'quiet' : 'primary'}
          disabled={!picture}
          onClick={() => void savePng()}
        >
          {isMoving ? t('still') : t('png')}
        </Button>
        {isSaved && (
          <a className={buttonClass('ghost')} href="https://kick.com/settings/profile" target="_blank" rel="noreferrer">
            {t('next')}
          </a>
        )}
      </div>
      {picture && sideOf(picture) < LEAST_SIDE && (
        <p className="text-small text-warn">{t('small', { side: sideOf(picture), least: LEAST_SIDE })}</p>
      )}
      <p className="text-muted text-small">
        {isMoving ? t('gifNote', { frames }) : isUnread ? t('unread') : t('note')}
      </p>
    </div>
  );
}

/** Kick requires at least this many pixels in each direction. */
const LEAST_SIDE = 128;
const sideOf = ({ image }: Picture): number => Math.min(image.naturalWidth, image.naturalHeight);

/** Thrown if the canvas returns no picture, or another format. */
class NoPng extends Error {}

async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob?.type !== 'image/png') throw new NoPng();
  return blob;
}
