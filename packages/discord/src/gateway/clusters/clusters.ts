import type { Db } from '@tally/infra/db';
import { type Ctx, type Log, type Random, systemTimers, type Timers } from '@tally/kernel';
import type { Discord } from '../../rest/index.ts';
import { createClaims } from '../admission.ts';
import type { IntentName } from '../intents.ts';
import { type GatewayListener, intentsFor } from '../listeners.ts';
import type { MembersAsk } from '../named-members.ts';
import type { ShardStatus } from '../shard-status.ts';
import { releaseAll, releaseCluster } from '../store/clusters.ts';
import { bookIdentify } from '../store/identifies.ts';
import { claimEvents } from '../store/told.ts';
import { createHeld } from './held.ts';
import { createInfo } from './info.ts';
import { createLookUp } from './look-up.ts';
import { wishFor } from './numbering.ts';
import { createOpener } from './open.ts';
import { createRefused } from './refused.ts';
import { createRounds } from './rounds.ts';
import { clusterSizeFor, type Timing } from './share.ts';
import { createShareOut, look, type Seen } from './share-out.ts';
import { createIdentifyThrottler } from './throttle.ts';

/** Processes notify each other on this channel when a cluster is free to take. */
export const CLUSTERS_CHANNEL = 'tally_clusters';

const DISALLOWED_INTENTS = 4014;
const SHARDING_REQUIRED = 4011;

export interface ClustersOptions {
  readonly db: Db;
  readonly discord: Pick<Discord, 'rest' | 'bot'>;
  readonly token: string;
  readonly listeners: readonly GatewayListener[];
  readonly intents?: readonly IntentName[];
  /** Null leaves the number to Discord. */
  readonly shardCount: number | null;
  /** Null keeps clusters small enough to be divided evenly. */
  readonly shardsPerCluster: number | null;
  /** Makes the other processes check immediately. */
  readonly callOut?: () => Promise<void>;
  readonly timing: Timing;
  readonly saveEveryMs?: number;
  readonly makeCtx: () => Ctx;
  readonly timers?: Timers;
  readonly random: Random;
  readonly log: Log;
}

export interface Clusters {
  start(): Promise<void>;
  /** Checks which clusters to take or give away, because another process called. */
  wake(): void;
  /** Stops in a way that lets other processes, or the next one, resume. */
  stop(): Promise<void>;
  /** See `Gateway.askMembers`. */
  askMembers(ask: MembersAsk): Promise<void>;
  /** The clusters that this process runs and whose events it passes on. */
  list(): { readonly clusterId: number; readonly clusterCount: number; readonly shards: ShardStatus[] }[];
}

/**
 * The shards of this process. All processes that share a database share the shards. Each leases its part of the
 * clusters, takes over clusters of dead processes, and gives some to new processes.
 */
export function createClusters(options: ClustersOptions): Clusters {
  const { db, discord, log, timers = systemTimers, timing } = options;
  const holder = options.random.uuid();
  const seen: Seen = { situation: { generations: [], clusters: [], bots: 1 }, at: 0 };

  const claims = createClaims(timers, (keys) => claimEvents(db, keys));
  const info = createInfo(discord, timers);
  const throttler = createIdentifyThrottler({
    info,
    book: (bucket, ms) => bookIdentify(db, bucket, ms),
    everyMs: timing.identifyEveryMs,
    timers,
    log,
  });
  const held = createHeld({
    open: (cluster) => open(cluster),
    async release(cluster) {
      await releaseCluster(db, cluster);
      await options.callOut?.();
    },
    leaseMs: timing.leaseMs,
    timers,
    log,
  });
  const refused = createRefused({
    db,
    discord,
    wanted: new Set([...intentsFor(options.listeners), ...(options.intents ?? [])]),
    async onChange() {
      await held.restart();
      rounds.wake();
    },
    log,
  });

  const open = createOpener({
    ...options,
    timers,
    info,
    throttler,
    refused,
    seen,
    claims,
    onFatal(reason, { code, without, clusterId }) {
      log.error({ reason, clusterId }, 'Discord does not let the bot connect.');
      void adaptToRefusal(code, without);
    },
  });

  /** Handles a refusal by Discord. Two of the possible reasons can be fixed here. */
  async function adaptToRefusal(code: number, without: readonly IntentName[]): Promise<void> {
    try {
      if (code === DISALLOWED_INTENTS) await refused.insist(without);
      if (code === SHARDING_REQUIRED) await wish((await info()).shards);
    } catch (error) {
      log.warn({ err: error }, 'What Discord wants instead could not be found out.');
    }
  }

  const wish = (shardCount: number): Promise<void> => {
    const shardsPerCluster = options.shardsPerCluster ?? clusterSizeFor(shardCount);
    return wishFor(db, { wish: { shardCount, shardsPerCluster }, generations: seen.situation.generations, log });
  };

  /**
   * At the start the configured number applies, whether larger or smaller. Later the number only grows, when Discord
   * requests more.
   */
  const lookUp = createLookUp({ timers, log }, async (isFirst) => {
    const told = options.shardCount ?? (await info()).shards;
    const count = seen.situation.generations[0]?.shardCount ?? 0;
    if (told > count || (isFirst && options.shardCount !== null)) await wish(told);
    else if (isFirst) await wish(count);
    await refused.lookUp();
    if (isFirst) await look(db, seen, timers);
  });

  const shareOut = createShareOut({ db, holder, timing, held, seen, claims, lookUp, timers, log });
  let isFailing = false;
  const rounds = createRounds(timers, timing.roundMs, async () => {
    const error = await shareOut().then(
      () => null,
      (reason: unknown) => reason,
    );
    // Discord may be down for hours, and a new installation has no keys, so we log only the first failure.
    if (error !== null && !isFailing)
      log.warn({ err: error }, 'The shards could not be shared out. The bot tries again.');
    isFailing = error !== null;
  });
  let endWatch = (): void => {};

  return {
    async start() {
      await refused.recall();
      // Without the database we cannot know whether we still hold our shards.
      endWatch = timers.every(timing.roundMs / 3, () => held.expire());
      rounds.start();
    },
    wake: () => rounds.wake(),
    async stop() {
      await rounds.stop();
      endWatch();
      await Promise.all(held.list().map((cluster) => held.giveAway(cluster, 'resumable')));
      await held.settle();
      await releaseAll(db, holder);
      await options.callOut?.();
    },
    async askMembers(ask) {
      await Promise.all(held.list().map((cluster) => cluster.askMembers(ask)));
    },
    list() {
      const current = seen.situation.generations.find((each) => each.phase === 'current');
      const clusterCount = current ? Math.ceil(current.shardCount / current.shardsPerCluster) : 0;
      return held
        .list()
        .filter((cluster) => cluster.generation === current?.generation)
        .map((cluster) => ({ clusterId: cluster.clusterId, clusterCount, shards: cluster.shards() }));
    },
  };
}
