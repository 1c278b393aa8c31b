import type { Log, Timers } from '@tally/kernel';
import type { TakenCluster } from '../store/clusters.ts';
import type { RunningCluster } from './run-cluster.ts';

export type How = 'resumable' | 'ended';

/** The clusters that this process runs. It may lose the lease of each at any moment. */
export interface Held {
  list(): readonly RunningCluster[];
  /**
   * Applies the leases that were ours when we queried the database. Leased clusters that do not run here are started.
   * Running clusters without a lease have been taken over by other processes and are closed.
   */
  renew(leases: readonly TakenCluster[], askedAt: number): void;
  /** Starts clusters that were just taken. */
  begin(taken: readonly TakenCluster[], askedAt: number): void;
  /** Closes the cluster before it releases the lease. */
  giveAway(cluster: RunningCluster, how: How): Promise<void>;
  /** Restarts all clusters in the next round, without their old sessions. */
  restart(): Promise<void>;
  /** Stops clusters whose lease may have expired, because another process may hold them by now. */
  expire(): void;
  /** Resolves when no cluster is closing. */
  settle(): Promise<void>;
}

/** The fraction of a lease that may be used. The rest covers the renewal's travel time and the time to close. */
const OF_LEASE = 0.9;

export const keyOf = ({ generation, clusterId }: Pick<TakenCluster, 'generation' | 'clusterId'>): string =>
  `${generation}/${clusterId}`;

interface Entry {
  readonly cluster: RunningCluster;
  since: number;
}

export function createHeld(about: {
  readonly open: (cluster: TakenCluster) => RunningCluster | null;
  readonly release: (cluster: TakenCluster) => Promise<void>;
  readonly leaseMs: number;
  readonly timers: Timers;
  readonly log: Log;
}): Held {
  const { timers, log } = about;
  const running = new Map<string, Entry>();
  /**
   * A cluster must close before it starts again, because two runs of one shard would steal the session from each other.
   */
  const closing = new Map<string, Promise<void>>();
  /** Responses from before this time may still list clusters that we have given away. */
  const closedAt = new Map<string, number>();

  const begin: Held['begin'] = (taken, askedAt) => {
    for (const cluster of taken) {
      const key = keyOf(cluster);
      if (running.has(key) || closing.has(key) || (closedAt.get(key) ?? 0) > askedAt) continue;
      const opened = about.open(cluster);
      if (opened) running.set(key, { cluster: opened, since: askedAt });
    }
  };

  const close = (cluster: RunningCluster, how: How, after?: () => Promise<void>): Promise<void> => {
    const key = keyOf(cluster);
    running.delete(key);
    const closed = cluster
      .stop(how)
      .then(after)
      .catch((error: unknown) => log.warn({ err: error, clusterId: cluster.clusterId }, 'A cluster closed badly.'))
      .finally(() => {
        closing.delete(key);
        closedAt.set(key, timers.nowMs());
      });
    closing.set(key, closed);
    return closed;
  };

  const all = (): RunningCluster[] => [...running.values()].map(({ cluster }) => cluster);

  return {
    list: all,
    begin,
    renew(leases, askedAt) {
      const fences = new Map(leases.map((lease) => [keyOf(lease), lease.fence]));
      for (const [key, entry] of running) {
        if (fences.get(key) === entry.cluster.fence) {
          entry.since = askedAt;
          continue;
        }
        log.warn({ clusterId: entry.cluster.clusterId }, 'Another process has taken a cluster over.');
        void close(entry.cluster, 'resumable');
      }
      begin(leases, askedAt);
    },
    giveAway: (cluster, how) => close(cluster, how, () => about.release(cluster)),
    async restart() {
      await Promise.all(all().map((cluster) => close(cluster, 'ended')));
    },
    expire() {
      const now = timers.nowMs();
      const over = [...running.values()].filter(({ since }) => now - since >= about.leaseMs * OF_LEASE);
      if (over.length === 0) return;
      log.error(
        { clusters: over.length },
        'The leases of shards have run out. Another bot process may take them over.',
      );
      for (const { cluster } of over) void close(cluster, 'resumable');
    },
    async settle() {
      await Promise.all(closing.values());
    },
  };
}
