/** The slowdown in Lighthouse's own profile, which is the same for every processor. */
export const USUAL_SLOWDOWN = 4;

/**
 * Maps `benchmarkIndex` to the slowdown that simulates a mid-range phone. The points come from Lighthouse's calculator.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const points = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [1533, 4],
  [2000, 6],
] as const;

export function slowdownFor(benchmarkIndex: number): number {
  const after = points.findIndex(([index]) => index >= benchmarkIndex);
  if (after === 0) return 1;
  // Faster machines use the last segment of the curve.
  const [from, to] = after === -1 ? [points[3], points[4]] : [points[after - 1], points[after]];
  if (!from || !to) throw new Error(`No slowdown for ${benchmarkIndex}`);
  return from[1] + ((benchmarkIndex - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}
