import type { Db } from '@tally/infra/db';
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from '@tally/infra/sql';
import { gatewayBots, gatewayClusters, gatewayGenerations, type Phase } from '../tables.ts';

/** Leases go by the database's clock alone: it is the same for all processes, whatever their machines' clocks say. */
const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000}::double precision)`;
const isFree = or(isNull(gatewayClusters.until), lte(gatewayClusters.until, sql`now()`));

export interface Generation {
  readonly generation: number;
  readonly shardCount: number;
  readonly shardsPerCluster: number;
  readonly phase: Phase;
  /** How long it is in this phase. */
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

/** What all processes agree on. */
export interface Situation {
  readonly generations: readonly Generation[];
  readonly clusters: readonly ClusterRow[];
  /** Bot processes that live, this one among them. */
  readonly bots: number;
}

export async function sayAlive(db: Db, holder: string, lastsMs: number): Promise<void> {
  const until = inMs(lastsMs);
  await db
    .insert(gatewayBots)
    .values({ holder, until: until })
    .onConflictDoUpdate({ target: gatewayBots.holder, set: { until } });
}

export async function readSituation(db: Db): Promise<Situation> {
  const [generations, clusters, bots] = await Promise.all([
    db
      .select({
        generation: gatewayGenerations.generation,
        shardCount: gatewayGenerations.shardCount,
        shardsPerCluster: gatewayGenerations.shardsPerCluster,
        phase: gatewayGenerations.phase,
        phaseMs: sql<number>`(extract(epoch from now() - ${gatewayGenerations.phaseSince}) * 1000)::double precision`,
      })
      .from(gatewayGenerations)
      .orderBy(asc(gatewayGenerations.generation)),
    db
      .select({
        generation: gatewayClusters.generation,
        clusterId: gatewayClusters.clusterId,
        holder: gatewayClusters.holder,
        isFree: sql<boolean>`coalesce(${gatewayClusters.until} <= now(), true)`,
        isReady: gatewayClusters.isReady,
      })
      .from(gatewayClusters)
      .orderBy(asc(gatewayClusters.generation), asc(gatewayClusters.clusterId)),
    db.$count(gatewayBots, gt(gatewayBots.until, sql`now()`)),
  ]);
  return { generations, clusters, bots };
}

/** A numbering of shards with its clusters; nothing where there is one in that place already. */
export async function addGeneration(
  db: Db,
  wanted: { generation: number; shardCount: number; shardsPerCluster: number; phase: 'coming' | 'current' },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const added = await tx.insert(gatewayGenerations).values(wanted).onConflictDoNothing().returning();
    if (added.length === 0) return false;
    const { generation } = wanted;
    const count = Math.ceil(wanted.shardCount / wanted.shardsPerCluster);
    await tx
      .insert(gatewayClusters)
      .values(Array.from({ length: count }, (_, clusterId) => ({ generation, clusterId })));
    return true;
  });
}

/** False if another process has already taken that step, or the one after it. */
export async function movePhase(db: Db, about: { generation: number; from: Phase; to: Phase }): Promise<boolean> {
  const moved = await db
    .update(gatewayGenerations)
    .set({ phase: about.to, phaseSince: sql`now()` })
    .where(and(eq(gatewayGenerations.generation, about.generation), eq(gatewayGenerations.phase, about.from)))
    .returning();
  return moved.length > 0;
}

/** The new generation becomes the current one and the old one goes, in one step. */
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

/**
 * Renews everything that this process holds. A cluster that is missing from the result belongs to somebody else by now.
 */
export async function renewClusters(db: Db, holder: string, lastsMs: number): Promise<TakenCluster[]> {
  return await db
    .update(gatewayClusters)
    .set({ until: inMs(lastsMs) })
    .where(eq(gatewayClusters.holder, holder))
    .returning({
      generation: gatewayClusters.generation,
      clusterId: gatewayClusters.clusterId,
      fence: gatewayClusters.fence,
    });
}

export async function takeClusters(
  db: Db,
  wanted: { holder: string; lastsMs: number; generation: number; most: number },
): Promise<TakenCluster[]> {
  const free = db
    .select({ clusterId: gatewayClusters.clusterId })
    .from(gatewayClusters)
    .where(and(eq(gatewayClusters.generation, wanted.generation), isFree))
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

export async function markReady(db: Db, cluster: TakenCluster, isReady: boolean): Promise<void> {
  await db.update(gatewayClusters).set({ isReady }).where(isHeld(cluster));
}

/** Leaves in order: others share out what this process held without waiting. */
export async function sayGone(db: Db, holder: string): Promise<void> {
  await db.delete(gatewayBots).where(or(eq(gatewayBots.holder, holder), lte(gatewayBots.until, sql`now()`)));
}

/** For a database that only one process can have open: whoever held something before is dead. */
export async function releaseAllClusters(db: Db): Promise<void> {
  await db.delete(gatewayBots);
  await db.update(gatewayClusters).set({ holder: null, until: null, isReady: false });
}
