'use client';

import { useEffect, useState } from 'react';
import { findDraft, forgetDraft, type KeptDraft, keepDraft } from '../../lib/kept-draft.ts';
import { isSame, resumed } from './draft.ts';

/** A draft that stays in this tab until it is saved or discarded, also when its sheet is closed. */
export function useKeptDraft<T extends object>(name: string, opened: T, isDraft: (value: unknown) => value is T) {
  const [kept] = useState(() => findDraft(name, isDraft));
  const [begun] = useState(() => resumed(opened, kept));
  /** What stands there, as far as we know. */
  const [theirs, setTheirs] = useState(opened);
  /** What the draft was made from: of a kept one that may be older. */
  const [saved, setSaved] = useState(begun.saved);
  const [draft, setDraft] = useState(begun.now);
  const isChanged = !isSame(draft, saved);
  useKeeping(name, { saved, now: draft }, isChanged);
  return {
    wasKept: kept !== null && isChanged,
    draft,
    setDraft,
    saved,
    isChanged,
    /** Somebody else's version has been shown: from here on it is what we change. */
    meet: (version: T) => {
      setTheirs(version);
      setSaved(version);
    },
    discard: () => {
      setSaved(theirs);
      setDraft(theirs);
    },
  };
}

/** Keeps what is unsaved; nothing is left of a draft that says what is saved anyway. */
export function useKeeping<T>(name: string, { saved, now }: KeptDraft<T>, isChanged: boolean): void {
  useEffect(() => {
    if (isChanged) keepDraft(name, { saved, now });
    else forgetDraft(name);
  }, [name, saved, now, isChanged]);
}
