'use client';

import { useEffect, useRef, useState } from 'react';

/** The last change of a list. Each change is a new object, so a repeated change counts too. */
type Happened =
  | { readonly kind: 'moved'; readonly to: number; readonly by: 1 | -1 }
  | { readonly kind: 'added' }
  | { readonly kind: 'removed'; readonly place: number };

/**
 * Keeps the focus on a moved item, which loses it when the browser moves the element. After a removal, the next item or
 * the add button gets the focus. A new item is focused for typing. List items need `data-item`.
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
    /** The new position of the moved item, which screen readers announce. */
    place: happened?.kind === 'moved' ? happened.to + 1 : null,
  };
}
