import type { ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from '@tally/infra/sql';
import { servers } from './tables.ts';

export type ServerRow = typeof servers.$inferSelect;

/** The facts that Discord sends about a server. A missing value stays unchanged. */
export interface ServerProfile {
  readonly id: ServerId;
  readonly name: string;
  readonly icon: string | null;
  readonly ownerId: UserId;
  readonly banner?: string | null | undefined;
  readonly memberCount?: number | undefined;
}

const told = ({ name, icon, ownerId, banner, memberCount }: ServerProfile) => ({
  name,
  icon,
  ownerId,
  ...(banner === undefined ? {} : { banner }),
  ...(memberCount === undefined ? {} : { memberCount }),
});

/** Prevents writes when nothing is new, because a bot that connects receives all its servers at once. */
const isNews = sql`(${servers.leftAt}, ${servers.name}, ${servers.icon}, ${servers.ownerId}, ${servers.memberCount})
  is distinct from (null, excluded.name, excluded.icon, excluded.owner_id, excluded.member_count)`;

/**
 * Stores that the bot is in the server. If it left less than 30 days ago, the server keeps its settings. Returns the
 * new facts, or null.
 */
export async function saveJoined(
  db: Db,
  profile: ServerProfile & { readonly memberCount: number },
  now: Date,
): Promise<'joined' | 'changed' | null> {
  const [saved] = await db
    .insert(servers)
    .values({
      id: profile.id,
      locale: null,
      isBlacklisted: false,
      overrideBranding: false,
      version: 1,
      joinedAt: now,
      leftAt: null,
      ...told(profile),
      memberCount: profile.memberCount,
    })
    .onConflictDoUpdate({
      target: servers.id,
      set: {
        ...told(profile),
        leftAt: null,
        isDiscarded: false,
        joinedAt: sql`case when ${servers.leftAt} is null then ${servers.joinedAt} else excluded.joined_at end`,
      },
      setWhere: isNews,
    })
    .returning({ joinedAt: servers.joinedAt });
  if (!saved) return null;
  return saved.joinedAt.getTime() === now.getTime() ? 'joined' : 'changed';
}

export async function saveProfile(db: Db, profile: ServerProfile): Promise<void> {
  await db.update(servers).set(told(profile)).where(eq(servers.id, profile.id));
}

/** Returns how many of these servers were still marked as present. */
export async function saveLeft(db: Db, serverIds: readonly ServerId[], now: Date): Promise<number> {
  if (serverIds.length === 0) return 0;
  const { rowCount } = await db
    .update(servers)
    .set({ leftAt: now })
    .where(and(anyOf(servers.id, serverIds), isNull(servers.leftAt)));
  return rowCount ?? 0;
}

export async function saveDiscarded(tx: Db, serverId: ServerId): Promise<void> {
  await tx.update(servers).set({ isDiscarded: true }).where(eq(servers.id, serverId));
}

export async function setMembers(db: Db, serverId: ServerId, memberCount: number): Promise<void> {
  await db.update(servers).set({ memberCount }).where(eq(servers.id, serverId));
}

/** Changes the member count after a join or leave. Returns the new count. */
export async function addMembers(tx: Db, serverId: ServerId, by: number): Promise<number> {
  const [row] = await tx
    .update(servers)
    .set({ memberCount: sql`greatest(0, ${servers.memberCount} + ${by})` })
    .where(eq(servers.id, serverId))
    .returning({ memberCount: servers.memberCount });
  return row?.memberCount ?? 0;
}

export async function findServer(db: Db, serverId: ServerId): Promise<ServerRow | null> {
  const [found] = await db.select().from(servers).where(eq(servers.id, serverId));
  return found ?? null;
}

export async function listServers(db: Db, serverIds: readonly ServerId[]): Promise<readonly ServerRow[]> {
  if (serverIds.length === 0) return [];
  return await db.select().from(servers).where(anyOf(servers.id, serverIds));
}

export async function listWithBot(db: Db, serverIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (serverIds.length === 0) return new Set();
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(anyOf(servers.id, serverIds), isNull(servers.leftAt)));
  return new Set(rows.map((row) => row.id));
}

/** Returns the servers that the bot has left and whose data is not deleted yet. */
export async function listLeft(db: Db, serverIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (serverIds.length === 0) return new Set();
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(anyOf(servers.id, serverIds), isNotNull(servers.leftAt), eq(servers.isDiscarded, false)));
  return new Set(rows.map((row) => row.id));
}

/** Uses Discord's formula for a server's shard: https://docs.discord.com/developers/events/gateway#sharding */
export async function listPresentOfShard(
  db: Db,
  { shardId, shardCount }: { shardId: number; shardCount: number },
): Promise<readonly ServerId[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(
      and(isNull(servers.leftAt), sql`(${servers.id}::bigint >> 22) % ${shardCount}::bigint = ${shardId}::bigint`),
    );
  return rows.map((row) => row.id as ServerId);
}

export async function listLargest(db: Db, most: number) {
  return await db
    .select({ id: servers.id, name: servers.name, icon: servers.icon, memberCount: servers.memberCount })
    .from(servers)
    .where(and(isNull(servers.leftAt), eq(servers.isBlacklisted, false), eq(servers.isListed, true)))
    .orderBy(desc(servers.memberCount), asc(servers.id))
    .limit(most);
}

/** True if the bot left before this moment, or if it has left and a manager discarded the data. */
const isOver = (moment: Date) =>
  or(lt(servers.leftAt, moment), and(isNotNull(servers.leftAt), eq(servers.isDiscarded, true)));

/** The servers whose data is due for deletion, or only the given server if it is due. */
export async function listOver(db: Db, moment: Date, serverId?: ServerId): Promise<readonly ServerId[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(isOver(moment), serverId === undefined ? undefined : eq(servers.id, serverId)));
  return rows.map((row) => row.id as ServerId);
}

/** Deletes only if the bot is still gone, because it may have been invited again a moment ago. */
export async function deleteIfOver(db: Db, serverId: ServerId, moment: Date): Promise<void> {
  await db.delete(servers).where(and(eq(servers.id, serverId), isOver(moment)));
}

/** Finds servers whose name contains these letters, the largest first. */
export async function listNamed(db: Db, letters: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: servers.id })
    .from(servers)
    .where(sql`position(lower(${letters}) in lower(${servers.name})) > 0`)
    .orderBy(desc(servers.memberCount))
    .limit(limit);
  return rows.map((row) => row.id);
}

export const listNewest = async (db: Db, limit: number): Promise<readonly ServerRow[]> =>
  await db.select().from(servers).where(isNull(servers.leftAt)).orderBy(desc(servers.joinedAt)).limit(limit);

export const countPresent = async (db: Db): Promise<number> => await db.$count(servers, isNull(servers.leftAt));

export async function setBlacklisted(tx: Db, serverId: ServerId, isBlacklisted: boolean): Promise<void> {
  await tx.update(servers).set({ isBlacklisted }).where(eq(servers.id, serverId));
}
