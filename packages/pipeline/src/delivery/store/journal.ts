import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Delivery, deliveries } from '../tables.ts';

export async function findDelivery(db: Db, dedupeKey: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.dedupeKey, dedupeKey));
  return row ?? null;
}

export async function listDeliveries(db: Db, ids: readonly string[]): Promise<Delivery[]> {
  return db
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, [...ids]));
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
