import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Hint } from '@tally/kernel';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type ChannelRow, channels, leads, pushMessages, type SessionRow, streamSessions, watches } from './tables.ts';

const ofChannel = (table: typeof channels | typeof streamSessions | typeof watches, platform: Platform, id: string) =>
  and(eq(table.platform, platform), eq(table.channelId, id));

export async function saveChannel(db: Db, channel: Channel, now: Date): Promise<void> {
  const { platform, id, ...facts } = channel;
  const row = { ...facts, refreshedAt: now };
  await db
    .insert(channels)
    .values({ platform, channelId: id, ...row })
    .onConflictDoUpdate({ target: [channels.platform, channels.channelId], set: row });
}

export async function findChannel(db: Db, platform: Platform, channelId: string): Promise<Channel | null> {
  const [row] = await db
    .select()
    .from(channels)
    .where(ofChannel(channels, platform, channelId));
  return row ? asChannel(row) : null;
}

export async function listChannels(db: Db, platform: Platform, ids: readonly string[]): Promise<Channel[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(channels)
    .where(and(eq(channels.platform, platform), inArray(channels.channelId, [...ids])));
  return rows.map(asChannel);
}

/** Holds the channel for the rest of the transaction: two observations of it are decided one after the other. */
export async function lockChannel(tx: Db, platform: Platform, channelId: string): Promise<Channel | null> {
  const [row] = await tx
    .select()
    .from(channels)
    .where(ofChannel(channels, platform, channelId))
    .for('update');
  return row ? asChannel(row) : null;
}

export async function addWatch(db: Db, watch: typeof watches.$inferInsert): Promise<void> {
  await db.insert(watches).values(watch).onConflictDoNothing();
}

export async function removeWatch(
  db: Db,
  watch: Pick<typeof watches.$inferInsert, 'platform' | 'channelId' | 'reason' | 'holder'>,
): Promise<void> {
  await db
    .delete(watches)
    .where(
      and(
        ofChannel(watches, watch.platform, watch.channelId),
        eq(watches.reason, watch.reason),
        eq(watches.holder, watch.holder),
      ),
    );
}

/** The channels that somebody follows, a page at a time in a stable order. */
export async function listWatched(db: Db, platform: Platform, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ channelId: watches.channelId })
    .from(watches)
    .where(and(eq(watches.platform, platform), gt(watches.channelId, after)))
    .orderBy(asc(watches.channelId))
    .limit(limit);
  return rows.map((row) => row.channelId);
}

export async function isWatched(db: Db, platform: Platform, channelId: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(watches)
    .where(ofChannel(watches, platform, channelId))
    .limit(1);
  return rows.length > 0;
}

export async function findOpenSession(db: Db, platform: Platform, channelId: string): Promise<SessionRow | null> {
  const [row] = await db
    .select()
    .from(streamSessions)
    .where(and(ofChannel(streamSessions, platform, channelId), isNull(streamSessions.endedAt)));
  return row ?? null;
}

export async function findLatestSession(db: Db, platform: Platform, channelId: string): Promise<SessionRow | null> {
  const [row] = await db
    .select()
    .from(streamSessions)
    .where(ofChannel(streamSessions, platform, channelId))
    .orderBy(desc(streamSessions.startedAt), desc(streamSessions.detectedAt))
    .limit(1);
  return row ?? null;
}

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(streamSessions).where(eq(streamSessions.id, id));
  return row ?? null;
}

/** Open sessions of many channels at once, for lists that show who is live. */
export async function listOpenSessions(
  db: Db,
  platform: Platform,
  channelIds: readonly string[],
): Promise<SessionRow[]> {
  if (channelIds.length === 0) return [];
  return db
    .select()
    .from(streamSessions)
    .where(
      and(
        eq(streamSessions.platform, platform),
        inArray(streamSessions.channelId, [...channelIds]),
        isNull(streamSessions.endedAt),
      ),
    );
}

export async function insertSession(tx: Db, session: typeof streamSessions.$inferInsert): Promise<SessionRow> {
  const [row] = await tx.insert(streamSessions).values(session).returning();
  return row as SessionRow;
}

export async function updateSession(
  tx: Db,
  id: string,
  change: Partial<typeof streamSessions.$inferInsert>,
): Promise<SessionRow> {
  const [row] = await tx.update(streamSessions).set(change).where(eq(streamSessions.id, id)).returning();
  return row as SessionRow;
}

/** False when this push was stored before: it then has no effect. */
export async function rememberPush(tx: Db, hint: Hint, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(pushMessages)
    .values({
      platform: hint.platform,
      messageId: hint.messageId,
      channelId: hint.channelId,
      occurredAt: hint.occurredAt,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning({ messageId: pushMessages.messageId });
  return rows.length > 0;
}

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}

/** Takes or renews a lead; false while somebody else holds it. */
export async function takeLead(
  db: Db,
  wanted: { work: string; holder: string; now: Date; until: Date },
): Promise<boolean> {
  const { work, holder, now, until } = wanted;
  const rows = await db
    .insert(leads)
    .values({ work, holder, until })
    .onConflictDoUpdate({
      target: leads.work,
      set: { holder, until },
      setWhere: or(eq(leads.holder, holder), lt(leads.until, now)),
    })
    .returning({ work: leads.work });
  return rows.length > 0;
}

export async function countLive(db: Db): Promise<number> {
  return db.$count(streamSessions, isNull(streamSessions.endedAt));
}

function asChannel(row: ChannelRow): Channel {
  const { channelId, refreshedAt: _, ...facts } = row;
  return { ...facts, id: channelId };
}
