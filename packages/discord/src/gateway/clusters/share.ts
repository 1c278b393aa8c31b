import type { Admission } from '../admission.ts';
import type { ClusterRow, Generation, Situation } from '../store/clusters.ts';

export interface Timing {
  /** A process that does not renew for so long has lost what it held. */
  readonly leaseMs: number;
  readonly roundMs: number;
  /** While the number of shards changes: one set may hear an event so much later than the other. */
  readonly marginMs: number;
  /** Between two identifies of a bucket. */
  readonly identifyEveryMs: number;
}

/** One identify in five seconds and bucket, and a little more for the way there. A lease may miss two renewals. */
export const timingOf = (leaseMs: number): Timing => ({
  leaseMs,
  roundMs: leaseMs / 4,
  marginMs: 8000,
  identifyEveryMs: 5250,
});

/** The next step of a change of the number of shards, if it is time for one. */
export type Step =
  | { readonly kind: 'share'; readonly generation: number }
  | { readonly kind: 'switch'; readonly generation: number }
  | { readonly kind: 'delete'; readonly generation: number };

/**
 * Every process works this out from the same rows and may take the step. After a lease's time each of them has either
 * seen the phase before it or lost its shards, so nobody is left who acts on an older one.
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

/** As it is by now, where it was seen some time ago: who waited for the next round could be silent for longer than the old set goes on. */
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

/** How many clusters of a generation this process should take, or give to others (below zero). */
export function wantedOf(about: {
  readonly generation: Generation;
  readonly situation: Situation;
  readonly held: number;
  readonly timing: Timing;
}): number {
  const { generation, situation, held, timing } = about;
  if (generation.phase === 'going') return -held;
  // Until then some process may not know yet that there are two.
  if (generation.phase === 'coming' && generation.phaseMs < timing.leaseMs) return 0;
  const own = situation.clusters.filter((cluster) => cluster.generation === generation.generation);
  const fair = Math.ceil(own.length / Math.max(1, situation.bots));
  if (held < fair) return Math.min(fair - held, own.filter((cluster: ClusterRow) => cluster.isFree).length);
  // Shards stay where they are while there are two sets: who counts what was told must go on counting.
  return situation.generations.length === 1 ? fair - held : 0;
}

export const shardIdsOf = ({ shardCount, shardsPerCluster }: Generation, clusterId: number): number[] => {
  const first = clusterId * shardsPerCluster;
  const count = Math.max(0, Math.min(shardsPerCluster, shardCount - first));
  return Array.from({ length: count }, (_, index) => first + index);
};
