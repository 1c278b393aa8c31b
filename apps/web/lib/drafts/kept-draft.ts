import { type Intent, readIntent } from './intent.ts';

/** Unsaved work in this tab only. It survives an expired session, a reload and back navigation. */
export interface KeptDraft<T> {
  /** The record that the draft was based on, and its version, to detect changes by another person. */
  readonly saved: T;
  readonly version: unknown;
  readonly now: T;
}

const keyOf = (name: string): string => `draft ${name}`;
/** Forms are small, and a larger draft would fill the storage. */
const MOST_LETTERS = 400_000;

export function keepDraft<T>(name: string, draft: KeptDraft<T>): void {
  const text = JSON.stringify(draft);
  if (text.length > MOST_LETTERS) return;
  tryStorage((storage) => storage.setItem(keyOf(name), text));
}

export function forgetDraft(name: string): void {
  tryStorage((storage) => storage.removeItem(keyOf(name)));
}

/** Returns the stored draft, or null if there is none or its shape is outdated. */
export function findDraft<T>(name: string, isValid: (value: unknown) => value is T): KeptDraft<T> | null {
  const text = tryStorage((storage) => storage.getItem(keyOf(name)));
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptDraft<unknown>>;
    if (!isValid(kept.saved) || !isValid(kept.now)) return null;
    return { saved: kept.saved, version: kept.version, now: kept.now };
  } catch {
    // Another program's text under our key is not a draft.
    return null;
  }
}

const intentKeyOf = (name: string): string => `intent ${name}`;

/** Stores the intent with which a draft was sent, so a reload after a lost answer sends the draft with the same id. */
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

/** Storage may be disabled or full. Losing a draft is only an inconvenience. */
function tryStorage<R>(use: (storage: Storage) => R): R | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
