'use client';

import { useEffect, useState } from 'react';
import { findDraft, forgetDraft, type KeptDraft, keepDraft } from '../../lib/kept-draft.ts';
import { isSame } from './draft.ts';

/** A draft that stays in this tab until it is saved or discarded, also when its sheet is closed. */
export function useKeptDraft<T extends object>(name: string, saved: T, isDraft: (value: unknown) => value is T) {
  const [kept] = useState(() => findDraft(name, isDraft));
  const [draft, setDraft] = useState<T>(kept?.now ?? saved);
  const isChanged = !isSame(draft, saved);
  useKeeping(name, { saved, now: draft }, isChanged);
  return { kept, draft, setDraft, isChanged };
}

/** Keeps what is unsaved; nothing is left of a draft that says what is saved anyway. */
export function useKeeping<T>(name: string, { saved, now }: KeptDraft<T>, isChanged: boolean): void {
  useEffect(() => {
    if (isChanged) keepDraft(name, { saved, now });
    else forgetDraft(name);
  }, [name, saved, now, isChanged]);
}
