'use client';

import { useTranslations } from 'next-intl';
import {
  type ClipboardEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react';
import { DropField } from '../../../ui/fields/drop-field.tsx';
import { type Design, fromAddress, toAddress } from './design/design.ts';
import { designs } from './design/designs.ts';
import { begin, walk } from './design/history.ts';
import { type PicturePosition, unmoved } from './paint/compose.ts';
import { Designs } from './panel/designs.tsx';
import { Panel } from './panel/panel.tsx';
import { openPicture, type Picture, type Refusal, RefusedPicture } from './picture.ts';
import { Previews } from './previews.tsx';
import { Save } from './save.tsx';
import { Stage } from './stage.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDecoration } from './use-decoration.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input[type=text], textarea, [contenteditable]');

/** The complete tool. It reads opened files only in this page. */
export function Maker({
  isLoggedIn,
  isSmall = false,
}: {
  isLoggedIn: boolean;
  /** True on other pages, which show only the presets and own the URL and the shortcuts. */
  isSmall?: boolean;
}) {
  const t = useTranslations('kick-overlay-maker');
  const [history, step] = useReducer(walk, designs.onAir, begin);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [overlay, setOverlay] = useState<Picture | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [place, setPlace] = useState<PicturePosition>(unmoved);
  // Deferred, so small previews may lag a frame behind while the dragged picture does not.
  const latePlace = useDeferredValue(place);
  const design = history.now;
  // Memoized, so parts that do not move with the picture are not redrawn.
  const change = useCallback((to: Partial<Design>, about: string) => step({ kind: 'change', to, about }), []);
  const decoration = useDecoration(design, overlay);

  const open = useCallback(async (file: Blob, as: 'picture' | 'overlay') => {
    try {
      const opened = await openPicture(file);
      setRefusal(null);
      const set = as === 'picture' ? setPicture : setOverlay;
      set((before) => {
        if (before) URL.revokeObjectURL(before.url);
        return opened;
      });
      if (as === 'picture') setPlace(unmoved);
    } catch (error) {
      if (!(error instanceof RefusedPicture)) throw error;
      setRefusal(error.reason);
    }
  }, []);
  const changeOverlay = useCallback(
    (file: Blob | null) => {
      if (file) void open(file, 'overlay');
      else setOverlay(null);
    },
    [open],
  );

  const readAddress = useEffectEvent(() => {
    const shared = fromAddress(window.location.hash);
    if (shared) step({ kind: 'load', design: shared });
  });
  useEffect(() => {
    if (isSmall) return;
    readAddress();
    window.addEventListener('hashchange', readAddress);
    return () => window.removeEventListener('hashchange', readAddress);
  }, [isSmall]);

  // Stores the design for a reload, but not during a drag, because browsers limit such writes.
  const isAtRest = history.about === null && history.past.length > 0;
  useEffect(() => {
    if (isAtRest && !isSmall) window.history.replaceState(null, '', `#${toAddress(design)}`);
  }, [isAtRest, isSmall, design]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isSmall || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    step({ kind: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
  });
  const onLift = useEffectEvent(() => step({ kind: 'lift' }));
  const onPaste = useEffectEvent((event: Event) => {
    const file = fileIn((event as unknown as ClipboardEvent).clipboardData);
    if (file) void open(file, 'picture');
  });
  useEffect(() => {
    const lifts = ['pointerup', 'keyup', 'focusout'];
    const [key, paste, lift] = [
      (event: KeyboardEvent) => onKey(event),
      (event: Event) => onPaste(event),
      () => onLift(),
    ];
    window.addEventListener('keydown', key);
    window.addEventListener('paste', paste);
    for (const name of lifts) window.addEventListener(name, lift);
    return () => {
      window.removeEventListener('keydown', key);
      window.removeEventListener('paste', paste);
      for (const name of lifts) window.removeEventListener(name, lift);
    };
  }, []);

  return (
    <DropField
      onDrop={({ files: [file] }) => {
        if (file) void open(file, 'picture');
        return true;
      }}
      className="group/drop grid items-start gap-x-8 gap-y-8 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <section aria-label={t('stage.label')} className="flex min-w-0 flex-col gap-4 md:sticky md:top-20">
        <Toolbar
          history={history}
          onStep={step}
          hasPicture={picture !== null}
          onOpen={(file) => void open(file, 'picture')}
        />
        <Stage
          picture={picture}
          place={place}
          onPlace={setPlace}
          design={design}
          decoration={decoration}
          onOpen={(file) => void open(file, 'picture')}
        />
        <p role="alert" className="text-red empty:hidden">
          {refusal && t(`refusals.${refusal}`)}
        </p>
        <Save picture={picture} place={place} design={design} decoration={decoration} isLoggedIn={isLoggedIn} />
        {!isSmall && <Previews picture={picture} place={latePlace} design={design} decoration={decoration} />}
      </section>
      {isSmall ? (
        <Designs design={design} onChange={change} picture={picture} />
      ) : (
        <Panel
          design={design}
          onChange={change}
          picture={picture}
          place={place}
          onPlace={setPlace}
          overlay={overlay}
          onOverlay={changeOverlay}
        />
      )}
    </DropField>
  );
}

const fileIn = (data: DataTransfer | null): File | undefined => [...(data?.files ?? [])][0];
