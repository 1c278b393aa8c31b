import { type Intent, readIntent } from './intent.ts';

/** Unsaved work of this tab: it survives an expired session, a reload and back navigation. Never on the server. */
export interface KeptDraft<T> {
  /** The record that the draft was made from, and its version, to notice changes by another person. */
  readonly saved: T;
  readonly version: unknown;
  readonly now: T;
}

const keyOf = (name: string): string => `draft ${name}`;
/** Forms are small. Larger drafts are not worth filling the storage. */
const MOST_LETTERS = 400_000;

export function keepDraft<T>(name: string, draft: KeptDraft<T>): void {
  const text = JSON.stringify(draft);
  if (text.length > MOST_LETTERS) return;
  tryStorage((storage) => storage.setItem(keyOf(name), text));
}

export function forgetDraft(name: string): void {
  tryStorage((storage) => storage.removeItem(keyOf(name)));
}

/** Returns null if no draft is stored, or if it has an outdated shape. */
export function findDraft<T>(name: string, isValid: (value: unknown) => value is T): KeptDraft<T> | null {
  const text = tryStorage((storage) => storage.getItem(keyOf(name)));
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptDraft<unknown>>;
    if (!isValid(kept.saved) || !isValid(kept.now)) return null;
    return { saved: kept.saved, version: kept.version, now: kept.now };
  } catch {
    // Another program's text under our key counts as no draft.
    return null;
  }
}

const intentKeyOf = (name: string): string => `intent ${name}`;

/** The id under which a draft was sent: after a lost answer and a reload, it is sent again with the same id. */
export function keepIntent(name: string, intent: Intent): void {
  tryStorage((storage) => storage.setItem(intentKeyOf(name), intent));
}

export function forgetIntent(name: string): void {
  tryStorage((storage) => storage.removeItem(intentKeyOf(name)));
}

export function findIntent(name: string): Intent | null {
  const kept = tryStorage((storage) => storage.getItem(intentKeyOf(name)));
  return kept ? readIntent(kept) : null;
}

/** Storage may be disabled or full; a lost draft is only an inconvenience. */
function tryStorage<R>(use: (storage: Storage) => R): R | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
