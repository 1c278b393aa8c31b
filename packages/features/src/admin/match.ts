import type { DeedChange, DeedValue } from '@tally/contract';

type Fields = Readonly<Record<string, unknown>>;

/** A text that is longer, or has several lines, is recorded only by its length. */
const LONGEST_TEXT = 80;

/** Returns the changed fields, or none if one side is missing. */
export function changesOf(before: Fields | undefined, after: Fields | undefined): DeedChange[] {
  if (!before || !after) return [];
  return Object.keys({ ...before, ...after })
    .filter((field) => textOf(before[field]) !== textOf(after[field]))
    .map((field) => {
      const [former, current] = [before[field], after[field]];
      return { field, before: valueOf(former, current), after: valueOf(current, former) };
    });
}

function valueOf(value: unknown, other: unknown): DeedValue {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  const text = textOf(isLongList(value) || isLongList(other) ? withoutCommon(value, other) : value);
  if (text === '') return null;
  return text.length > LONGEST_TEXT || text.includes('\n') ? { characters: text.length } : text;
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && textOf(value).length > LONGEST_TEXT;

/** For a long list, returns only the entries that the other side lacks. */
function withoutCommon(value: unknown, other: unknown): unknown[] {
  const [own, others] = [value, other].map((side) => (Array.isArray(side) ? side.map(textOf) : []));
  const unlike = own?.filter((entry) => !others?.includes(entry)) ?? [];
  return unlike.length === own?.length ? unlike : ['…', ...unlike];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
