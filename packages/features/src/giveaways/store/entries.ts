import type { UserId } from '@tally/contract';
import type { SheetEntry } from '@tally/draw';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, gt, inArray, sql } from '@tally/infra/sql';
import { type EntryRow, entries, type GiveawayRow, giveaways, removals } from '../tables.ts';

export interface NewEntry {
  readonly userId: UserId;
  readonly username: string;
  readonly key: string;
  readonly salt: string;
  readonly tickets: number;
  readonly enteredAt: Date;
  readonly interactionId: string | null;
}

export async function listEntriesOf(tx: Db, giveawayId: string, userIds: readonly UserId[]): Promise<EntryRow[]> {
  return await tx
    .select()
    .from(entries)
    .where(and(eq(entries.giveawayId, giveawayId), inArray(entries.userId, [...userIds])));
}

export async function insertEntries(tx: Db, giveawayId: string, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(entries).values(rows.map((row) => ({ ...row, giveawayId })));
}

export async function changeTickets(
  tx: Db,
  giveawayId: string,
  changes: readonly { readonly key: string; readonly tickets: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    update ${entries} set tickets = c.tickets
      from unnest(${sql.param(changes.map(({ key }) => key))}::text[], ${sql.param(changes.map(({ tickets }) => tickets))}::int[])
        as c (key, tickets)
     where ${entries.giveawayId} = ${giveawayId} and ${entries.key} = c.key`);
}

/** Updates the giveaway's counts in the transaction that writes the entries. Returns the giveaway. */
export async function addToCount(
  tx: Db,
  giveawayId: string,
  { people, tickets }: { readonly people: number; readonly tickets: number },
): Promise<GiveawayRow | null> {
  const [row] = await tx
    .update(giveaways)
    .set({
      people: sql`${giveaways.people} + ${people}`,
      tickets: sql`${giveaways.tickets} + ${tickets}`,
      hasEntries: sql`${giveaways.hasEntries} or ${people > 0}`,
    })
    .where(eq(giveaways.id, giveawayId))
    .returning();
  return row ?? null;
}

export async function deleteEntry(tx: Db, giveawayId: string, userId: UserId): Promise<EntryRow | null> {
  const [row] = await tx
    .delete(entries)
    .where(and(eq(entries.giveawayId, giveawayId), eq(entries.userId, userId)))
    .returning();
  return row ?? null;
}

/** Lists entries in the order of the sheet, except those left out. */
export async function listSheetEntries(tx: Db, giveawayId: string, leftOut: readonly string[]): Promise<SheetEntry[]> {
  return await tx
    .select({ key: entries.key, tickets: entries.tickets })
    .from(entries)
    .where(
      and(
        eq(entries.giveawayId, giveawayId),
        leftOut.length > 0 ? sql`${entries.key} <> all(${sql.param([...leftOut])}::text[])` : undefined,
      ),
    )
    .orderBy(sql`${entries.key} collate "C"`);
}

export async function listByKeys(db: Db, giveawayId: string, keys: readonly string[]): Promise<EntryRow[]> {
  if (keys.length === 0) return [];
  return await db
    .select()
    .from(entries)
    .where(and(eq(entries.giveawayId, giveawayId), inArray(entries.key, [...keys])));
}

export async function listFirstPresses(db: Db, giveawayId: string, limit: number): Promise<EntryRow[]> {
  return await db
    .select()
    .from(entries)
    .where(eq(entries.giveawayId, giveawayId))
    .orderBy(sql`${entries.interactionId}::numeric`, asc(entries.key))
    .limit(limit);
}

export async function listEntries(
  db: Db,
  giveawayId: string,
  about: { readonly limit: number; readonly after?: string | undefined; readonly search?: string | undefined },
): Promise<EntryRow[]> {
  const { after, search, limit } = about;
  const found =
    search &&
    sql`(${entries.userId} = ${search} or ${entries.username} ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`;
  return await db
    .select()
    .from(entries)
    .where(and(eq(entries.giveawayId, giveawayId), after ? gt(entries.key, after) : undefined, found || undefined))
    .orderBy(asc(entries.key))
    .limit(limit);
}

/** Counts entries per minute, for the latest few hundred minutes. */
export async function countByMinute(db: Db, giveawayId: string): Promise<{ at: Date; people: number }[]> {
  const minute = sql<Date>`date_trunc('minute', ${entries.enteredAt})`.mapWith(entries.enteredAt);
  const rows = await db
    .select({ at: minute, people: sql<number>`count(*)::int` })
    .from(entries)
    .where(eq(entries.giveawayId, giveawayId))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(500);
  return rows.toReversed();
}

export async function insertRemoval(
  tx: Db,
  row: { readonly giveawayId: string; readonly key: string; readonly reason: string; readonly removedAt: Date },
): Promise<void> {
  await tx.insert(removals).values(row).onConflictDoNothing();
}

export async function listRemovals(db: Db, giveawayId: string): Promise<{ key: string; reason: string }[]> {
  return await db
    .select({ key: removals.key, reason: removals.reason })
    .from(removals)
    .where(eq(removals.giveawayId, giveawayId))
    .orderBy(asc(removals.removedAt));
}

export async function listEntriesOfPerson(db: Db, userId: UserId, limit: number): Promise<EntryRow[]> {
  return await db
    .select()
    .from(entries)
    .where(eq(entries.userId, userId))
    .orderBy(desc(entries.enteredAt))
    .limit(limit);
}

/** Keeps the keys, so sheets can still be verified. They no longer identify the person. */
export async function forgetEntriesOf(tx: Db, userId: UserId): Promise<void> {
  await tx.update(entries).set({ userId: null, username: null, salt: null }).where(eq(entries.userId, userId));
}
