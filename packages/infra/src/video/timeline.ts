export const allKinds = ['video', 'audio'] as const;
export type Kind = (typeof allKinds)[number];
/** Times in seconds. */
export type Moments = { readonly [K in Kind]?: number };

/** The state that determines the position of the next segment in a recording. It survives JSON. */
export interface Timeline {
  /** The offset between the segments' clock and the recording's. */
  readonly shift: number;
  readonly ends: Moments;
}

/** The rounding error between two clocks. */
const TOUCHING_S = 0.01;
/** After a gap longer than this, the stream's clock counts as restarted. */
const LONGEST_GAP_S = 10;

/**
 * Returns the shift for the timestamps of the next segment. Its clock usually continues. Where it restarts or jumps,
 * the frames directly follow those before: frames define a recording's length. Audio and video always move together.
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

/** True for audio that begins before the previous audio ends, which would make the two overlap. */
export const comesTwice = (kind: Kind, at: number, ends: Moments): boolean =>
  kind === 'audio' && at < (ends.audio ?? Number.NEGATIVE_INFINITY) - TOUCHING_S;
