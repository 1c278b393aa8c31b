import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, gt, lt, sql } from '@tally/infra/sql';
import { discordGrants, staffLooks, userServers } from './tables.ts';

export type GrantRow = typeof discordGrants.$inferSelect;
export type UserServerRow = Omit<typeof userServers.$inferSelect, 'userId'>;

/** Stores a new grant. Discards the list of servers, because the grant may have other scopes. */
export async function saveGrant(db: Db, grant: Omit<GrantRow, 'serversReadAt'>): Promise<void> {
  const { userId: _, ...told } = grant;
  await db
    .insert(discordGrants)
    .values({ ...grant, serversReadAt: null })
    .onConflictDoUpdate({ target: discordGrants.userId, set: { ...told, serversReadAt: null } });
}

/** Stores a renewed grant and keeps the list of servers. */
export async function renewGrant(
  db: Db,
  userId: UserId,
  tokens: Pick<GrantRow, 'accessToken' | 'refreshToken' | 'scope' | 'expiresAt'>,
): Promise<void> {
  await db.update(discordGrants).set(tokens).where(eq(discordGrants.userId, userId));
}

export async function findGrant(db: Db, userId: UserId): Promise<GrantRow | null> {
  const [found] = await db.select().from(discordGrants).where(eq(discordGrants.userId, userId));
  return found ?? null;
}

export async function deleteGrant(db: Db, userId: UserId): Promise<void> {
  await db.delete(discordGrants).where(eq(discordGrants.userId, userId));
}

/** Replaces a person's servers. Call it in a transaction, so no reader sees a partial list. */
export async function replaceServers(
  tx: Db,
  { userId, servers, readAt }: { userId: UserId; servers: readonly UserServerRow[]; readAt: Date },
): Promise<void> {
  const [held] = await tx
    .update(discordGrants)
    .set({ serversReadAt: readAt })
    .where(eq(discordGrants.userId, userId))
    .returning({ userId: discordGrants.userId });
  // The person's grant was deleted while Discord was answering, so the list must not be stored.
  if (!held) return;
  await tx.delete(userServers).where(eq(userServers.userId, userId));
  if (servers.length > 0) await tx.insert(userServers).values(servers.map((server) => ({ userId, ...server })));
}

export async function listServers(db: Db, userId: UserId): Promise<readonly UserServerRow[]> {
  return await db.select().from(userServers).where(eq(userServers.userId, userId)).orderBy(userServers.name);
}

/** Returns when the list was read and its entry for one server, in a single indexed query. */
export async function findServer(
  db: Db,
  userId: UserId,
  serverId: ServerId,
): Promise<{ readAt: Date | null; server: UserServerRow | null } | null> {
  const [found] = await db
    .select({ readAt: discordGrants.serversReadAt, server: userServers })
    .from(discordGrants)
    .leftJoin(userServers, and(eq(userServers.userId, discordGrants.userId), eq(userServers.serverId, serverId)))
    .where(eq(discordGrants.userId, userId));
  return found ?? null;
}

/** Lists people who may manage this server, as of each person's last visit. The owner comes first. */
export async function listPeopleWho(
  db: Db,
  { serverId, mayAnyOf, limit }: { serverId: ServerId; mayAnyOf: bigint; limit: number },
): Promise<UserId[]> {
  const rows = await db
    .select({ userId: userServers.userId })
    .from(userServers)
    .where(
      and(
        eq(userServers.serverId, serverId),
        sql`(${userServers.isOwner} or ${userServers.permissions} & ${mayAnyOf}::bigint <> 0)`,
      ),
    )
    .orderBy(desc(userServers.isOwner), userServers.userId)
    .limit(limit);
  return rows.map((row) => row.userId as UserId);
}

export async function saveLook(db: Db, look: typeof staffLooks.$inferInsert, now: Date): Promise<void> {
  await db.delete(staffLooks).where(lt(staffLooks.until, now));
  await db
    .insert(staffLooks)
    .values(look)
    .onConflictDoUpdate({ target: [staffLooks.userId, staffLooks.serverId], set: { until: look.until } });
}

export async function findLook(
  db: Db,
  { userId, serverId, now }: { userId: UserId; serverId: ServerId; now: Date },
): Promise<Date | null> {
  const [found] = await db
    .select({ until: staffLooks.until })
    .from(staffLooks)
    .where(and(eq(staffLooks.userId, userId), eq(staffLooks.serverId, serverId), gt(staffLooks.until, now)));
  return found?.until ?? null;
}

export async function forgetLooks(db: Db, of: { userId: UserId } | { serverId: ServerId }): Promise<void> {
  await db
    .delete(staffLooks)
    .where('userId' in of ? eq(staffLooks.userId, of.userId) : eq(staffLooks.serverId, of.serverId));
}
