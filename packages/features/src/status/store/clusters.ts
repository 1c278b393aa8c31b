import type { Db } from '@tally/infra/db';
import { asc, gt, gte, lt } from '@tally/infra/sql';
import { clusters } from '../tables.ts';

export type ClusterRow = typeof clusters.$inferSelect;

export async function saveCluster(db: Db, cluster: ClusterRow): Promise<void> {
  const { clusterId: _, ...told } = cluster;
  await db.insert(clusters).values(cluster).onConflictDoUpdate({ target: clusters.clusterId, set: told });
}

export async function listClusters(db: Db, since: Date): Promise<readonly ClusterRow[]> {
  return await db.select().from(clusters).where(gt(clusters.reportedAt, since)).orderBy(asc(clusters.clusterId));
}

export async function deleteClustersBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(clusters).where(lt(clusters.reportedAt, moment));
}

export async function deleteClustersFrom(db: Db, clusterId: number): Promise<void> {
  await db.delete(clusters).where(gte(clusters.clusterId, clusterId));
}
