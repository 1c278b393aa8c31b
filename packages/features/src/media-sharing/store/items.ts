import type { MediaItemId, MediaOrigin, MediaProvider, MediaState, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, count, desc, eq, inArray, lt, ne, or, sql } from '@tally/infra/sql';
import { type ItemRow, items } from '../tables.ts';

export type NewItem = typeof items.$inferInsert;

/** The sender of a request. The page and Discord use the same ids. */
export interface Who {
  readonly origins: readonly MediaOrigin[];
  readonly id: string;
}

export async function insertItem(tx: Db, item: NewItem): Promise<void> {
  await tx.insert(items).values(item);
}

export async function findItem(db: Db, ownerId: UserId, id: MediaItemId): Promise<ItemRow | null> {
  const [row] = await db
    .select()
    .from(items)
    .where(and(eq(items.ownerId, ownerId), eq(items.id, id)));
  return row ?? null;
}

export async function findPlaying(db: Db, ownerId: UserId): Promise<ItemRow | null> {
  const [row] = await db
    .select()
    .from(items)
    .where(and(eq(items.ownerId, ownerId), eq(items.state, 'playing')));
  return row ?? null;
}

/** Lists waiting items in the order of the queue. */
export async function listWaiting(
  db: Db,
  ownerId: UserId,
  states: readonly ('pending' | 'queued' | 'playing')[],
): Promise<ItemRow[]> {
  return await db
    .select()
    .from(items)
    .where(and(eq(items.ownerId, ownerId), inArray(items.state, [...states])))
    .orderBy(asc(items.place), asc(items.id));
}

/** Counts the requests that wait for approval in each of these rooms. */
export async function countPending(
  db: Db,
  ownerIds: readonly UserId[],
): Promise<{ ownerId: UserId; pending: number }[]> {
  return await db
    .select({ ownerId: items.ownerId, pending: count() })
    .from(items)
    .where(and(inArray(items.ownerId, [...ownerIds]), eq(items.state, 'pending')))
    .groupBy(items.ownerId);
}

export async function findNext(tx: Db, ownerId: UserId): Promise<ItemRow | null> {
  const [row] = await tx
    .select()
    .from(items)
    .where(and(eq(items.ownerId, ownerId), eq(items.state, 'queued')))
    .orderBy(asc(items.place), asc(items.id))
    .limit(1);
  return row ?? null;
}

/** Moves an item from one of these states to its next one, so a second call changes nothing. */
export async function step(
  tx: Db,
  { ownerId, id, from }: { readonly ownerId: UserId; readonly id: MediaItemId; readonly from: readonly MediaState[] },
  change: Partial<NewItem> & { readonly state: MediaState },
): Promise<ItemRow | null> {
  const [row] = await tx
    .update(items)
    .set(change)
    .where(and(eq(items.ownerId, ownerId), eq(items.id, id), inArray(items.state, [...from])))
    .returning();
  return row ?? null;
}

/** Returns how many items were removed. */
export async function clearWaiting(
  tx: Db,
  ownerId: UserId,
  change: Partial<NewItem> & { readonly state: MediaState },
): Promise<number> {
  const rows = await tx
    .update(items)
    .set(change)
    .where(and(eq(items.ownerId, ownerId), inArray(items.state, ['pending', 'queued'])))
    .returning({ id: items.id });
  return rows.length;
}

export async function setPlace(tx: Db, id: MediaItemId, place: number): Promise<void> {
  await tx.update(items).set({ place }).where(eq(items.id, id));
}

/** Stores the progress of an item, if it is still playing. */
export async function setProgress(
  db: Db,
  id: MediaItemId,
  change: Partial<Pick<NewItem, 'second' | 'played' | 'heardAt' | 'startedAt'>>,
): Promise<boolean> {
  const rows = await db
    .update(items)
    .set(change)
    .where(and(eq(items.id, id), eq(items.state, 'playing')))
    .returning({ id: items.id });
  return rows.length > 0;
}

export async function deleteItem(tx: Db, id: MediaItemId): Promise<void> {
  await tx.delete(items).where(eq(items.id, id));
}

const bySender = (ownerId: UserId, who: readonly Who[]) =>
  and(
    eq(items.ownerId, ownerId),
    or(...who.map(({ origins, id }) => and(eq(items.senderId, id), inArray(items.senderOrigin, [...origins])))),
  );

