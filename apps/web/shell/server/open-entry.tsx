'use client';

import { ArrowLeft } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { firstField } from '../../ui/layers/first-field.ts';

export interface Held<E> {
  readonly chosen: string | null;
  readonly entry: E;
  /** True if the person removed or closed the entry on this page. */
  readonly isLeft: boolean;
}

/**
 * Returns the open entry after a refetch. If another person removes it during an edit, the draft stays. An entry that
 * this person left closes at once, although the list may still contain it.
 */
export function heldAfter<E>(
  held: Held<E> | null,
  { chosen, entries, idOf }: { chosen: string | null; entries: readonly E[]; idOf: (entry: E) => string },
): Held<E> | null {
  const isOnly = chosen === null && entries.length === 1;
  const found = isOnly ? entries[0] : entries.find((each) => idOf(each) === chosen);
  const isSame = held !== null && held.chosen === chosen;
  if (!found) return isSame && !held.isLeft ? held : null;
  if (isSame && held.entry === found) return held;
  return { chosen, entry: found, isLeft: held?.isLeft === true && idOf(held.entry) === idOf(found) };
}

/**
 * Returns the open entry of a tool. The URL contains its id, or `new`. A single entry is open by default, and a tool
 * without entries starts a new one. Null shows the list.
 */
export function useOpenEntry<E>(param: string, entries: readonly E[], idOf: (entry: E) => string) {
  const [chosen, choose] = useQueryState(param, parseAsString.withOptions({ history: 'push' }));
  const [before, hold] = useState<Held<E> | null>(null);
  const held = heldAfter(before, { chosen, entries, idOf });
  if (held !== before) hold(held);
  const opened: E | 'new' | null = held?.entry ?? (chosen === 'new' || entries.length === 0 ? 'new' : null);
  return {
    opened,
    /** The key changes with the open entry, which resets the draft. */
    key: opened === null ? '' : opened === 'new' ? 'new' : idOf(opened),
    open: (id: string) => {
      hold(null);
      void choose(id);
    },
    /** Called with the id under which the new entry was saved. */
    saved: (id: string) => void choose(id, { history: 'replace' }),
    leave: () => {
      hold(held && { ...held, chosen: null, isLeft: true });
      void choose(null);
    },
  };
}

/** The link to the list, if there is one. For a new entry, the focus starts in its form. */
export function BackToList({
  label,
  entry: { opened, leave },
  count,
}: {
  label: string;
  entry: { readonly opened: unknown; readonly leave: () => void };
  count: number;
}) {
  const isAdded = opened === 'new' && count > 0;
  useEffect(() => {
    // On touch, the keyboard stays closed until a tap on a field.
    if (isAdded && window.matchMedia('(pointer: fine)').matches)
      firstField(document.querySelector<HTMLElement>('[data-form]'))?.focus();
  }, [isAdded]);
  if (!isAdded && count < 2) return null;
  return (
    <Button variant="ghost" size="compact" className="-ms-2 mb-2" onClick={leave}>
      <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
      {label}
    </Button>
  );
}
