/**
 * The size of a chaos test. `npm test` runs the small one, `npm run test:soak` the nightly one, and `npm run test:soak
 * -- full` the largest.
 */
export type Soak = 'small' | 'nightly' | 'full';

export const soak: Soak = process.env.SOAK === 'full' ? 'full' : process.env.SOAK ? 'nightly' : 'small';

/** True if tests wait for leases in real time, which would take too long by day. */
export const isNight = soak !== 'small';

export const sized = <T>(sizes: Readonly<Record<Soak, T>>): T => sizes[soak];
