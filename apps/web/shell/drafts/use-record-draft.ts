'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, isSame, rebased, useDraft } from '../../lib/drafts/draft.ts';
import { findDraft, forgetDraft, keepDraft } from '../../lib/drafts/kept-draft.ts';
import {
  beginRecord,
  compare,
  type RecordCalls,
  type Stored,
  saveOn,
  unstored,
} from '../../lib/drafts/record-draft.ts';
import type { NameOfField } from '../../lib/words/plain-refusal.ts';
import { useFailureText } from '../failed.tsx';
import { toast } from '../toast.ts';

export interface RecordOptions<T extends object, V> extends RecordCalls<T, V> {
  /** The name under which this tab keeps the draft until it is saved or discarded, even if its page is closed. */
  readonly name: string;
  /** The record from the query that `fetchStored` refreshes. */
  readonly stored: Stored<T, V>;
  readonly isDraft: (value: unknown) => value is T;
  /** Returns the page's label for a field in an error. */
  readonly nameOf?: NameOfField;
  readonly onSaved?: (value: T) => void;
  /** True if `onSaved` closes the page or sheet. Until then, the draft cannot be saved again. */
  readonly leaves?: boolean;
  /** Called when another person has removed the record and the draft was discarded. */
  readonly onGone?: () => void;
}

/** A conflict: another person saved while this draft was edited. */
export interface Conflict<T extends object> extends ReturnType<typeof compare<T>> {
  readonly base: T;
  readonly mine: T;
  /** The other person's record; null if they removed it. */
  readonly theirs: T | null;
  /** Saves the changes of this draft on top of theirs. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

export interface RecordEdit<T extends object> {
  readonly draft: Draft<T>;
  readonly set: (part: Partial<T>) => void;
  /** True if the draft is from an earlier visit. */
  readonly wasKept: boolean;
  /** Why the save failed, as an object and as text. */
  readonly error: Error | null;
  readonly problem: string | null;
  readonly conflict: Conflict<T> | null;
  readonly isSaving: boolean;
  readonly save: () => void;
  /** Makes a change and saves it with the others in one step. */
  readonly saveWith: (part: Partial<T>) => void;
  readonly discard: () => void;
}

/** Edits one record. A save sends its base version, so it cannot overwrite another person's change. */
export function useRecordDraft<T extends object, V = string>(options: RecordOptions<T, V>): RecordEdit<T> {
  const { name, stored } = options;
  const [kept] = useState(() => findDraft(name, options.isDraft));
  const [begun] = useState(() => beginRecord(stored, kept));
  const draft = useDraft<T>(begun.saved, begun.now);
  const [version, setVersion] = useState(begun.version);
  const [met, setMet] = useState<Stored<T, V> | 'gone' | null>(begun.met);
  const [error, setError] = useState<Error | null>(null);
  /** A ref, because a second press may come before the next render updates the state. */
  const turn = useRef<'free' | 'saving' | 'leaving'>('free');
  const [isLeaving, setLeaving] = useState(false);
  const isWished = useRef(false);
  /** The version of the last rebase, which an open sheet may keep showing. */
  const [seen, setSeen] = useState(stored.version);
  const textOf = useFailureText(options.nameOf);
  const { value, saved } = draft;
  const isChanged = draft.changed.length > 0;

  useEffect(() => {
    if (isChanged) keepDraft(name, { saved, version, now: value });
    else forgetDraft(name);
  }, [name, saved, version, value, isChanged]);

  const put = useMutation({
    mutationFn: ({ base, mine }: { base: Stored<T, V>; mine: T }) => saveOn(base, mine, options),
    onSuccess: (outcome, { mine }) => {
      setError(null);
      turn.current = 'free';
      if ('met' in outcome) {
        setMet(outcome.met ?? 'gone');
        return;
      }
      if (options.leaves) {
        turn.current = 'leaving';
        setLeaving(true);
      }
      draft.markSaved(mine);
      forgetDraft(name);
      if (outcome.sentence !== '') void toast('success', { title: outcome.sentence });
      options.onSaved?.(mine);
    },
    onError(failure) {
      turn.current = 'free';
      setError(failure);
    },
    meta: { isQuiet: true },
  });

  const send = (about: { base: Stored<T, V>; mine: T }) => {
    if (turn.current !== 'free') return;
    turn.current = 'saving';
    put.mutate(about);
  };
  /** Saves now. A save during another one saves the later changes once the first has succeeded. */
  const save = () => {
    isWished.current = turn.current === 'saving';
    send({ base: { value: saved, version }, mine: value });
  };
  const saveRest = useEffectEvent(() => {
    isWished.current = false;
    if (isChanged && error === null && met === null) save();
  });
  const isSending = put.isPending;
  useEffect(() => {
    if (!isSending && isWished.current) saveRest();
  }, [isSending]);

  const follow = (theirs: Stored<T, V>) => {
    setVersion(theirs.version);
    setSeen(stored.version);
    setMet(null);
    draft.rebase(theirs.value);
  };
  // A newer record has arrived. Without unsaved changes, it is shown immediately.
  if (!isChanged && !put.isPending && !isSame(stored.version, seen)) follow(stored);

  const takeTheirs = () => {
    if (met === 'gone') {
      forgetDraft(name);
      options.onGone?.();
    } else if (met) {
      follow(met);
      draft.discard();
    }
  };
  const keepMine = () => {
    if (met === null) return;
    const theirs = met === 'gone' ? (unstored(saved) as Stored<T, V>) : met;
    follow(theirs);
    send({ base: theirs, mine: rebased({ saved, now: value }, theirs.value) });
  };
  const set = (part: Partial<T>) => {
    setError(null);
    draft.change(Object.keys(part).join(), (now) => ({ ...now, ...part }));
  };
  return {
    draft: {
      ...draft,
      change: (field, to) => {
        // The error is cleared, because this change may fix its cause.
        setError(null);
        draft.change(field, to);
      },
    },
    set,
    wasKept: kept !== null && isChanged,
    error,
    problem: error && textOf(error),
    conflict: met && { ...meet(met, { base: saved, mine: value }), keepMine, takeTheirs },
    isSaving: put.isPending || isLeaving,
    save,
    saveWith: (part) => {
      set(part);
      send({ base: { value: saved, version }, mine: { ...value, ...part } });
    },
    discard: () => {
      setError(null);
      if (met) takeTheirs();
      else draft.discard();
    },
  };
}

function meet<T extends object>(met: { readonly value: T } | 'gone', ours: { readonly base: T; readonly mine: T }) {
  if (met === 'gone') return { ...ours, theirs: null, both: [], onlyTheirs: [] };
  return { ...ours, theirs: met.value, ...compare({ ...ours, theirs: met.value }) };
}
