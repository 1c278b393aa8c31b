import type { Platform, RumbleType, ServerId, StreamerMessageType } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Follower, type MessageBody, type StreamerRow, streamerMessages, streamers } from './tables.ts';

export interface StreamerAddress {
  readonly serverId: ServerId;
  readonly platform: Platform;
  readonly name: string;
  readonly rumbleType?: RumbleType | undefined;
}

const at = (address: StreamerAddress) =>
  and(
    eq(streamers.serverId, address.serverId),
    eq(streamers.platform, address.platform),
    sql`lower(${streamers.name}) = ${address.name.toLowerCase()}`,
    address.rumbleType ? eq(streamers.rumbleType, address.rumbleType) : undefined,
  );

export async function findStreamer(db: Db, address: StreamerAddress): Promise<StreamerRow | null> {
  const [row] = await db.select().from(streamers).where(at(address)).limit(1);
  return row ?? null;
}

export async function findStreamerById(db: Db, id: string): Promise<StreamerRow | null> {
  const [row] = await db.select().from(streamers).where(eq(streamers.id, id));
  return row ?? null;
}

export async function listStreamers(
  db: Db,
  about: { serverId: ServerId; platform: Platform; after?: string | undefined; limit?: number | undefined },
): Promise<StreamerRow[]> {
  const query = db
    .select()
    .from(streamers)
    .where(
      and(
        eq(streamers.serverId, about.serverId),
        eq(streamers.platform, about.platform),
        about.after ? gt(sql`lower(${streamers.name})`, about.after) : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${streamers.name})`), asc(streamers.id));
  return about.limit ? query.limit(about.limit) : query;
}

/** The channels of a platform that any of these servers follows. */
export async function listChannelIdsIn(
  db: Db,
  about: { platform: Platform; serverIds: readonly ServerId[]; limit: number },
): Promise<string[]> {
  if (about.serverIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ channelId: streamers.channelId })
    .from(streamers)
    .where(and(eq(streamers.platform, about.platform), inArray(streamers.serverId, [...about.serverIds])))
    .orderBy(asc(streamers.channelId))
    .limit(about.limit);
  return rows.map(({ channelId }) => channelId);
}

/** Those whose name holds what somebody has typed, the ones that begin with it first. */
export async function searchStreamers(
  db: Db,
  about: { serverId: ServerId; platform: Platform | undefined; typed: string; limit: number },
): Promise<StreamerRow[]> {
  const place = sql`position(${about.typed.toLowerCase()} in lower(${streamers.name}))`;
  return db
    .select()
    .from(streamers)
    .where(
      and(
        eq(streamers.serverId, about.serverId),
        about.platform ? eq(streamers.platform, about.platform) : undefined,
        about.typed === '' ? undefined : sql`${place} > 0`,
      ),
    )
    .orderBy(asc(sql`least(${place}, 2)`), asc(sql`lower(${streamers.name})`), asc(streamers.id))
    .limit(about.limit);
}

/** One on each platform, and a user and a channel of Rumble. */
const MOST_OF_A_NAME = 6;

/** One name may be several people: on every platform another one. */
export async function listNamed(db: Db, serverId: ServerId, name: string): Promise<StreamerRow[]> {
  return db
    .select()
    .from(streamers)
    .where(and(eq(streamers.serverId, serverId), sql`lower(${streamers.name}) = ${name.toLowerCase()}`))
    .limit(MOST_OF_A_NAME);
}

export async function countStreamers(db: Db, serverId: ServerId, platform: Platform): Promise<number> {
  return db.$count(streamers, and(eq(streamers.serverId, serverId), eq(streamers.platform, platform)));
}

/** Holds every row of a server's platform, so that two people adding at once cannot pass the limit together. */
export async function lockStreamers(tx: Db, serverId: ServerId, platform: Platform): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${serverId} ${platform}`}, 0))`);
}

export async function insertStreamer(tx: Db, row: typeof streamers.$inferInsert): Promise<StreamerRow> {
  const [inserted] = await tx.insert(streamers).values(row).returning();
  return inserted as StreamerRow;
}

export async function updateStreamer(
  tx: Db,
  id: string,
  change: Partial<typeof streamers.$inferInsert>,
): Promise<StreamerRow> {
  const [row] = await tx.update(streamers).set(change).where(eq(streamers.id, id)).returning();
  return row as StreamerRow;
}

export async function deleteStreamer(tx: Db, id: string): Promise<void> {
  await tx.delete(streamers).where(eq(streamers.id, id));
}

/** Servers in which somebody on these platforms has one of these settings. */
export async function listServersThatSet(
  db: Db,
  platforms: readonly Platform[],
  keys: readonly string[],
): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: streamers.serverId })
    .from(streamers)
    .where(
      and(inArray(streamers.platform, [...platforms]), sql`${streamers.settings} ?| ${sql.param([...keys])}::text[]`),
    );
  return rows.map(({ serverId }) => serverId);
}

/** Everybody who wants to hear of a channel, page by page in the order of their ids. */
export async function pageFollowing(
  db: Db,
  about: { platform: Platform; channelId: string; after: string | null; limit: number },
): Promise<Follower[]> {
  const { id, serverId, platform, name, settings, pauseReason, alreadyLiveSession, creatorId } = streamers;
  return db
    .select({ id, serverId, platform, name, settings, pauseReason, alreadyLiveSession, creatorId })
    .from(streamers)
    .where(
      and(
        eq(streamers.platform, about.platform),
        eq(streamers.channelId, about.channelId),
        about.after === null ? undefined : gt(streamers.id, about.after),
      ),
    )
    .orderBy(asc(streamers.id))
    .limit(about.limit);
}

/** Of those who follow a channel, the ones that belong to creators, page by page in the order of their ids. */
export async function pageMembers(
  db: Db,
  about: { platform: Platform; channelId: string; after: string | null; limit: number },
): Promise<StreamerRow[]> {
  return db
    .select()
    .from(streamers)
    .where(
      and(
        eq(streamers.platform, about.platform),
        eq(streamers.channelId, about.channelId),
        isNotNull(streamers.creatorId),
        about.after === null ? undefined : gt(streamers.id, about.after),
      ),
    )
    .orderBy(asc(streamers.id))
    .limit(about.limit);
}

export async function listMembersOf(db: Db, creatorIds: readonly string[]): Promise<StreamerRow[]> {
  if (creatorIds.length === 0) return [];
  return db
    .select()
    .from(streamers)
    .where(anyOf(streamers.creatorId, creatorIds))
    .orderBy(asc(streamers.platform), asc(sql`lower(${streamers.name})`), asc(streamers.id));
}

/** Takes these into a creator, or out of it. */
export async function setCreator(tx: Db, ids: readonly string[], creatorId: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(streamers).set({ creatorId }).where(anyOf(streamers.id, ids));
}

/**
 * Answers the servers in which the name was another one. Where somebody else is still stored under the new name, the
 * row waits until they are renamed as well: names can wander from one creator to another.
 */
export async function renameChannel(
  db: Db,
  { platform, channelId, name }: Pick<StreamerRow, 'platform' | 'channelId' | 'name'>,
): Promise<ServerId[]> {
  const namesake = sql`exists (
    select 1 from streamers other
     where other.server_id = ${streamers.serverId} and other.platform = ${platform} and other.id <> ${streamers.id}
       and other.rumble_type is not distinct from ${streamers.rumbleType} and lower(other.name) = ${name.toLowerCase()})`;
  const rows = await db
    .update(streamers)
    .set({ name })
    .where(
      and(
        eq(streamers.platform, platform),
        eq(streamers.channelId, channelId),
        sql`${streamers.name} <> ${name}`,
        sql`not ${namesake}`,
      ),
    )
    .returning({ serverId: streamers.serverId });
  return rows.map((row) => row.serverId);
}

/** Servers in which one of these channels is not followed under the name that it has by now. */
export async function listUnrenamed(
  db: Db,
  platform: Platform,
  channels: readonly { readonly id: string; readonly name: string }[],
): Promise<ServerId[]> {
  const [ids, names] = [channels.map(({ id }) => id), channels.map(({ name }) => name)];
  const { rows } = await db.execute<{ server_id: ServerId }>(sql`
    select distinct streamers.server_id
      from unnest(${sql.param(ids)}::text[], ${sql.param(names)}::text[]) as channel (id, name)
      join streamers on streamers.platform = ${platform} and streamers.channel_id = channel.id
     where streamers.name <> channel.name
     order by 1`);
  return rows.map((row) => row.server_id);
}

/** All of them together, also where they exchange names: no two rows have one name at any moment. */
export async function renameRows(tx: Db, rows: readonly { id: string; name: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await tx
    .update(streamers)
    .set({ name: sql`${streamers.id}::text` })
    .where(anyOf(streamers.id, ids));
  await tx.execute(sql`
    update streamers set name = new.name
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map((row) => row.name))}::text[]) as new (id, name)
     where streamers.id = new.id`);
}

/** Pauses these, whatever they were paused for before, and lets those go on. */
export async function setPlanPauses(
  tx: Db,
  about: { paused: readonly string[]; resumed: readonly string[]; now: Date },
): Promise<void> {
  const { paused, resumed, now } = about;
  const set = async (ids: readonly string[], pauseReason: 'planLimit' | null) => {
    if (ids.length === 0) return;
    await tx.update(streamers).set({ pauseReason, changedAt: now }).where(anyOf(streamers.id, ids));
  };
  await set(paused, 'planLimit');
  await set(resumed, null);
}

export async function saveMessage(
  tx: Db,
  streamerId: string,
  type: StreamerMessageType,
  body: MessageBody,
): Promise<void> {
  await tx
    .insert(streamerMessages)
    .values({ streamerId, type, body })
    .onConflictDoUpdate({ target: [streamerMessages.streamerId, streamerMessages.type], set: { body } });
}

export async function deleteMessage(tx: Db, streamerId: string, type: StreamerMessageType): Promise<boolean> {
  const rows = await tx
    .delete(streamerMessages)
    .where(and(eq(streamerMessages.streamerId, streamerId), eq(streamerMessages.type, type)))
    .returning({ type: streamerMessages.type });
  return rows.length > 0;
}

export async function deleteMessagesExcept(
  tx: Db,
  streamerId: string,
  kept: readonly StreamerMessageType[],
): Promise<void> {
  await tx
    .delete(streamerMessages)
    .where(
      and(
        eq(streamerMessages.streamerId, streamerId),
        kept.length > 0 ? sql`${streamerMessages.type} <> all(${sql.param([...kept])})` : undefined,
      ),
    );
}

export interface SavedMessage {
  readonly streamerId: string;
  readonly type: StreamerMessageType;
  readonly body: MessageBody;
}

/** The messages of many streamers in one question. */
export async function listMessages(db: Db, streamerIds: readonly string[]): Promise<SavedMessage[]> {
  if (streamerIds.length === 0) return [];
  return db.select().from(streamerMessages).where(anyOf(streamerMessages.streamerId, streamerIds));
}

/** Of many streamers, those whose message of this kind appears under another name. */
export async function listDisguised(
  db: Db,
  streamerIds: readonly string[],
  type: StreamerMessageType,
): Promise<ReadonlySet<string>> {
  if (streamerIds.length === 0) return new Set();
  const rows = await db
    .select({ id: streamerMessages.streamerId })
    .from(streamerMessages)
    .where(
      and(
        eq(streamerMessages.type, type),
        sql`${streamerMessages.body} -> 'webhook' ->> 'enabled' = 'true'`,
        sql`${streamerMessages.streamerId} = any(${sql.param([...streamerIds])}::uuid[])`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}

export async function pauseByServer(
  tx: Db,
  about: { streamerId: string; reason: NonNullable<StreamerRow['pauseReason']>; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(streamers)
    .set({ pauseReason: about.reason, changedAt: about.now })
    .where(and(eq(streamers.id, about.streamerId), isNull(streamers.pauseReason)))
    .returning({ id: streamers.id });
  return rows.length > 0;
}

/** Only from the reason that was looked at: the owner may have decided something meanwhile. */
export async function resume(
  tx: Db,
  about: { streamerId: string; from: NonNullable<StreamerRow['pauseReason']>; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(streamers)
    .set({ pauseReason: null, changedAt: about.now })
    .where(and(eq(streamers.id, about.streamerId), eq(streamers.pauseReason, about.from)))
    .returning({ id: streamers.id });
  return rows.length > 0;
}

/** Another value whenever somebody was added, changed or removed. */
export async function changesOf(db: Db, serverId: ServerId): Promise<string> {
  const [row] = await db
    .select({ stamp: sql<string>`concat(count(*), ' ', max(${streamers.changedAt}))` })
    .from(streamers)
    .where(eq(streamers.serverId, serverId));
  return row?.stamp ?? '';
}

/** Servers in which something waits to be repaired, in the order of their ids. */
export async function pagePausedServers(
  db: Db,
  { after, limit }: { after: ServerId | null; limit: number },
): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: streamers.serverId })
    .from(streamers)
    .where(
      and(
        inArray(streamers.pauseReason, ['permissions', 'channelGone', 'roleGone']),
        after === null ? undefined : gt(streamers.serverId, after),
      ),
    )
    .orderBy(asc(streamers.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}

/** How many creators are followed, each counted once. */
export async function countFollowed(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count(sql`distinct (${streamers.platform}, ${streamers.channelId})`) })
    .from(streamers);
  return row?.total ?? 0;
}

export async function listOfServer(tx: Db, serverId: ServerId): Promise<StreamerRow[]> {
  return tx.select().from(streamers).where(eq(streamers.serverId, serverId));
}

export async function listStreamersById(db: Db, ids: readonly string[]): Promise<StreamerRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(streamers).where(anyOf(streamers.id, ids));
}
