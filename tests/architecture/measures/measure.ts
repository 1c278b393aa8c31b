import type { SourceFile } from '../rules/source.ts';
import type { House } from './house.ts';

/** Where something was counted: mostly a file, for some measures a folder, a home or a pair of them. */
export interface Place {
  readonly at: string;
  readonly count: number;
  /** The files behind a place that is no file. */
  readonly of?: readonly string[];
}

export interface Measure {
  /** Its key in measures.json. */
  readonly name: string;
  readonly says: string;
  readonly target: number;
  readonly placesIn: (house: House) => readonly Place[];
  /** Absent: the sum of the places. */
  readonly total?: (places: readonly Place[], house: House) => number;
  /** Every feature adds to it, so the stored number is rounded up to a multiple of this. Absent: it is exact. */
  readonly step?: number;
}

export const sumOf = (places: readonly Place[]): number => places.reduce((sum, { count }) => sum + count, 0);

/** For measures that say how large the largest one is. */
export const most = (places: readonly Place[]): number => Math.max(0, ...places.map(({ count }) => count));

export function valueOf(measure: Measure, house: House): number {
  const places = measure.placesIn(house);
  return measure.total?.(places, house) ?? sumOf(places);
}

/** What measures.json holds for a value. */
export const ceilingOf = ({ step = 1 }: Measure, value: number): number => Math.ceil(value / step) * step;

/** Code without whole lines of comment, in which a rule may be named without being broken. */
export const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');

/** Each file in which a pattern occurs, and how often. */
export function occurrences(files: readonly SourceFile[], pattern: RegExp): Place[] {
  return files.flatMap(({ path, text }) => {
    if (text.search(pattern) < 0) return [];
    const count = [...withoutComments(text).matchAll(pattern)].length;
    return count ? [{ at: path, count }] : [];
  });
}
