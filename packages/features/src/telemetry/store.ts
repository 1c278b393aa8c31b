import type { RecentType, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { desc, eq, lt, sql } from '@tally/infra/sql';
import { recentActivity, type ServerStep, serverSteps, type UserStep, userSteps } from './tables.ts';

export async function saveServerStep(db: Db, serverId: ServerId, step: ServerStep, at: Date): Promise<void> {
  await db.insert(serverSteps).values({ serverId, step, at }).onConflictDoNothing();
}

export async function listServerSteps(db: Db, serverId: ServerId): Promise<ReadonlySet<ServerStep>> {
  const rows = await db.select({ step: serverSteps.step }).from(serverSteps).where(eq(serverSteps.serverId, serverId));
  return new Set(rows.map((row) => row.step));
}

export async function deleteServerSteps(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(serverSteps).where(eq(serverSteps.serverId, serverId));
}

/** Returns false if this step was already recorded since `notSince`. */
export async function saveUserStep(
  db: Db,
  { userId, step, at, notSince }: { userId: UserId; step: UserStep; at: Date; notSince: Date },
): Promise<boolean> {
  const noted = await db
    .insert(userSteps)
    .values({ userId, step, at })
    .onConflictDoUpdate({
      target: [userSteps.userId, userSteps.step],
      set: { at },
      setWhere: lt(userSteps.at, notSince),
    })
    .returning({ step: userSteps.step });
  return noted.length > 0;
}

export async function listUserSteps(db: Db, userId: UserId) {
  return await db
    .select({ step: userSteps.step, at: userSteps.at })
    .from(userSteps)
    .where(eq(userSteps.userId, userId));
}

export async function deleteUserSteps(db: Db, userId: UserId): Promise<void> {
  await db.delete(userSteps).where(eq(userSteps.userId, userId));
}

export async function insertRecent(
  db: Db,
  entry: { type: RecentType; message: string; createdAt: Date },
): Promise<void> {
  await db.insert(recentActivity).values(entry);
}

export async function listRecent(db: Db, most: number): Promise<readonly (typeof recentActivity.$inferSelect)[]> {
  return await db.select().from(recentActivity).orderBy(desc(recentActivity.id)).limit(most);
}

export async function keepRecent(db: Db, most: number): Promise<void> {
  await db
    .delete(recentActivity)
    .where(sql`${recentActivity.id} <= (select id from recent_activity order by id desc offset ${most} limit 1)`);
}
