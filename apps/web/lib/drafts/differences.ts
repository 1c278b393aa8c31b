import { isSame } from './draft.ts';

export type Step = string | number;

/** A difference between two values, with its path and both values. */
export interface Leaf {
  readonly path: readonly Step[];
  readonly one: unknown;
  readonly other: unknown;
}

/** Compares objects part by part. A list of plain values is one value. Keys that begin with `$` are ignored. */
export function leaves(one: unknown, other: unknown, path: readonly Step[] = []): readonly Leaf[] {
  if (isSame(one, other) || (isNothing(one) && isNothing(other))) return [];
  if (isObject(one) || isObject(other)) {
    const [left, right] = [isObject(one) ? one : {}, isObject(other) ? other : {}];
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter((key) => !key.startsWith('$'));
    const found = keys.flatMap((key) => leaves(left[key], right[key], [...path, key]));
    // Added and removed objects are listed even if they are empty.
    return found.length === 0 && isObject(one) !== isObject(other) ? [{ path, one, other }] : found;
  }
  if (hasObjects(one) || hasObjects(other)) {
    const [left, right] = [Array.isArray(one) ? one : [], Array.isArray(other) ? other : []];
    const places = Array.from({ length: Math.max(left.length, right.length) }, (_, place) => place);
    return places.flatMap((place) => leaves(left[place], right[place], [...path, place]));
  }
  return [{ path, one, other }];
}

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasObjects = (value: unknown): boolean => Array.isArray(value) && value.some(isObject);

/** The maximum length of a text that people can read at a glance. */
const GLANCE = 160;
const LEAD = 40;

/** Returns the part of a long text where it begins to differ from another one, or null if it is short enough. */
export function excerpt(text: string, other: string): string | null {
  const letters = Array.from(text);
  if (letters.length <= GLANCE) return null;
  const others = Array.from(other);
  const differs = letters.findIndex((letter, place) => letter !== others[place]);
  const from = Math.min(Math.max(0, (differs < 0 ? letters.length : differs) - LEAD), letters.length - GLANCE);
  const until = from + GLANCE;
  return `${from > 0 ? '…' : ''}${letters.slice(from, until).join('')}${until < letters.length ? '…' : ''}`;
}
