import type { Admission } from '../admission.ts';
import type { ClusterRow, Generation, Situation } from '../store/clusters.ts';

export interface Timing {
  /** A process that does not renew for this long has lost its clusters. */
  readonly leaseMs: number;
  readonly roundMs: number;
  /** While the number of shards changes, one set may receive an event this much later than the other. */
  readonly marginMs: number;
  /** The time between two identifies of the same bucket. */
  readonly identifyEveryMs: number;
}

/**
 * Discord allows one identify per bucket every five seconds. The rest covers network delays. A lease survives two
 * missed renewals.
 */
export const timingOf = (leaseMs: number): Timing => ({
  leaseMs,
  roundMs: leaseMs / 4,
  marginMs: 8000,
  identifyEveryMs: 5250,
});

/** The next step of a change of the number of shards, if one is due. */
export type Step =
  | { readonly kind: 'share'; readonly generation: number }
  | { readonly kind: 'switch'; readonly generation: number }
  | { readonly kind: 'delete'; readonly generation: number };

/**
 * Every process derives this step from the same rows, and any of them may take it. After the length of a lease, each
 * process has either seen the previous phase or lost its shards, so none still acts on an older phase.
 */
export function nextStep({ generations, clusters }: Situation, timing: Timing): Step | null {
  for (const { generation, phase, phaseMs } of generations) {
    const own = clusters.filter((cluster) => cluster.generation === generation);
    const isUp = own.every((cluster) => cluster.isReady && !cluster.isFree);
    if (phase === 'coming' && isUp) return { kind: 'share', generation };
    if (phase === 'shared' && isUp && phaseMs >= timing.leaseMs + timing.marginMs)
      return { kind: 'switch', generation };
    if (phase === 'going' && phaseMs >= timing.marginMs && own.every((cluster) => cluster.isFree)) {
      return { kind: 'delete', generation };
    }
  }
  return null;
}

/**
 * Adds the time since the rows were read. Otherwise a process could stay silent until its next round, longer than the
 * old set keeps passing events on.
 */
export function admissionOf(
  { generation, phase, phaseMs }: Generation,
  seen: { readonly all: readonly Generation[]; readonly agoMs: number },
  timing: Timing,
): Admission {
  const other = seen.all.find((each) => each.generation !== generation);
  if (!other) return 'alone';
  switch (phase) {
    case 'coming':
      return 'muted';
    case 'shared':
      return phaseMs + seen.agoMs >= timing.leaseMs ? 'claiming' : 'muted';
    case 'current':
      return other.phase === 'coming' ? 'leading' : 'claiming';
    case 'going':
      return 'claiming';
  }
}

/** Returns how many clusters of a generation this process should take. A negative number is how many to give away. */
export function wantedOf(about: {
  readonly generation: Generation;
  readonly situation: Situation;
  readonly holder: string;
  readonly held: number;
  readonly timing: Timing;
}): number {
  const { generation, situation, holder, held, timing } = about;
  if (generation.phase === 'going') return -held;
  // Before that, some process may not know yet that there are two generations.
  if (generation.phase === 'coming' && generation.phaseMs < timing.leaseMs) return 0;
  const own = situation.clusters.filter((cluster) => cluster.generation === generation.generation);
  const free = own.filter((cluster) => cluster.isFree).length;
  const others = othersOf(own, { holder, bots: situation.bots });
  const low = Math.floor(own.length / (others.length + 1));
  const more = own.length % (others.length + 1);
  if (free > 0 && held <= low) {
    // First come the clusters that the other processes lack, then one more for each process that wants it, while the
    // remainder lasts.
    const lacking = others.reduce((sum, { count }) => sum + Math.max(0, low - count), 0);
    const spare = free - (low - held) - lacking;
    return Math.min(free, low - held + (spare > 0 ? 1 : 0));
  }
  // While there are two sets, shards stay where they are, because a process must keep counting repeated events.
  if (situation.generations.length > 1) return 0;
  // The remainder stays with the processes that hold the most clusters, so as few clusters as possible move.
  const before = others.filter((each) => each.count > held || (each.count === held && each.holder < holder)).length;
  return Math.min(0, low + (before < more ? 1 : 0) - held);
}

/** Returns how many clusters each other live process holds. A process without clusters has no name in the rows. */
function othersOf(
  own: readonly ClusterRow[],
  about: { readonly holder: string; readonly bots: number },
): { readonly holder: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { holder, isFree } of own) {
    if (holder !== null && !isFree && holder !== about.holder) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  const idle = Math.max(0, about.bots - 1 - counts.size);
  return [
    ...[...counts].map(([holder, count]) => ({ holder, count })),
    ...Array.from({ length: idle }, () => ({ holder: '', count: 0 })),
  ];
}

const MOST_CLUSTERS = 16;
const MOST_SHARDS = 16;

/** Small clusters can be divided evenly. They must not be too small, because each one costs some memory. */
export const clusterSizeFor = (shardCount: number): number =>
  Math.min(MOST_SHARDS, Math.ceil(shardCount / MOST_CLUSTERS));

export const shardIdsOf = ({ shardCount, shardsPerCluster }: Generation, clusterId: number): number[] => {
  const first = clusterId * shardsPerCluster;
  const count = Math.max(0, Math.min(shardsPerCluster, shardCount - first));
  return Array.from({ length: count }, (_, index) => first + index);
};
