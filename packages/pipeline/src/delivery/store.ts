import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { MessagePayload } from '@tally/message/discord';
import { and, desc, eq, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Delivery, deliveries } from './tables.ts';

export type NewDelivery = typeof deliveries.$inferInsert;

/** Only the rows that are new: a second intention with the same key is dropped without a word. */
export async function insertDeliveries(tx: Db, rows: readonly NewDelivery[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(deliveries)
    .values([...rows])
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning();
}

/** Takes what is due, the important and the old first. Two senders never take the same row. */
export async function claimDue(db: Db, about: { now: Date; leaseUntil: Date; limit: number }): Promise<Delivery[]> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        lte(deliveries.nextAttemptAt, about.now),
        or(isNull(deliveries.leaseUntil), lt(deliveries.leaseUntil, about.now)),
      ),
    )
    .orderBy(desc(deliveries.priority), deliveries.nextAttemptAt, deliveries.id)
    .limit(about.limit)
    .for('update', { skipLocked: true });
  return db
    .update(deliveries)
    .set({
      leaseUntil: about.leaseUntil,
      fence: sql`${deliveries.fence} + 1`,
      attempts: sql`${deliveries.attempts} + 1`,
    })
    .where(inArray(deliveries.id, due))
    .returning();
}

/**
 * Writes what came of an attempt. False when somebody else holds the row by now. What was wanted may have changed
 * while the message was on its way: then the row stays due, whatever the attempt says.
 */
export async function settle(
  tx: Db,
  claimed: Delivery,
  change: Partial<NewDelivery> & { nextAttemptAt: Date | null },
  now: Date,
): Promise<boolean> {
  const { nextAttemptAt, ...rest } = change;
  const again: SQL = sql`case when ${deliveries.version} > ${claimed.version} then ${now.toISOString()}::timestamptz else ${nextAttemptAt?.toISOString() ?? null}::timestamptz end`;
  const rows = await tx
    .update(deliveries)
    .set({ ...rest, nextAttemptAt: again, leaseUntil: null, settledAt: now })
    .where(and(eq(deliveries.id, claimed.id), eq(deliveries.fence, claimed.fence)))
    .returning({ id: deliveries.id });
  return rows.length > 0;
}

/** A message that stands, or is about to, shall say something else, or go. */
export async function changeWanted(
  tx: Db,
  dedupeKey: string,
  change: { payload?: MessagePayload; wanted?: 'present' | 'absent'; giveUpAt: Date },
  now: Date,
): Promise<Delivery | null> {
  const [row] = await tx
    .update(deliveries)
    .set({
      ...change,
      version: sql`${deliveries.version} + 1`,
      attempts: 0,
      // A message that was skipped or refused stays so; only one that stands or is on its way is changed.
      nextAttemptAt: sql`case when ${deliveries.state} in ('queued', 'posted', 'edited') then ${now.toISOString()}::timestamptz else ${deliveries.nextAttemptAt} end`,
    })
    .where(eq(deliveries.dedupeKey, dedupeKey))
    .returning();
  return row ?? null;
}

export async function findDelivery(db: Db, dedupeKey: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.dedupeKey, dedupeKey));
  return row ?? null;
}

export async function getDelivery(db: Db, id: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row ?? null;
}

/** Which states mean that a message was, or will be, seen. */
const counted = ['queued', 'posted', 'edited', 'removed', 'unconfirmed'] as const;

/** The last live message of each subject, for the cooldown and for lists. */
export async function findLastPostedOf(db: Db, owner: string, subjects: readonly string[]): Promise<Delivery[]> {
  if (subjects.length === 0) return [];
  return db
    .selectDistinctOn([deliveries.subject])
    .from(deliveries)
    .where(
      and(
        eq(deliveries.owner, owner),
        inArray(deliveries.subject, [...subjects]),
        eq(deliveries.kind, 'live'),
        inArray(deliveries.state, [...counted]),
      ),
    )
    .orderBy(deliveries.subject, desc(deliveries.queuedAt));
}

export interface JournalQuery {
  readonly serverId: ServerId;
  readonly limit: number;
  readonly subject?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly before?: { queuedAt: Date; id: string } | undefined;
}

export async function listJournal(db: Db, query: JournalQuery): Promise<Delivery[]> {
  const { before } = query;
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.serverId, query.serverId),
        query.subject ? eq(deliveries.subject, query.subject) : undefined,
        query.kinds?.length ? inArray(deliveries.kind, [...query.kinds]) : undefined,
        before
          ? sql`(${deliveries.queuedAt}, ${deliveries.id}) < (${before.queuedAt.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(query.limit);
}

/** The gateway saw our message stand in its channel. */
export async function markSeen(db: Db, messageId: string, now: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ seenAt: now })
    .where(and(sql`${deliveries.messageId} = ${messageId}`, isNull(deliveries.seenAt)));
}

export async function countPosted(db: Db): Promise<number> {
  return db.$count(deliveries, sql`${deliveries.sentAt} is not null`);
}

export async function forgetDeliveriesOf(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(deliveries).where(eq(deliveries.serverId, serverId));
}

/** Rows of a server in which anything happened since a moment. */
export async function listChangedSince(db: Db, serverId: ServerId, since: Date): Promise<Delivery[]> {
  const changed = sql`greatest(${deliveries.queuedAt}, ${deliveries.sentAt}, ${deliveries.editedAt}, ${deliveries.seenAt}, ${deliveries.settledAt})`;
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.serverId, serverId), sql`${changed} >= ${since.toISOString()}::timestamptz`))
    .orderBy(deliveries.queuedAt)
    .limit(500);
}
