'use client';

import { ArrowLeft } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { firstField } from '../../ui/layers/first-field.ts';

interface Held<E> {
  readonly chosen: string | null;
  readonly entry: E;
}

/**
 * The entry of a tool that is open. The address names it, or `new`. The only entry is open without that, and a tool
 * without entries begins one. Null: the list.
 */
export function useOpenEntry<E>(param: string, entries: readonly E[], idOf: (entry: E) => string) {
  const [chosen, choose] = useQueryState(param, parseAsString.withOptions({ history: 'push' }));
  const found = chosen === null && entries.length === 1 ? entries[0] : entries.find((each) => idOf(each) === chosen);
  // Another person may remove it during an edit: the draft stays.
  const [held, hold] = useState<Held<E> | null>(null);
  if (found && (held?.entry !== found || held.chosen !== chosen)) hold({ chosen, entry: found });
  const kept = found ?? (held?.chosen === chosen ? held.entry : undefined);
  const opened: E | 'new' | null = kept ?? (chosen === 'new' || entries.length === 0 ? 'new' : null);
  return {
    opened,
    /** Changes with the open entry, so its draft begins again. */
    key: opened === null ? '' : opened === 'new' ? 'new' : idOf(opened),
    open: (id: string) => void choose(id),
    /** The new entry is saved under this id. */
    saved: (id: string) => void choose(id, { history: 'replace' }),
    leave: () => {
      hold(null);
      void choose(null);
    },
  };
}

/** The way back to the list, where there is one. A new entry begins with the keyboard in its form. */
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
    // On touch the keyboard stays closed until a field is tapped.
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