/** Lists a sender's items, newest first. */
export async function listOfSender(
  db: Db,
  ownerId: UserId,
  who: readonly Who[],
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<ItemRow[]> {
  return await db
    .select()
    .from(items)
    .where(
      and(
        bySender(ownerId, who),
        or(inArray(items.state, ['pending', 'queued', 'playing']), sql`${items.requestedAt} >= ${since.toISOString()}`),
      ),
    )
    .orderBy(desc(items.requestedAt), desc(items.place), desc(items.id))
    .limit(limit);
}

export interface SenderRecord {
  readonly senderId: string;
  readonly played: number;
  readonly refused: number;
}

/** Counts how earlier requests of these senders ended in this room. */
export async function recordsOf(db: Db, ownerId: UserId, senderIds: readonly string[]): Promise<SenderRecord[]> {
  if (senderIds.length === 0) return [];
  const rows = await db
    .select({
      senderId: items.senderId,
      played: sql<number>`count(*) filter (where ${items.state} in ('played', 'skipped', 'playing'))::int`,
      refused: sql<number>`count(*) filter (where ${items.state} in ('refused', 'removed'))::int`,
    })
    .from(items)
    .where(and(eq(items.ownerId, ownerId), inArray(items.senderId, [...senderIds])))
    .groupBy(items.senderId);
  return rows.map((row) => ({ ...row, senderId: row.senderId ?? '' }));
}

/** Counts a sender's approved requests. */
export async function countApproved(db: Db, ownerId: UserId, who: readonly Who[]): Promise<number> {
  const [row] = await db
    .select({ many: sql<number>`count(*)::int` })
    .from(items)
    .where(
      and(
        bySender(ownerId, who),
        sql`${items.decidedBy} is not null`,
        ne(items.state, 'refused'),
        ne(items.state, 'removed'),
      ),
    );
  return row?.many ?? 0;
}

export async function lastPlayedAt(
  db: Db,
  ownerId: UserId,
  { provider, videoId }: { readonly provider: MediaProvider; readonly videoId: string },
): Promise<Date | null> {
  const [row] = await db
    .select({ at: items.endedAt })
    .from(items)
    .where(
      and(
        eq(items.ownerId, ownerId),
        eq(items.provider, provider),
        eq(items.videoId, videoId),
        inArray(items.state, ['played', 'skipped']),
        eq(items.isFiller, false),
      ),
    )
    .orderBy(desc(items.endedAt))
    .limit(1);
  return row?.at ?? null;
}

/** Lists ended items, newest first. */
export async function listEnded(
  db: Db,
  ownerId: UserId,
  page: {
    readonly search: string | undefined;
    readonly before: { at: Date; id: string } | null;
    readonly limit: number;
  },
): Promise<ItemRow[]> {
  const ended = sql`coalesce(${items.endedAt}, ${items.requestedAt})`;
  const { search, before } = page;
  const like = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  return await db
    .select()
    .from(items)
    .where(
      and(
        eq(items.ownerId, ownerId),
        inArray(items.state, ['played', 'skipped', 'removed', 'failed', 'refused']),
        search
          ? sql`(${items.title} ilike ${like} or ${items.author} ilike ${like} or ${items.senderName} ilike ${like} or ${items.videoId} = ${search})`
          : undefined,
        before ? sql`(${ended}, ${items.id}) < (${before.at.toISOString()}::timestamptz, ${before.id})` : undefined,
      ),
    )
    .orderBy(sql`${ended} desc`, desc(items.id))
    .limit(page.limit);
}

/** Finds the id of the latest sender in this room who had this name. */
export async function findSenderNamed(
  db: Db,
  ownerId: UserId,
  origins: readonly MediaOrigin[],
  name: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await db
    .select({ id: items.senderId, name: items.senderName })
    .from(items)
    .where(
      and(
        eq(items.ownerId, ownerId),
        inArray(items.senderOrigin, [...origins]),
        sql`lower(${items.senderName}) = ${name.toLowerCase()}`,
      ),
    )
    .orderBy(desc(items.requestedAt))
    .limit(1);
  return row?.id ? { id: row.id, name: row.name ?? name } : null;
}

export async function findChannelNamed(
  db: Db,
  ownerId: UserId,
  provider: MediaProvider,
  name: string,
): Promise<string | null> {
  const [row] = await db
    .select({ channelId: items.channelId })
    .from(items)
    .where(
      and(
        eq(items.ownerId, ownerId),
        eq(items.provider, provider),
        sql`lower(${items.author}) = ${name.toLowerCase()}`,
        sql`${items.channelId} is not null`,
      ),
    )
    .orderBy(desc(items.requestedAt))
    .limit(1);
  return row?.channelId ?? null;
}

/** Lists waiting and playing items of a banned person, video or channel. */
export async function listOpenOf(
  tx: Db,
  ownerId: UserId,
  what: Partial<Pick<ItemRow, 'videoId' | 'channelId' | 'provider'>> & { readonly who?: readonly Who[] },
): Promise<ItemRow[]> {
  return await tx
    .select()
    .from(items)
    .where(
      and(
        eq(items.ownerId, ownerId),
        inArray(items.state, ['pending', 'queued', 'playing']),
        what.provider ? eq(items.provider, what.provider) : undefined,
        what.videoId ? eq(items.videoId, what.videoId) : undefined,
        what.channelId ? eq(items.channelId, what.channelId) : undefined,
        what.who ? bySender(ownerId, what.who) : undefined,
      ),
    );
}

export async function deleteEndedBefore(db: Db, before: Date, most: number): Promise<number> {
  const rows = await db
    .delete(items)
    .where(inArray(items.id, db.select({ id: items.id }).from(items).where(lt(items.endedAt, before)).limit(most)))
    .returning({ id: items.id });
  return rows.length;
}

/** Removes a deleted person from requests in other rooms. The requests keep their place. */
export async function forgetSender(tx: Db, origins: readonly MediaOrigin[], senderId: string): Promise<void> {
  await tx
    .update(items)
    .set({ senderOrigin: null, senderId: null, senderName: null, words: null })
    .where(and(eq(items.senderId, senderId), inArray(items.senderOrigin, [...origins])));
}

export async function forgetDecider(tx: Db, userId: UserId): Promise<void> {
  await tx.update(items).set({ decidedBy: null }).where(eq(items.decidedBy, userId));
}

export async function listSentBy(db: Db, origins: readonly MediaOrigin[], senderId: string): Promise<ItemRow[]> {
  return await db
    .select()
    .from(items)
    .where(and(eq(items.senderId, senderId), inArray(items.senderOrigin, [...origins])))
    .orderBy(desc(items.requestedAt))
    .limit(10_000);
}

export async function listAllOf(db: Db, ownerId: UserId): Promise<ItemRow[]> {
  return await db.select().from(items).where(eq(items.ownerId, ownerId)).orderBy(desc(items.requestedAt)).limit(20_000);
}
