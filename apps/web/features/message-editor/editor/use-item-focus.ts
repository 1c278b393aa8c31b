'use client';

import { useEffect, useRef, useState } from 'react';

/** What happened to a list last; a new object each time, so that the same again counts as well. */
type Happened =
  | { readonly kind: 'moved'; readonly to: number; readonly by: 1 | -1 }
  | { readonly kind: 'added' }
  | { readonly kind: 'removed'; readonly place: number };

/**
 * Keeps the focus with the item that moves: what the browser takes out and puts in elsewhere has lost it. After a
 * removal it goes to the item that follows, else to the button that adds one; what is new is written in at once. The list's items wear `data-item`.
 */
export function useItemFocus() {
  const list = useRef<HTMLDivElement>(null);
  const [happened, setHappened] = useState<Happened | null>(null);
  useEffect(() => {
    if (!happened || !list.current) return;
    const items = list.current.querySelectorAll<HTMLElement>('[data-item]');
    if (happened.kind === 'added') {
      [...items].at(-1)?.querySelector<HTMLElement>('textarea, input')?.focus();
      return;
    }
    if (happened.kind === 'removed') {
      const next = items[Math.min(happened.place, items.length - 1)];
      (next ?? list.current).querySelector<HTMLElement>(next ? '[data-remove]' : '[data-add]')?.focus();
      return;
    }
    const [up, down] = items[happened.to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    const [same, other] = happened.by < 0 ? [up, down] : [down, up];
    (same?.disabled ? other : same)?.focus();
  }, [happened]);
  return {
    list,
    moved: (place: number, by: 1 | -1) => setHappened({ kind: 'moved', to: place + by, by }),
    added: () => setHappened({ kind: 'added' }),
    removed: (place: number) => setHappened({ kind: 'removed', place }),
    /** Where the item that moved stands now, for those who hear the page. */
    place: happened?.kind === 'moved' ? happened.to + 1 : null,
  };
}
