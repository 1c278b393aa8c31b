'use client';

import { useEffect, useEffectEvent } from 'react';
import { memories } from '../../lib/drafts/remembered.ts';
import { keyOf } from './key-of.ts';

const typing =
  'textarea, select, [role=combobox], [contenteditable], input:not([type=checkbox], [type=radio], [type=button])';

/** Only the page itself: what floats over it has keys of its own. */
export const isOnPage = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(`${typing}, [role=dialog], [role=menu], [role=listbox]`) === null;

/**
 * What single keys do on this page (see `keyOf` for their names). They never fire while somebody types, over a dialog
 * or menu, or when they are switched off; Escape is not a character and always works.
 */
export function useSingleKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    const action = key === null || event.defaultPrevented ? undefined : actions[key];
    if (!action || !isOnPage(event.target)) return;
    if (key !== 'escape' && !memories.hasSingleKeys.read()) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
