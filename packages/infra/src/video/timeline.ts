export const allKinds = ['video', 'audio'] as const;
export type Kind = (typeof allKinds)[number];
/** Seconds. */
export type Moments = { readonly [K in Kind]?: number };

/** Where what comes next goes in a recording. It survives JSON. */
export interface Timeline {
  /** Between the clock in the pieces and that of the recording. */
  readonly shift: number;
  readonly ends: Moments;
}

/** What the roundings of two clocks make of nothing. */
const TOUCHING_S = 0.01;
/** A stream that was away for longer has another clock afterwards, or should have. */
const LONGEST_GAP_S = 10;

/**
 * Added to the moments of a piece that begins then. Its clock goes on as a rule; where it begins anew, or jumps, the pictures come
 * right after those before: they say how long a recording is. Sound and picture are never moved apart.
 */
export function shiftOf(before: Timeline | null, begins: Moments, isBreak: boolean): number {
  if (!before) return -Math.min(...allKinds.flatMap((kind) => begins[kind] ?? []));
  const end = Math.max(...allKinds.flatMap((kind) => before.ends[kind] ?? []));
  const touching = allKinds.flatMap((kind) => {
    const begin = begins[kind];
    return begin === undefined ? [] : [(before.ends[kind] ?? end) - begin];
  });
  const goesOn = touching.every((shift) => {
    const gap = before.shift - shift;
    return gap > -TOUCHING_S && gap < LONGEST_GAP_S;
  });
  return goesOn && !isBreak ? before.shift : (touching[0] ?? before.shift);
}

/** Sound that lasts longer than its pictures would come twice at once where the next piece follows right after them. */
export const comesTwice = (kind: Kind, at: number, ends: Moments): boolean =>
  kind === 'audio' && at < (ends.audio ?? Number.NEGATIVE_INFINITY) - TOUCHING_S;
