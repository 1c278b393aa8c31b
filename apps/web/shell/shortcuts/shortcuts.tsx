'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { useSingleKeys } from './use-single-keys.ts';

const Help = dynamic(() => import('./help.tsx').then((module) => module.ShortcutHelp), { ssr: false });

const OPEN = 'tally:shortcuts';

/** Opens the list of shortcuts, for example from a command or a setting. */
export const showShortcuts = (): void => void window.dispatchEvent(new Event(OPEN));

/** Opens the list of shortcuts with `?`. The list loads on demand. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useSingleKeys({ '?': () => setOpen(true) });
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(OPEN, open);
    return () => window.removeEventListener(OPEN, open);
  }, []);
  return isOpen ? <Help onClose={() => setOpen(false)} /> : null;
}
