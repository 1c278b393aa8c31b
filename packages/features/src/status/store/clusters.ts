import type { RecentType } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { asc, desc, gt, gte, lt, sql } from '@tally/infra/sql';
import { clusters, recentActivity } from '../tables.ts';

export type ClusterRow = typeof clusters.$inferSelect;
export type RecentRow = typeof recentActivity.$inferSelect;

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

export async function insertRecent(
  db: Db,
  entry: { type: RecentType; message: string; createdAt: Date },
): Promise<void> {
  await db.insert(recentActivity).values(entry);
}

export async function listRecent(db: Db, most: number): Promise<readonly RecentRow[]> {
  return await db.select().from(recentActivity).orderBy(desc(recentActivity.id)).limit(most);
}

export async function keepRecent(db: Db, most: number): Promise<void> {
  await db
    .delete(recentActivity)
    .where(sql`${recentActivity.id} <= (select id from recent_activity order by id desc offset ${most} limit 1)`);
}
