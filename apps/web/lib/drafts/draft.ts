'use client';

import { useMemo, useReducer } from 'react';

/** Letters that are typed in the same word within this time are one undo step. */
const ONE_STEP_MS = 800;
const MOST_STEPS = 200;

/** The history of a form: the saved content, the current content, and the steps between them. It is immutable. */
export interface History<T> {
  readonly saved: T;
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  readonly last: { readonly field: string; readonly at: number; readonly edit: Edit } | null;
}

export type Step<T> =
  | { readonly kind: 'change'; readonly field: string; readonly to: (now: T) => T; readonly at: number }
  /** Opens an editor. This is not an undo step, so undo does not close the editor. */
  | { readonly kind: 'open'; readonly to: (state: T) => T }
  | { readonly kind: 'undo' | 'redo' | 'discard' }
  /** The content was saved here or by another person. Our own steps remain. */
  | { readonly kind: 'saved'; readonly as: T }
  /** Another person saved: unchanged fields take their values, and our changes remain. */
  | { readonly kind: 'rebase'; readonly onto: T };

export const begin = <T>(saved: T, now: T = saved): History<T> => ({ saved, now, past: [], future: [], last: null });

export function take<T extends object>(history: History<T>, step: Step<T>): History<T> {
  switch (step.kind) {
    case 'change':
      return change(history, step);
    case 'open': {
      const { to } = step;
      return {
        ...history,
        now: to(history.now),
        past: history.past.map(to),
        future: history.future.map(to),
        last: null,
      };
    }
    case 'undo': {
      const now = history.past.at(-1);
      if (now === undefined) return history;
      return { ...history, now, past: history.past.slice(0, -1), future: [history.now, ...history.future], last: null };
    }
    case 'redo': {
      const [now, ...future] = history.future;
      if (now === undefined) return history;
      return { ...history, now, past: [...history.past, history.now], future, last: null };
    }
    case 'discard':
      // Discarding is a step too, so it can be undone.
      return { ...history, now: history.saved, past: [...history.past, history.now], future: [], last: null };
    case 'saved':
      return { ...history, saved: step.as };
    case 'rebase': {
      const { saved } = history;
      const moved = (state: T) => rebased({ saved, now: state }, step.onto);
      const [past, future] = [history.past.map(moved), history.future.map(moved)];
      return { ...history, saved: step.onto, now: moved(history.now), past, future };
    }
    default:
      return step satisfies never;
  }
}

function change<T>(history: History<T>, step: Extract<Step<T>, { kind: 'change' }>): History<T> {
  const now = step.to(history.now);
  if (Object.is(now, history.now)) return history;
  const { last } = history;
  const edit = editBetween(history.now, now);
  const isSameField = last !== null && last.field === step.field && step.at - last.at < ONE_STEP_MS;
  const isSameStep = isSameField && edit !== 'insertion' && edit === last.edit;
  const past = isSameStep ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  // A space belongs to the next word, so undo removes a word with its space.
  const continuesAs = edit === 'space' ? 'letter' : edit;
  return { ...history, now, past, future: [], last: { field: step.field, at: step.at, edit: continuesAs } };
}

/** The kind of an edit. An `insertion` adds several characters at once, such as a paste. `other` changes no text. */
type Edit = 'letter' | 'space' | 'insertion' | 'deletion' | 'other';

function editBetween(before: unknown, after: unknown): Edit {
  const [one, other] = changedText(before, after) ?? [];
  if (one === undefined || other === undefined) return 'other';
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const inserted = other.slice(start, other.length - end);
  const isReplaced = one.length - end > start;
  if (inserted === '') return 'deletion';
  // An input method replaces the text that it is composing.
  if ([...new Intl.Segmenter().segment(inserted)].length > 1 && !isReplaced) return 'insertion';
  return /^\s/u.test(inserted) ? 'space' : 'letter';
}

/** Returns the first text that differs between two states. */
function changedText(before: unknown, after: unknown): readonly [string, string] | null {
  if (Object.is(before, after)) return null;
  if (typeof before === 'string' && typeof after === 'string') return [before, after];
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return null;
  for (const key of Object.keys(after)) {
    const found = changedText(Reflect.get(before, key), Reflect.get(after, key));
    if (found) return found;
  }
  return null;
}

/**
 * Applies our changes to the stored record; other fields take the stored values. Equal values stay the same object.
 * List items keep their keys, so none loses the focus.
 */
export function rebased<T extends object>({ saved, now }: { readonly saved: T; readonly now: T }, onto: T): T {
  const ours = changedFields(saved, now);
  const others = changedFields(now, onto);
  const kept = (Object.keys(now) as (keyof T & string)[]).filter((key) => ours.includes(key) || !others.includes(key));
  return { ...onto, ...Object.fromEntries(kept.map((key) => [key, now[key]])) };
}

/** Returns the fields that differ between two states. Drafts are plain data, so equal JSON means equal content. */
export function changedFields<T extends object>(one: T, other: T): (keyof T & string)[] {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof T & string)[];
  return keys.filter((key) => !isSame(one[key], other[key]));
}

/**
 * Compares without key order, and an absent key equals an undefined one. Keys that begin with `$` belong to the UI and
 * are ignored.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => key.startsWith('$') || isSame(Reflect.get(one, key), Reflect.get(other, key)));
}

export interface Draft<T extends object> {
  readonly value: T;
  readonly saved: T;
  readonly changed: readonly (keyof T & string)[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** `field` names the edited field. Consecutive letters in one field are one step. */
  readonly change: (field: string, to: (now: T) => T) => void;
  /** Opens an editor in the draft. Undo does not go back further. */
  readonly open: (to: (state: T) => T) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  readonly markSaved: (as: T) => void;
  readonly rebase: (onto: T) => void;
}

export function useDraft<T extends object>(saved: T, now?: T): Draft<T> {
  const [history, dispatch] = useReducer(take<T>, begin(saved, now));
  const changed = useMemo(() => changedFields(history.saved, history.now), [history.saved, history.now]);
  return {
    value: history.now,
    saved: history.saved,
    changed,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (field, to) => dispatch({ kind: 'change', field, to, at: Date.now() }),
    open: (to) => dispatch({ kind: 'open', to }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    discard: () => dispatch({ kind: 'discard' }),
    markSaved: (as) => dispatch({ kind: 'saved', as }),
    rebase: (onto) => dispatch({ kind: 'rebase', onto }),
  };
}
