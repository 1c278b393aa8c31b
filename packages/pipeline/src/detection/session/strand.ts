import { type Grace, graces, type StreamSession } from '@tally/kernel';
import type { SessionRow } from '../tables.ts';
import { asSession, withFormer } from './session.ts';

/**
 * Streams of one channel that followed each other within fifteen minutes, oldest first. A stream is new for servers
 * with a grace period up to its `longestGrace`. For the others it continues the previous stream.
 */
export type Strand = readonly SessionRow[];

/**
 * Merges the stream with those that continued it for servers with this grace period. The first stream of the strand
 * comes first.
 */
export function forGrace([first, ...later]: Strand, grace: Grace): SessionRow {
  if (!first) throw new Error('A strand without a stream.');
  const next = later.findIndex((row) => row.longestGrace >= grace);
  return later.slice(0, next === -1 ? later.length : next).reduce(continued, first);
}

export const asSessionFor = (strand: Strand, grace: Grace): StreamSession => asSession(forGrace(strand, grace));

/** Returns the stream that servers with this grace period consider the last one of the strand. */
export const knownAs = (strand: Strand, grace: Grace): SessionRow | undefined =>
  strand.findLast((row) => row.longestGrace >= grace);

/** Returns the grace periods of the servers for which the stream at this position still counts. */
export const gracesOf = (strand: Strand, place: number): readonly Grace[] =>
  graces.filter((grace) => knownAs(strand, grace) === strand[place]);

/** Gives the later stream the earlier one's id, because people see a single stream that never ended. */
const continued = (former: SessionRow, later: SessionRow): SessionRow => ({
  ...later,
  id: former.id,
  startedAt: former.startedAt,
  detectedAt: former.detectedAt,
  toldAt: former.toldAt,
  arrivedAt: former.arrivedAt,
  details: withFormer(later.details, former.details),
  peakViewers:
    former.peakViewers === null || later.peakViewers === null
      ? (former.peakViewers ?? later.peakViewers)
      : Math.max(former.peakViewers, later.peakViewers),
  viewerSum: former.viewerSum + later.viewerSum,
  viewerSamples: former.viewerSamples + later.viewerSamples,
  categories: [
    ...former.categories,
    ...later.categories.filter(({ name }, place) => place > 0 || name !== former.categories.at(-1)?.name),
  ],
});
