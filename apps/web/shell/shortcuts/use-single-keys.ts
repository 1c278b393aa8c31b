'use client';

import { useEffect, useEffectEvent } from 'react';
import { memories } from '../../lib/drafts/remembered.ts';

const typing =
  'textarea, select, [role=combobox], [contenteditable], input:not([type=checkbox], [type=radio], [type=button])';

/** Only the page itself: layers above it have their own keys. */
export const isOnPage = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(`${typing}, [role=dialog], [role=menu], [role=listbox]`) === null;

/** Calls the latest `press` for each key, as long as the component is on the page. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const run = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/**
 * The page's single keys (see `keyOf` for their names). They never fire during typing, over a dialog or menu, or when
 * switched off; Escape is not a character and always works.
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

/** Keys that do something on their own: letters, `/`, `?` and Escape. Null: not one of them. */
export function keyOf(event: Pressed): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.key === 'Escape') return 'escape';
  if (event.key === '?' || event.key === '؟') return '?';
  if (event.key === '/') return '/';
  const key = event.key.toLowerCase();
  if (/^[a-z]$/.test(key)) return key;
  // On a keyboard without Latin letters: the key in the same position.
  const isOtherLetter = key.length === 1 && /\p{L}/u.test(key);
  return isOtherLetter ? (/^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase() ?? null) : null;
}
