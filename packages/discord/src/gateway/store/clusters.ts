import type { Db } from '@tally/infra/db';
import { and, asc, eq, exists, inArray, isNull, lte, ne, or, sql } from '@tally/infra/sql';
import { gatewayBots, gatewayClusters, gatewayGenerations, type Phase } from '../tables.ts';

/** Leases use only the database's clock, because the processes' own clocks may differ. */
const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000}::double precision)`;
const isFree = or(isNull(gatewayClusters.until), lte(gatewayClusters.until, sql`now()`));

export interface Generation {
  readonly generation: number;
  readonly shardCount: number;
  readonly shardsPerCluster: number;
  readonly phase: Phase;
  /** How long the generation has been in this phase. */
  readonly phaseMs: number;
}

export interface ClusterRow {
  readonly generation: number;
  readonly clusterId: number;
  readonly holder: string | null;
  readonly isFree: boolean;
  readonly isReady: boolean;
}

export interface TakenCluster {
  readonly generation: number;
  readonly clusterId: number;
  readonly fence: number;
}

/** The state that all processes share. */
export interface Situation {
  readonly generations: readonly Generation[];
  readonly clusters: readonly ClusterRow[];
  /** Live bot processes, including this one. */
  readonly bots: number;
}

type Row = Record<string, unknown> & Situation & { readonly leases: TakenCluster[] };

const generations = sql`
  select coalesce(json_agg(json_build_object(
           'generation', generation, 'shardCount', shard_count, 'shardsPerCluster', shards_per_cluster, 'phase', phase,
           'phaseMs', (extract(epoch from now() - phase_since) * 1000)::double precision) order by generation), '[]')
    from gateway_generations`;

const clusters = sql`
  select coalesce(json_agg(json_build_object(
           'generation', generation, 'clusterId', cluster_id, 'holder', holder,
           'isFree', coalesce(until <= now(), true), 'isReady', is_ready) order by generation, cluster_id), '[]')
    from gateway_clusters`;

export async function readSituation(db: Db): Promise<Situation> {
  const { rows } = await db.execute<Row>(sql`
    select (${generations}) as generations, (${clusters}) as clusters,
           (select count(*)::int from gateway_bots where until > now()) as bots`);
  return rows[0] as Row;
}

const keyOf = ({ generation, clusterId, fence }: TakenCluster): string => `${generation}/${clusterId}/${fence}`;

/**
 * Reports that this process is alive and which of its clusters are ready, renews all its leases, and reads the shared
 * state. This is one statement, because it runs every few seconds: with one per cluster, a slow database would use up
 * the leases. A cluster missing from the leases now belongs to another process. The state is from before the
 * statement's own changes, so a lease that had just expired was not ours.
 */
export async function renew(
  db: Db,
  {
    holder,
    lastsMs,
    ready,
  }: { readonly holder: string; readonly lastsMs: number; readonly ready: readonly TakenCluster[] },
): Promise<{ readonly leases: readonly TakenCluster[]; readonly situation: Situation }> {
  const { rows } = await db.execute<Row>(sql`
    with alive as (
      insert into gateway_bots (holder, until) values (${holder}, ${inMs(lastsMs)})
          on conflict (holder) do update set until = excluded.until),
    renewed as (
      update gateway_clusters
         set until = ${inMs(lastsMs)},
             is_ready = concat_ws('/', generation, cluster_id, fence) = any(${sql.param(ready.map(keyOf))}::text[])
       where holder = ${holder}
      returning generation, cluster_id, fence)
    select (${generations}) as generations, (${clusters}) as clusters,
           (select count(*)::int + 1 from gateway_bots where until > now() and holder <> ${holder}) as bots,
           (select coalesce(json_agg(json_build_object(
                     'generation', generation, 'clusterId', cluster_id, 'fence', fence)), '[]') from renewed) as leases`);
  const { leases, ...read } = rows[0] as Row;
  const areReady = new Set(ready.map(keyOf));
  const asOurs = (cluster: ClusterRow): ClusterRow => {
    const lease = leases.find((each) => each.generation === cluster.generation && each.clusterId === cluster.clusterId);
    return lease ? { ...cluster, isFree: false, isReady: areReady.has(keyOf(lease)) } : cluster;
  };
  const situation = { ...read, clusters: read.clusters.map(asOurs) };
  return { leases, situation };
}

/** Adds a numbering of shards with its clusters, unless one already exists there. */
export async function addGeneration(
  db: Db,
  wanted: { generation: number; shardCount: number; shardsPerCluster: number; phase: 'coming' | 'current' },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const added = await tx.insert(gatewayGenerations).values(wanted).onConflictDoNothing().returning();
    if (added.length === 0) return false;
    await addClusters(tx, wanted, 0);
    return true;
  });
}

async function addClusters(
  tx: Db,
  { generation, shardCount, shardsPerCluster }: Pick<Generation, 'generation' | 'shardCount' | 'shardsPerCluster'>,
  fence: number,
): Promise<void> {
  const count = Math.ceil(shardCount / shardsPerCluster);
  await tx
    .insert(gatewayClusters)
    .values(Array.from({ length: count }, (_, clusterId) => ({ generation, clusterId, fence })));
}

/**
 * Divides the same shards into clusters of another size. Their sessions stay. Returns false if any process holds a
 * cluster. The fences continue, so no earlier holder can write.
 */
export async function recut(
  db: Db,
  wanted: Pick<Generation, 'generation' | 'shardCount' | 'shardsPerCluster'>,
): Promise<boolean> {
  const { generation, shardsPerCluster } = wanted;
  const isOurs = eq(gatewayClusters.generation, generation);
  return await db.transaction(async (tx) => {
    const old = await tx
      .select({ fence: gatewayClusters.fence, isFree: sql<boolean>`coalesce(${gatewayClusters.until} <= now(), true)` })
      .from(gatewayClusters)
      .where(isOurs)
      .for('update');
    if (old.some(({ isFree: free }) => !free)) return false;
    await tx.delete(gatewayClusters).where(isOurs);
    await addClusters(tx, wanted, Math.max(0, ...old.map(({ fence }) => fence)));
    await tx.update(gatewayGenerations).set({ shardsPerCluster }).where(eq(gatewayGenerations.generation, generation));
    return true;
  });
}

/** Returns false if another process has already taken that step, or the next one. */
export async function movePhase(db: Db, about: { generation: number; from: Phase; to: Phase }): Promise<boolean> {
  const moved = await db
    .update(gatewayGenerations)
    .set({ phase: about.to, phaseSince: sql`now()` })
    .where(and(eq(gatewayGenerations.generation, about.generation), eq(gatewayGenerations.phase, about.from)))
    .returning();
  return moved.length > 0;
}

/** Makes the new generation the current one and retires the old one, in one step. */
export async function switchGenerations(db: Db, next: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await movePhase(tx, { generation: next, from: 'shared', to: 'current' }))) return;
    await tx
      .update(gatewayGenerations)
      .set({ phase: 'going', phaseSince: sql`now()` })
      .where(ne(gatewayGenerations.generation, next));
  });
}

export async function deleteGeneration(db: Db, generation: number): Promise<void> {
  await db.delete(gatewayGenerations).where(eq(gatewayGenerations.generation, generation));
}

/** Takes nothing if the clusters have another size by now, because the process would run the wrong shards. */
export async function claimClusters(
  db: Db,
  wanted: { holder: string; lastsMs: number; generation: number; shardsPerCluster: number; most: number },
): Promise<TakenCluster[]> {
  const isCutSo = exists(
    db
      .select({ generation: gatewayGenerations.generation })
      .from(gatewayGenerations)
      .where(
        and(
          eq(gatewayGenerations.generation, wanted.generation),
          eq(gatewayGenerations.shardsPerCluster, wanted.shardsPerCluster),
        ),
      ),
  );
  const free = db
    .select({ clusterId: gatewayClusters.clusterId })
    .from(gatewayClusters)
    .where(and(eq(gatewayClusters.generation, wanted.generation), isFree, isCutSo))
    .orderBy(asc(gatewayClusters.clusterId))
    .limit(wanted.most)
    .for('update', { skipLocked: true });
  return await db
    .update(gatewayClusters)
    .set({
      holder: wanted.holder,
      until: inMs(wanted.lastsMs),
      fence: sql`${gatewayClusters.fence} + 1`,
      isReady: false,
    })
    .where(and(eq(gatewayClusters.generation, wanted.generation), inArray(gatewayClusters.clusterId, free), isFree))
    .returning({
      generation: gatewayClusters.generation,
      clusterId: gatewayClusters.clusterId,
      fence: gatewayClusters.fence,
    });
}

const isHeld = ({ generation, clusterId, fence }: TakenCluster) =>
  and(
    eq(gatewayClusters.generation, generation),
    eq(gatewayClusters.clusterId, clusterId),
    eq(gatewayClusters.fence, fence),
  );

export async function releaseCluster(db: Db, cluster: TakenCluster): Promise<void> {
  await db.update(gatewayClusters).set({ holder: null, until: null, isReady: false }).where(isHeld(cluster));
}

/** Releases all clusters, so other processes take them over without waiting. */
export async function releaseAll(db: Db, holder: string): Promise<void> {
  await db.delete(gatewayBots).where(or(eq(gatewayBots.holder, holder), lte(gatewayBots.until, sql`now()`)));
}

/** For a database that only one process can open. Any earlier holder is dead. */
export async function releaseAllClusters(db: Db): Promise<void> {
  await db.delete(gatewayBots);
  await db.update(gatewayClusters).set({ holder: null, until: null, isReady: false });
}
