import { randomUUID } from 'node:crypto';
import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx, Log } from '@tally/kernel';
import type { Discord, GatewayInfo } from '../../rest/index.ts';
import { createClaims } from '../admission.ts';
import { type IntentName, privilegedIntents } from '../intents.ts';
import { type GatewayListener, intentsFor } from '../listeners.ts';
import type { ShardStatus } from '../shard-status.ts';
import {
  addGeneration,
  deleteGeneration,
  type Generation,
  markReady,
  movePhase,
  readSituation,
  releaseAll,
  releaseCluster,
  renewClusters,
  type Situation,
  sayAlive,
  sayGone,
  switchGenerations,
  type TakenCluster,
  takeClusters,
} from '../store/clusters.ts';
import { bookIdentify } from '../store/identifies.ts';
import { listRefusedIntents, saveRefusals } from '../store/refusals.ts';
import { createShardStore } from '../store/sessions.ts';
import { claimEvents, forgetTold } from '../store/told.ts';
import { refusedOf } from './granted.ts';
import { createRounds } from './rounds.ts';
import { type RunningCluster, runCluster } from './run-cluster.ts';
import { admissionOf, nextStep, shardIdsOf, type Timing, usualTiming, wantedOf } from './share.ts';
import { createIdentifyThrottler } from './throttle.ts';

/** What processes call out to each other when something can be taken at once. */
export const CLUSTERS_CHANNEL = 'tally_clusters';

/** Whether Discord wants more shards, and which intents it grants, is looked up this often. */
const LOOKED_UP_EVERY_MS = 60 * 60_000;
const LOOKED_UP_AGAIN_MS = 5 * 60_000;
/** Discord says not to keep its answer; these seconds are for many shards that ask at once. */
const INFO_KEPT_MS = 3000;
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
  readonly shardsPerCluster: number;
  /** Nobody else can have this database open, so what was held is held by the dead. */
  readonly isOnly?: boolean;
  /** Tells the other processes to look now. */
  readonly callOut?: () => Promise<void>;
  readonly timing?: Timing;
  readonly saveEveryMs?: number;
  readonly makeCtx: () => Ctx;
  readonly log: Log;
}

export interface Clusters {
  start(): Promise<void>;
  /** Looks now what is to be taken or given: somebody called. */
  wake(): void;
  /** Leaves so that others resume, or a next process. */
  stop(): Promise<void>;
  /** See `Gateway.askMembers`. */
  askMembers(serverId: ServerId): Promise<void>;
  /** Those that this process runs and that tell. */
  list(): { readonly clusterId: number; readonly clusterCount: number; readonly shards: ShardStatus[] }[];
}

/**
 * The shards of this process. All processes that share a database share the shards: each takes its part of the
 * clusters by leases, takes over what the dead leave behind, and gives to those that come.
 */
