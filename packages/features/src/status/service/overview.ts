import {
  type Cluster,
  type MissingIntent,
  type Shard,
  type ShardStatus,
  type Status,
  statusTotals,
} from '@tally/contract';
import {
  type ShardStatus as GatewayShard,
  intentsFor,
  listRefusedIntents,
  privilegedIntents,
} from '@tally/discord/gateway';
import { type Ctx, days, seconds } from '@tally/kernel';
import { findMedianMs } from '@tally/pipeline/delivery';
import { listTopServers } from '../../servers/index.ts';
import { tidyActivity } from '../../telemetry/index.ts';
import {
  type ClusterRow,
  deleteClustersBefore,
  deleteClustersFrom,
  listClusters,
  saveCluster,
} from '../store/clusters.ts';

/** A bot process's report. It arrives every few seconds. */
export interface ClusterReport {
  readonly clusterId: number;
  /** The number of clusters in all processes. Higher ids are left over from a larger number of shards. */
  readonly clusterCount: number;
  readonly startedAt: Date;
  /** The load in percent of one core, and of the whole machine. */
  readonly corePercent: number;
  readonly machinePercent: number;
  readonly memoryBytes: number;
  /** The shards as the gateway reports them. */
  readonly shards: readonly GatewayShard[];
}

declare module '@tally/kernel' {
  interface Feature {
    /** Receives a bot process's report, every few seconds. */
    readonly reportCluster?: (ctx: Ctx, report: ClusterReport) => Promise<void>;
  }
}

/** A cluster that has not reported for this long is shown as offline. After a day it is hidden. */
export const SILENT_MS = seconds(30);
const SHOWN_MS = days(1);
/** The ping while no heartbeat has been answered. */
const NO_PING = -1;
/** Cached, because the totals are public and counting reads whole tables. */
const COUNTED_EVERY_MS = seconds(10);

export async function reportCluster(ctx: Ctx, report: ClusterReport): Promise<void> {
  const shards = report.shards.map(toShard);
  const { clusterCount, ...told } = report;
  await saveCluster(ctx.db, { ...told, shards, reportedAt: ctx.clock.now() });
  await deleteClustersFrom(ctx.db, clusterCount);
}

const statusOf = {
  connecting: 'connecting',
  ready: 'ready',
  resuming: 'resuming',
  closed: 'disconnected',
} as const satisfies Record<GatewayShard['status'], ShardStatus>;

const toShard = (shard: GatewayShard): Shard => ({
  shardId: shard.shardId,
  shardPing: shard.pingMs === null ? NO_PING : Math.round(shard.pingMs),
  status: statusOf[shard.status],
  totalGuilds: shard.servers,
  totalMembers: shard.members,
});

export async function getStatus(ctx: Ctx, { topServers }: { topServers: boolean }): Promise<Status> {
  const now = ctx.clock.now().getTime();
  const [rows, counted, medianPostMs, missingIntents, top] = await Promise.all([
    listClusters(ctx.db, new Date(now - SHOWN_MS)),
    ctx.cache.get('status/counts', COUNTED_EVERY_MS, () => countAll(ctx)),
    ctx.cache.get('status/median', COUNTED_EVERY_MS, () => findMedianMs(ctx.db)),
    ctx.cache.get('status/intents', COUNTED_EVERY_MS, () => listMissingIntents(ctx)),
    topServers ? listTopServers(ctx) : undefined,
  ]);
  const clusters = rows.map((row) => toCluster(row, now));
  const shards = clusters.flatMap((cluster) => cluster.shards);
  return {
    devMode: ctx.config.NODE_ENV !== 'production',
    shardsPerClusters: Math.max(0, ...clusters.map((cluster) => cluster.shards.length)),
    // This answer needed the database, so the database is online.
    database: 'online',
    ...counted,
    medianPostMs,
    totalClusters: clusters.length,
    totalShards: shards.length,
    totalGuilds: sum(clusters.map((cluster) => cluster.totalGuilds)),
    totalMembers: sum(clusters.map((cluster) => cluster.totalMembers)),
    clusters,
    missingIntents,
    ...(top ? { topServers: top } : {}),
  };
}

/** Lists intents that Discord does not grant this bot, with the features that need them. */
export async function listMissingIntents(ctx: Ctx): Promise<MissingIntent[]> {
  const refused = await listRefusedIntents(ctx.db);
  return privilegedIntents
    .filter((intent) => refused.includes(intent))
    .map((intent) => ({
      intent,
      features: ctx.features
        .filter((each) => each.intents?.includes(intent) || intentsFor(each.gateway ?? []).has(intent))
        .map((each) => each.name),
    }));
}

/** Adds up the counts of all features. A missing count is zero. */
async function countAll(ctx: Ctx): Promise<Record<(typeof statusTotals)[number], number>> {
  const counted = await Promise.all(ctx.features.map(async (feature) => (await feature.counts?.(ctx)) ?? {}));
  const totalOf = (name: string) => sum(counted.map((counts) => counts[name] ?? 0));
  return Object.fromEntries(statusTotals.map((name) => [name, totalOf(name)])) as Record<
    (typeof statusTotals)[number],
    number
  >;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function toCluster(row: ClusterRow, now: number): Cluster {
  const heard = row.shards.map((shard) => shard.shardPing).filter((ping) => ping !== NO_PING);
  return {
    clusterId: row.clusterId,
    online: now - row.reportedAt.getTime() <= SILENT_MS,
    uptime: Math.max(0, row.reportedAt.getTime() - row.startedAt.getTime()),
    ping: heard.length === 0 ? NO_PING : Math.round(sum(heard) / heard.length),
    totalGuilds: sum(row.shards.map((shard) => shard.totalGuilds)),
    totalMembers: sum(row.shards.map((shard) => shard.totalMembers)),
    stats: {
      coreUsage: `${row.corePercent.toFixed(1)}%`,
      cpuUsage: `${row.machinePercent.toFixed(1)}%`,
      memoryUsage: `${Math.round(row.memoryBytes / 1_048_576)} MB`,
    },
    shards: [...row.shards],
  };
}

export async function tidy(ctx: Ctx): Promise<void> {
  await tidyActivity(ctx);
  await deleteClustersBefore(ctx.db, new Date(ctx.clock.now().getTime() - SHOWN_MS));
}
