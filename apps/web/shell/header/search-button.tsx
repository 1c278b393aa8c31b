'use client';

import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { ShellFrame } from '../shell-data.ts';
import { useKeyDown } from '../shortcuts/use-single-keys.ts';

const Palette = dynamic(() => import('../palette/palette.tsx').then((module) => module.Palette), { ssr: false });

/** Opens the palette, which loads on first use. */
export function SearchButton({ shell, words }: { shell: ShellFrame; words: { label: string } }) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);

  useKeyDown((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    setWanted(true);
    setOpen((open) => !open);
  });

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="flex size-control items-center justify-center gap-2 max-md:shrink-0 rounded-control text-muted transition-colors duration-120 hover:bg-raised md:w-[min(360px,30vw)] md:justify-between md:border md:border-line md:bg-surface md:px-3 md:hover:border-control/60 md:hover:bg-surface"
      >
        <span className="flex min-w-0 items-center gap-2.5">
          <Icon of={Search} size={17} className="shrink-0" />
          <span className="truncate max-md:sr-only">{words.label}</span>
        </span>
        <span className="hidden lg:inline" dir="ltr">
          <Kbd>{'Ctrl K'}</Kbd>
        </span>
      </button>
      {isWanted && <Palette shell={shell} isOpen={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
