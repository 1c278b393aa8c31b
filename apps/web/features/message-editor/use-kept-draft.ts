'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { findDraft, forgetDraft, type KeptDraft, keepDraft } from '../../lib/kept-draft.ts';
import { toast } from '../../shell/toast.ts';
import { type Draft, isSame, resumed, useDraft } from './draft.ts';

/** A draft that stays in this tab until it is saved or discarded, also when its sheet is closed. */
export function useKeptDraft<T extends object>(name: string, opened: T, isDraft: (value: unknown) => value is T) {
  const [kept] = useState(() => findDraft(name, isDraft));
  const [begun] = useState(() => resumed(opened, kept));
  /** What stands there, as far as we know. */
  const [theirs, setTheirs] = useState(opened);
  /** What the draft was made from: of a kept one that may be older. */
  const [saved, setSaved] = useState(begun.saved);
  const [draft, setDraft] = useState(begun.now);
  const [isGone, setGone] = useState(false);
  const isChanged = !isSame(draft, saved);
  useKeeping(name, { saved, now: draft }, isChanged);
  return {
    wasKept: kept !== null && isChanged,
    draft,
    setDraft,
    saved,
    isChanged,
    /**
     * Whether what stands there now, or that nothing does, is news to whoever changes it. Told once: from here on
     * it is what we change, and saving again is the decision.
     */
    isNews: (now: T | null): boolean => {
      if (now === null ? isGone : !isGone && isSame(now, saved)) return false;
      setGone(now === null);
      if (now) {
        setTheirs(now);
        setSaved(now);
      }
      return true;
    },
    discard: () => {
      setSaved(theirs);
      setDraft(theirs);
    },
  };
}

/** The same for a page, with its own steps back. That it is of an earlier visit is said once. */
export function useKeptHistory<T extends object>(
  name: string,
  opened: T,
  isDraft: (value: unknown) => value is T,
): Draft<T> {
  const t = useTranslations('shell.unsaved');
  const [kept] = useState(() => findDraft(name, isDraft));
  const [begun] = useState(() => resumed(opened, kept));
  const draft = useDraft<T>(begun.saved, begun.now);
  useEffect(() => {
    if (kept) void toast('info', { title: t('back'), id: 'draft' });
  }, [kept, t]);
  useKeeping(name, { saved: draft.saved, now: draft.value }, draft.changed.length > 0);
  return draft;
}

/** Saves such a draft; what was saved is kept no longer. Of what it does not save, `run` says why and hands back null. */
export function useSaving({
  name,
  run,
  onSaved,
  onError,
}: {
  name: string;
  run: () => Promise<string | null>;
  onSaved: () => void;
  onError: (error: Error) => void;
}) {
  const save = useMutation({
    mutationFn: run,
    onSuccess: (sentence) => {
      if (sentence === null) return;
      forgetDraft(name);
      void toast('success', { title: sentence });
      onSaved();
    },
    onError,
    meta: { isQuiet: true },
  });
  return { save: () => save.mutate(), isSaving: save.isPending };
}

/** Keeps what is unsaved; nothing is left of a draft that says what is saved anyway. */
export function useKeeping<T>(name: string, { saved, now }: KeptDraft<T>, isChanged: boolean): void {
  useEffect(() => {
    if (isChanged) keepDraft(name, { saved, now });
    else forgetDraft(name);
  }, [name, saved, now, isChanged]);
}
