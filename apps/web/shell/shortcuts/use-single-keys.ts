'use client';

import { useEffect, useEffectEvent } from 'react';
import { memories } from '../../lib/drafts/remembered.ts';

const typing =
  'textarea, select, [role=combobox], [contenteditable], input:not([type=checkbox], [type=radio], [type=button])';

/** True unless a layer above the page has the focus, because layers have their own keys. */
export const isOnPage = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(`${typing}, [role=dialog], [role=menu], [role=listbox]`) === null;

/** Calls the latest `press` for each key while the component is mounted. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const run = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/**
 * Handles the page's single keys (`keyOf` returns their names). They are ignored during typing, over a dialog or menu,
 * or if switched off. Escape is not a character, so it always works.
 */
export function useSingleKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useKeyDown((event) => {
    const key = keyOf(event);
    const action = key === null || event.defaultPrevented ? undefined : actions[key];
    if (!action || !isOnPage(event.target)) return;
    if (key !== 'escape' && !memories.hasSingleKeys.read()) return;
    event.preventDefault();
    action(event);
  });
}

interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/** Returns the name of a key that acts on its own (a letter, `/`, `?` or Escape), or null for other keys. */
export function keyOf(event: Pressed): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.key === 'Escape') return 'escape';
  if (event.key === '?' || event.key === '؟') return '?';
  if (event.key === '/') return '/';
  const key = event.key.toLowerCase();
  if (/^[a-z]$/.test(key)) return key;
  // Keyboards without Latin letters use the key in the same position.
  const isOtherLetter = key.length === 1 && /\p{L}/u.test(key);
  return isOtherLetter ? (/^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase() ?? null) : null;
}
