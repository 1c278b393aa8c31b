import type { DeedChange, DeedValue } from '@tally/contract';

type Fields = Readonly<Record<string, unknown>>;

/** Texts longer than this, or of several lines, are recorded by their length. */
const LONGEST_TEXT = 80;

/** The fields that differ. Without both sides there is nothing to compare. */
export function changesOf(before: Fields | undefined, after: Fields | undefined): DeedChange[] {
  if (!before || !after) return [];
  return Object.keys({ ...before, ...after })
    .filter((field) => textOf(before[field]) !== textOf(after[field]))
    .map((field) => ({ field, before: valueOf(before[field]), after: valueOf(after[field]) }));
}

function valueOf(value: unknown): DeedValue {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  const text = textOf(value);
  if (text === '') return null;
  return text.length > LONGEST_TEXT || text.includes('\n') ? { characters: [...text].length } : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
