interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/** Keys that do something on their own: letters, `/`, `?` and Escape. Null: not one of them. */
export function keyOf(event: Pressed): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.key === 'Escape') return 'escape';
  if (event.key === '?' || event.key === '؟') return '?';
  if (event.key === '/') return '/';
  const key = event.key.toLowerCase();
  if (/^[a-z]$/.test(key)) return key;
  // A keyboard without Latin letters: the key in the same place.
  const isOtherLetter = key.length === 1 && /\p{L}/u.test(key);
  return isOtherLetter ? (/^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase() ?? null) : null;
}
