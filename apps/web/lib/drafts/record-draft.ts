import { NO_RECORD } from '@tally/contract/wire/record-version';
import { CallError } from '../call.ts';
import { changedFields, isSame, rebased } from './draft.ts';
import type { KeptDraft } from './kept-draft.ts';

/** The record on the server, with the version that a save sends. */
export interface Stored<T, V = string> {
  readonly value: T;
  readonly version: V;
}

export const unstored = <T>(value: T): Stored<T> => ({ value, version: NO_RECORD });

export const storedAs = <R extends { readonly version: string }, T>(
  record: R,
  draftOf: (record: R) => T,
): Stored<T> => ({ value: draftOf(record), version: record.version });

interface Comparison<T> {
  /** The fields that both changed, to different values. */
  readonly both: readonly (keyof T & string)[];
  readonly onlyTheirs: readonly (keyof T & string)[];
}

export function compare<T extends object>({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', T>): Comparison<T> {
  const ours = changedFields(base, mine);
  const news = changedFields(base, theirs).filter((field) => !isSame(mine[field], theirs[field]));
  return {
    both: news.filter((field) => ours.includes(field)),
    onlyTheirs: news.filter((field) => !ours.includes(field)),
  };
}

const isNews = <T extends object>(about: Record<'base' | 'mine' | 'theirs', T>): boolean => {
  const { both, onlyTheirs } = compare(about);
  return both.length + onlyTheirs.length > 0;
};

export interface Begun<T, V> {
  /** The record that the draft is based on. */
  readonly saved: T;
  readonly now: T;
  readonly version: V;
  /** The newer record that another person saved. */
  readonly met: Stored<T, V> | null;
}

/** Restores a draft from an earlier visit. It uses the newest version unless that changes the same fields. */
export function beginRecord<T extends object, V>(stored: Stored<T, V>, kept: KeptDraft<T> | null): Begun<T, V> {
  const { value, version } = stored;
  if (kept === null) return { saved: value, now: value, version, met: null };
  const isOvertaken = !isSame(kept.version, version) && isNews({ base: kept.saved, mine: kept.now, theirs: value });
  if (isOvertaken) return { ...kept, version: kept.version as V, met: stored };
  return { saved: value, now: rebased(kept, value), version, met: null };
}

export interface Change<T, V = string> {
  readonly value: T;
  /** The fields that differ from the record that the draft is based on. */
  readonly changed: readonly (keyof T & string)[];
  readonly version: V;
  /** True if the server is not known to have the record. */
  readonly isNew: boolean;
}

export interface RecordCalls<T, V = string> {
  /** Sends the change. The API refuses it as `changedMeanwhile` if the version is not the current one. */
  readonly send: (change: Change<T, V>) => Promise<string>;
  /** Fetches the record; null if it was removed. For a new record, `mine` only determines where it would be stored. */
  readonly fetchStored: (mine: T) => Promise<Stored<T, V> | null>;
}

/** The server's message after a save, or in `met` another person's newer record (null if they removed it). */
export type Outcome<T, V> = { readonly sentence: string } | { readonly met: Stored<T, V> | null };

/**
 * Saves with the version that the draft is based on. If a newer version left these fields unchanged, saves again on top
 * of it. This is common, because all settings of a server share one version.
 */
export async function saveOn<T extends object, V>(
  base: Stored<T, V>,
  mine: T,
  calls: RecordCalls<T, V>,
): Promise<Outcome<T, V>> {
  const { value, version } = base;
  const isNew = version === NO_RECORD;
  try {
    return { sentence: await calls.send({ value: mine, changed: changedFields(value, mine), version, isNew }) };
  } catch (error) {
    if (!isMissed(error)) throw error;
    const theirs = await calls.fetchStored(mine);
    if (theirs === null ? isNew : isSame(theirs.version, version)) throw error;
    if (theirs === null || isNews({ base: value, mine, theirs: theirs.value })) return { met: theirs };
    return await saveOn(theirs, rebased({ saved: value, now: mine }, theirs.value), calls);
  }
}

/** True if the record has changed or no longer exists. */
export const isMissed = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'changedMeanwhile' || error.status === 404);

/** Picks some fields of a record. */
export const pick = <T extends object, K extends keyof T>(whole: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<T, K>;
