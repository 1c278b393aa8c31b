import type { SourceFile } from '../rules/source.ts';
import type { House } from './house.ts';

/** The place of a count: usually a file, sometimes a folder, a home or a pair. */
export interface Place {
  readonly at: string;
  readonly count: number;
  /** The files of a place that is not itself a file. */
  readonly of?: readonly string[];
}

export interface Measure {
  /** The key in measures.json. */
  readonly name: string;
  readonly says: string;
  readonly target: number;
  readonly placesIn: (house: House) => readonly Place[];
  /** Computes the total. By default, it is the sum of the places. */
  readonly total?: (places: readonly Place[], house: House) => number;
  /** If every feature adds to this measure, the stored number is rounded up to a multiple of this. */
  readonly step?: number;
}

export const sumOf = (places: readonly Place[]): number => places.reduce((sum, { count }) => sum + count, 0);

/** The total of a measure that counts the largest value. */
export const most = (places: readonly Place[]): number => Math.max(0, ...places.map(({ count }) => count));

export function valueOf(measure: Measure, house: House): number {
  const places = measure.placesIn(house);
  return measure.total?.(places, house) ?? sumOf(places);
}

/** Returns the value to store in measures.json. */
export const ceilingOf = ({ step = 1 }: Measure, value: number): number => Math.ceil(value / step) * step;

/** Removes comment lines, which may name a rule without breaking it. */
export const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');

/** Returns each file that matches a pattern, with the number of matches. */
export function occurrences(files: readonly SourceFile[], pattern: RegExp): Place[] {
  return files.flatMap(({ path, text }) => {
    if (text.search(pattern) < 0) return [];
    const count = [...withoutComments(text).matchAll(pattern)].length;
    return count ? [{ at: path, count }] : [];
  });
}