export function createClusters(options: ClustersOptions): Clusters {
  const { db, discord, log } = options;
  const timing = options.timing ?? usualTiming;
  const holder = randomUUID();
  const running = new Map<string, RunningCluster>();
  const readySaid = new Map<string, boolean>();
  let situation: Situation = { generations: [], clusters: [], bots: 1 };
  let refused: readonly IntentName[] = [];
  let heldSince = Number.NEGATIVE_INFINITY;
  let lookedUpAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  let sawTwo = false;

  const info = createInfo(discord);
  const throttler = createIdentifyThrottler({
    info,
    book: (bucket, ms) => bookIdentify(db, bucket, ms),
    everyMs: timing.identifyEveryMs,
    log,
  });
  const claim = createClaims((keys) => claimEvents(db, keys));
  const keyOf = ({ generation, clusterId }: { generation: number; clusterId: number }): string =>
    `${generation}/${clusterId}`;
  const wanted = new Set([...intentsFor(options.listeners), ...(options.intents ?? [])]);
  const wantedPrivileged = privilegedIntents.filter((intent) => wanted.has(intent));

  const phaseOf = (generation: number): Generation | undefined =>
    situation.generations.find((each) => each.generation === generation);

  function run(cluster: TakenCluster): void {
    const generation = phaseOf(cluster.generation);
    if (!generation) return;
    log.info(
      { ...cluster, shards: shardIdsOf(generation, cluster.clusterId) },
      'This process runs a cluster of shards.',
    );
    const started = runCluster(cluster, {
      discord,
      gatewayInfo: info,
      token: options.token,
      listeners: options.listeners,
      intents: options.intents ?? [],
      without: refused,
      shards: { count: generation.shardCount, ids: shardIdsOf(generation, cluster.clusterId) },
      identifyThrottler: () => throttler,
      store: createShardStore(db, cluster),
      gate: {
        get admission() {
          const now = phaseOf(cluster.generation);
          return now ? admissionOf(now, situation.generations, timing) : 'muted';
        },
        // What an earlier change of the number left behind must not stand for something of this one.
        claim: (key) => claim(`${situation.generations.at(-1)?.generation} ${key}`),
      },
      ...(options.saveEveryMs ? { saveEveryMs: options.saveEveryMs } : {}),
      makeCtx: options.makeCtx,
      log,
      onFatal: (reason, code) => void whenRefused(cluster, { reason, code }),
    });
    running.set(keyOf(cluster), started);
  }

  /** Discord will not have these shards as they are. Two reasons we can do something about. */
  async function whenRefused(cluster: TakenCluster, { reason, code }: { reason: string; code: number }): Promise<void> {
    log.error({ reason, clusterId: cluster.clusterId }, 'Discord does not let the bot connect.');
    try {
      if (code === DISALLOWED_INTENTS) {
        const known = await lookUpRefused();
        // It says that all are granted and refuses them: without any it works for certain.
        await setRefused(known.some((intent) => !refused.includes(intent)) ? known : wantedPrivileged);
      }
      if (code === SHARDING_REQUIRED) await wishFor((await info()).shards);
    } catch (error) {
      log.warn({ err: error }, 'What Discord wants instead could not be found out.');
    }
  }

  const lookUpRefused = async (): Promise<IntentName[]> =>
    wantedPrivileged.length === 0 ? [] : refusedOf(wantedPrivileged, (await discord.bot.application()).flags);

  /** Shards that ask for other intents than before begin anew; their sessions are of no use. */
  async function setRefused(next: readonly IntentName[]): Promise<void> {
    if (next.length === refused.length && next.every((intent) => refused.includes(intent))) return;
    refused = next;
    if (next.length > 0)
      log.error({ intents: next }, 'Discord does not grant privileged intents; some features go without.');
    await saveRefusals(db, next);
    const all = [...running.values()];
    await Promise.all(all.map((cluster) => cluster.stop('ended')));
    for (const cluster of all) {
      running.delete(keyOf(cluster));
      if (!isStopping) run(cluster);
    }
  }

  async function wishFor(shardCount: number): Promise<void> {
    const [current, ...others] = situation.generations;
    if (!current || others.length > 0) return;
    const { shardsPerCluster } = options;
    if (shardCount === current.shardCount && shardsPerCluster === current.shardsPerCluster) return;
    log.info(
      { shardCount, before: current.shardCount },
      'Another number of shards: a new set comes up beside the old one.',
    );
    await addGeneration(db, { generation: current.generation + 1, shardCount, shardsPerCluster, phase: 'coming' });
  }

  /** Nothing begins before the first time; later ones can wait when Discord does not answer. */
  async function lookUp(): Promise<void> {
    if (performance.now() - lookedUpAt < LOOKED_UP_EVERY_MS) return;
    const isStart = lookedUpAt === Number.NEGATIVE_INFINITY;
    try {
      await lookUpNow(isStart);
      lookedUpAt = performance.now();
    } catch (error) {
      if (isStart) throw error;
      log.warn({ err: error }, 'Discord did not say how many shards it wants.');
      lookedUpAt = performance.now() - LOOKED_UP_EVERY_MS + LOOKED_UP_AGAIN_MS;
    }
    situation = await readSituation(db);
  }

  /** At the start what this process was told counts, in either direction; later only what Discord wants more of. */
  async function lookUpNow(isStart: boolean): Promise<void> {
    const told = options.shardCount ?? (await info()).shards;
    const [current] = situation.generations;
    if (!current) {
      const { shardsPerCluster } = options;
      await addGeneration(db, { generation: 1, shardCount: told, shardsPerCluster, phase: 'current' });
    } else if (isStart ? options.shardCount !== null || told > current.shardCount : told > current.shardCount) {
      await wishFor(told);
    }
    await setRefused(await lookUpRefused());
  }

  async function takeStep(): Promise<void> {
    const step = nextStep(situation, timing);
    if (!step) return;
    const { generation, kind } = step;
    log.info({ generation, kind }, 'The number of shards changes: the next step.');
    if (kind === 'share') await movePhase(db, { generation, from: 'coming', to: 'shared' });
    if (kind === 'switch') await switchGenerations(db, generation);
    if (kind === 'delete') await deleteGeneration(db, generation);
    situation = await readSituation(db);
  }

  async function letGo(cluster: RunningCluster, how: 'resumable' | 'ended'): Promise<void> {
    running.delete(keyOf(cluster));
    readySaid.delete(keyOf(cluster));
    await cluster.stop(how);
    await releaseCluster(db, cluster);
    await options.callOut?.();
  }

  async function share(generation: Generation): Promise<void> {
    const own = [...running.values()].filter((cluster) => cluster.generation === generation.generation);
    const count = wantedOf({ generation, situation, held: own.length, timing });
    if (count > 0) {
      const about = { holder, lastsMs: timing.leaseMs, generation: generation.generation, most: count };
      for (const cluster of await takeClusters(db, about)) run(cluster);
    }
    const how = generation.phase === 'going' ? 'ended' : 'resumable';
    if (count < 0) await Promise.all(own.slice(count).map((cluster) => letGo(cluster, how)));
  }

  async function round(): Promise<void> {
    const askedAt = performance.now();
    await sayAlive(db, holder, timing.leaseMs);
    const held = await renewClusters(db, holder, timing.leaseMs);
    heldSince = askedAt;
    situation = await readSituation(db);
    await tidy();
    const fences = new Map(held.map((cluster) => [keyOf(cluster), cluster]));
    for (const [key, cluster] of running) {
      if (fences.get(key)?.fence === cluster.fence) continue;
      log.warn({ clusterId: cluster.clusterId }, 'Another process has taken a cluster over.');
      running.delete(key);
      await cluster.stop();
    }
    await lookUp();
    for (const [key, cluster] of fences) if (!running.has(key)) run(cluster);
    await takeStep();
    for (const generation of situation.generations) await share(generation);
    await sayReady();
  }

  /** Only one set of shards listens again: nothing can be told twice any more. */
  async function tidy(): Promise<void> {
    if (situation.generations.length > 1) sawTwo = true;
    else if (sawTwo) {
      await forgetTold(db);
      sawTwo = false;
    }
  }

  async function sayReady(): Promise<void> {
    for (const [key, cluster] of running) {
      const isReady = cluster.isComplete();
      if (isReady === (readySaid.get(key) ?? false)) continue;
      await markReady(db, cluster, isReady);
      readySaid.set(key, isReady);
    }
  }

  /** Without the database nobody can say whether we still hold our shards: another may have them by now. */
  const expire = async (): Promise<void> => {
    if (running.size === 0 || performance.now() - heldSince < timing.leaseMs * 0.9) return;
    log.error({ clusters: running.size }, 'The leases of the shards have run out; they are left to whoever comes.');
    const all = [...running.values()];
    running.clear();
    readySaid.clear();
    await Promise.all(all.map((cluster) => cluster.stop()));
  };

  const rounds = createRounds(timing.roundMs, async () => {
    await round().catch((error: unknown) => log.warn({ err: error }, 'The shards could not be shared out.'));
  });
  const watch = { timer: undefined as NodeJS.Timeout | undefined };

  return {
    async start() {
      if (options.isOnly) await releaseAll(db);
      refused = await listRefusedIntents(db);
      watch.timer = setInterval(() => void expire(), timing.roundMs / 3);
      watch.timer.unref();
      rounds.start();
    },
    wake: () => rounds.wake(),
    async stop() {
      isStopping = true;
      await rounds.stop();
      clearInterval(watch.timer);
      await Promise.all([...running.values()].map((cluster) => letGo(cluster, 'resumable')));
      await sayGone(db, holder);
      await options.callOut?.();
    },
    async askMembers(serverId) {
      await Promise.all([...running.values()].map((cluster) => cluster.askMembers(serverId)));
    },
    list() {
      const current = situation.generations.find((each) => each.phase === 'current');
      const clusterCount = current ? Math.ceil(current.shardCount / current.shardsPerCluster) : 0;
      return [...running.values()]
        .filter((cluster) => cluster.generation === current?.generation)
        .map((cluster) => ({ clusterId: cluster.clusterId, clusterCount, shards: cluster.shards() }));
    },
  };
}

function createInfo(discord: Pick<Discord, 'bot'>): () => Promise<GatewayInfo> {
  let kept: { readonly at: number; readonly info: Promise<GatewayInfo> } | undefined;
  return () => {
    if (!kept || performance.now() - kept.at > INFO_KEPT_MS) {
      const info = discord.bot.gateway();
      kept = { at: performance.now(), info };
      info.catch(() => (kept = undefined));
    }
    return kept.info;
  };
}
