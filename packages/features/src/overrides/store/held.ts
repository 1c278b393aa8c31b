import type { ChannelId, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import { type HeldRow, held } from '../tables.ts';

/** Keeps a statement far below Postgres's limit on parameters. */
const ROWS_AT_ONCE = 1000;

/** Leaves existing rows unchanged, sent or not. */
export async function insertHeld(tx: Db, rows: readonly HeldRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insert(held)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoNothing();
  }
}

/** Lists servers with held events, page by page. */
export async function listHolders(db: Db, after: string, limit: number): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: held.serverId })
    .from(held)
    .where(and(isNull(held.toldAt), sql`${held.serverId} > ${after}`))
    .orderBy(asc(held.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}

/** Locks the events that are not in a digest yet. Other transactions wait until this one ends. */
export async function lockWaiting(tx: Db, serverId: ServerId): Promise<HeldRow[]> {
  const rows = await tx
    .select()
    .from(held)
    .where(and(eq(held.serverId, serverId), isNull(held.digestKey), isNull(held.toldAt)))
    .for('update');
  return rows.sort(inOrder);
}

/** Lists the unsent events of these digests. */
export async function listInDigests(
  db: Db,
  serverIds: readonly ServerId[],
  digestKeys: readonly string[],
): Promise<HeldRow[]> {
  if (digestKeys.length === 0) return [];
  const rows = await db
    .select()
    .from(held)
    .where(and(anyOf(held.serverId, serverIds), anyOf(held.digestKey, digestKeys), isNull(held.toldAt)));
  return rows.sort(inOrder);
}

const inOrder = (a: HeldRow, b: HeldRow): number =>
  a.happenedAt.getTime() - b.happenedAt.getTime() || a.dedupeKey.localeCompare(b.dedupeKey);

/** Lists these servers' digests that were not posted according to our rows. */
export async function listUntoldDigests(db: Db, serverIds: readonly ServerId[]): Promise<string[]> {
  if (serverIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ key: held.digestKey })
    .from(held)
    .where(and(anyOf(held.serverId, serverIds), isNotNull(held.digestKey), isNull(held.toldAt)));
  return rows.flatMap(({ key }) => key ?? []);
}

export async function putInDigest(
  tx: Db,
  dedupeKeys: readonly string[],
  digest: { readonly digestKey: string; readonly digestAt: Date },
): Promise<void> {
  await tx
    .update(held)
    .set(digest)
    .where(and(anyOf(held.dedupeKey, dedupeKeys), isNull(held.toldAt)));
}

/** Moves the events to that channel's next digest. */
export async function moveHeld(tx: Db, dedupeKeys: readonly string[], channelId: ChannelId): Promise<void> {
  await tx
    .update(held)
    .set({ channelId, digestKey: null, digestAt: null })
    .where(and(anyOf(held.dedupeKey, dedupeKeys), isNull(held.toldAt)));
}

export async function markSent(
  db: Db,
  { serverId, digestKey, at }: { readonly serverId: ServerId; readonly digestKey: string; readonly at: Date },
): Promise<void> {
  await db
    .update(held)
    .set({ toldAt: at })
    .where(and(eq(held.serverId, serverId), eq(held.digestKey, digestKey), isNull(held.toldAt)));
}

export async function listHeld(db: Db, dedupeKeys: readonly string[]): Promise<HeldRow[]> {
  if (dedupeKeys.length === 0) return [];
  return await db.select().from(held).where(anyOf(held.dedupeKey, dedupeKeys));
}

export async function deleteSentBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(held).where(lt(held.toldAt, moment));
}

/** Deletes events whose digest could not be posted for too long. */
export async function deleteUntoldBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(held).where(and(isNull(held.toldAt), lt(held.digestAt, moment)));
}

export async function forgetHeld(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(held).where(eq(held.serverId, serverId));
}
