import type { ChannelId, MessageId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, isNotNull, isNull, or, sql } from '@tally/infra/sql';
import { type Delivery, deliveries } from '../tables.ts';
import { callingOut } from './journal-call.ts';

export interface Lost {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
}

/**
 * The gateway saw our message in its channel, perhaps before the reply to the call that posted it. Returns the ids of
 * rows that had no sighting.
 */
export async function rememberSighting(
  db: Db,
  { messageId, channelId, nonce }: { messageId: MessageId; channelId: ChannelId; nonce: string | null },
  now: Date,
): Promise<string[]> {
  const isExpected = and(
    eq(deliveries.channelId, channelId),
    isNull(deliveries.messageId),
    isNotNull(deliveries.nextAttemptAt),
    nonce === null ? sql`false` : eq(deliveries.nonce, nonce),
  );
  const isOurs = and(or(eq(deliveries.messageId, messageId), isExpected), isNull(deliveries.seenAt));
  // The outcome is written when the reply arrives, and that write notifies the journal.
  const { rows } = await db.execute<{ id: string }>(sql`
    with seen as (
    update deliveries set seen_at = ${now.toISOString()}::timestamptz, sighted_id = ${messageId} where ${isOurs}
    returning id, owner, server_id, message_id)
    select id, ${callingOut(sql`(select * from seen where message_id is not null) answered`)} from seen`);
  return rows.map(({ id }) => id);
}

/** Returns the rows of a channel whose message may or may not be posted. */
export async function listInDoubt(db: Db, channelId: ChannelId): Promise<Delivery[]> {
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.channelId, channelId),
        isNotNull(deliveries.nextAttemptAt),
        isNotNull(deliveries.inDoubtSince),
        isNull(deliveries.messageId),
      ),
    );
}

/** Records a sighting, unless the row has one or another attempt has begun. */
export async function sight(db: Db, { id, inDoubtSince }: Delivery, messageId: MessageId, now: Date): Promise<void> {
  const isSame = inDoubtSince ? eq(deliveries.inDoubtSince, inDoubtSince) : sql`false`;
  await db
    .update(deliveries)
    .set({ seenAt: now, sightedId: messageId })
    .where(and(eq(deliveries.id, id), isNull(deliveries.sightedId), isSame));
}

/** Records deleted messages. Some may be ours, with a reply still on its way. */
export async function rememberLosses(db: Db, lost: readonly Lost[]): Promise<void> {
  const channelIds = new Set(lost.map(({ channelId }) => channelId));
  await db
    .update(deliveries)
    .set({ sightedGone: true })
    .where(
      and(
        anyOf(deliveries.channelId, channelIds),
        isNotNull(deliveries.nextAttemptAt),
        isNull(deliveries.messageId),
        anyOf(
          deliveries.sightedId,
          lost.map(({ messageId }) => messageId),
        ),
      ),
    );
}

/** Returns which of these messages belong to a row. */
export async function listKnown(db: Db, messageIds: readonly MessageId[]): Promise<Set<MessageId>> {
  if (messageIds.length === 0) return new Set();
  const rows = await db
    .select({ messageId: deliveries.messageId })
    .from(deliveries)
    .where(anyOf(deliveries.messageId, messageIds));
  return new Set(rows.flatMap((row) => row.messageId ?? []));
}
