import type { IIdentifyThrottler } from '@discordjs/ws';
import type { Db } from '@tally/infra/db';
import type { Ctx, Log, Timers } from '@tally/kernel';
import type { Discord, GatewayInfo } from '../../rest/index.ts';
import type { Claims, Gate } from '../admission.ts';
import type { IntentName } from '../intents.ts';
import type { GatewayListener } from '../listeners.ts';
import type { Generation, TakenCluster } from '../store/clusters.ts';
import { createShardStore } from '../store/sessions.ts';
import type { Refused } from './refused.ts';
import { type RunningCluster, runCluster } from './run-cluster.ts';
import { admissionOf, shardIdsOf, type Timing } from './share.ts';
import type { Seen } from './share-out.ts';

export interface OpenerOptions {
  readonly db: Db;
  readonly discord: Pick<Discord, 'rest'>;
  readonly token: string;
  readonly listeners: readonly GatewayListener[];
  readonly intents?: readonly IntentName[];
  readonly timing: Timing;
  readonly saveEveryMs?: number;
  readonly makeCtx: () => Ctx;
  readonly timers: Timers;
  readonly log: Log;
  readonly info: () => Promise<GatewayInfo>;
  readonly throttler: IIdentifyThrottler;
  readonly refused: Refused;
  readonly seen: Seen;
  readonly claims: Claims;
  readonly onFatal: (
    reason: string,
    about: { readonly code: number; readonly without: readonly IntentName[]; readonly clusterId: number },
  ) => void;
}

/** Starts the shards of a cluster that this process has just taken. Returns null if its numbering no longer exists. */
export function createOpener(options: OpenerOptions): (cluster: TakenCluster) => RunningCluster | null {
  const { db, seen, timing, claims, timers, log } = options;
  const generationOf = (cluster: TakenCluster): Generation | undefined =>
    seen.situation.generations.find(({ generation }) => generation === cluster.generation);

  const gateOf = (cluster: TakenCluster): Gate => ({
    get admission() {
      const last = generationOf(cluster);
      if (!last) return 'muted';
      return admissionOf(last, { all: seen.situation.generations, agoMs: timers.nowMs() - seen.at }, timing);
    },
    // The generation is part of the key, so a claim left over from an earlier change of the number does not count.
    claim: (key) => claims.claim(`${seen.situation.generations.at(-1)?.generation} ${key}`),
  });

  return (cluster) => {
    const generation = generationOf(cluster);
    if (!generation) return null;
    const { clusterId } = cluster;
    const shardIds = shardIdsOf(generation, clusterId);
    const without = options.refused.list;
    log.info({ ...cluster, shards: shardIds }, 'This process runs a cluster of shards.');
    return runCluster(cluster, {
      discord: options.discord,
      gatewayInfo: options.info,
      token: options.token,
      listeners: options.listeners,
      intents: options.intents ?? [],
      without,
      shards: { count: generation.shardCount, ids: shardIds },
      identifyThrottler: () => options.throttler,
      store: createShardStore(db, cluster),
      gate: gateOf(cluster),
      ...(options.saveEveryMs ? { saveEveryMs: options.saveEveryMs } : {}),
      makeCtx: options.makeCtx,
      timers,
      log,
      onFatal: (reason, code) => options.onFatal(reason, { code, without, clusterId }),
    });
  };
}
