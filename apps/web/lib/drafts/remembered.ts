'use client';

import { useSyncExternalStore } from 'react';

/** A choice that this browser stores. An unreadable value counts as no choice. */
export interface Remembered<T> {
  readonly key: string;
  readonly fallback: T;
  readonly read: () => T;
  readonly write: (value: T) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const listeners = new Map<string, Set<() => void>>();

function remembered<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): Remembered<T> {
  // The same text must return the same value, because React would render endlessly otherwise.
  let seen: { text: string | null; value: T } = { text: null, value: fallback };
  return {
    key,
    fallback,
    read() {
      const text = readText(key);
      if (text !== seen.text) seen = { text, value: parse(text, fallback, isValid) };
      return seen.value;
    },
    write(value) {
      writeText(key, JSON.stringify(value));
      for (const listener of listeners.get(key) ?? []) listener();
    },
    subscribe(onChange) {
      const ofKey = listeners.get(key) ?? new Set();
      listeners.set(key, ofKey.add(onChange));
      // Other tabs may change the value.
      const onStorage = (event: StorageEvent) => event.key === key && onChange();
      window.addEventListener('storage', onStorage);
      return () => {
        ofKey.delete(onChange);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

function parse<T>(text: string | null, fallback: T, isValid: (value: unknown) => value is T): T {
  if (text === null) return fallback;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

// The fallback if storage is disabled or full. It lasts as long as the page.
const inMemory = new Map<string, string>();

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function writeText(key: string, text: string): void {
  inMemory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    return;
  }
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isText = (value: unknown): value is string => typeof value === 'string';
const isPairs = (value: unknown): value is Record<string, readonly [string, string]> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));
const isTimes = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every((time) => typeof time === 'number');
const isSwitches = (value: unknown): value is Record<string, boolean> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isBoolean);

/** All choices that the browser stores. */
export const memories = {
  isSidebarCollapsed: remembered('sidebar-collapsed', false, isBoolean),
  closedGroups: remembered('sidebar-closed-groups', {}, isSwitches),
  /** True if single-letter shortcuts are on. They can interfere with speech input. */
  hasSingleKeys: remembered('single-keys', true, isBoolean),
  isPromoDismissed: remembered('youtube-promo-dismissed', false, isBoolean),
  /** The channel and ping role of the last added streamer, by server. */
  lastPlaces: remembered('last-places', {}, isPairs),
  /** The newest error that was viewed, by server. */
  latestSeenError: remembered('latest-seen-error', {}, isTimes),
  /** The sidebar's subject on pages without one, as `server/<id>` or `user/<id>`. */
  lastSelection: remembered('last-selection', '', isText),
} as const;

/** Returns a stored choice, or the fallback on the server and during hydration. */
export function useRemembered<T>(item: Remembered<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(item.subscribe, item.read, () => item.fallback);
  return [value, item.write];
}
