import type { Db } from '@tally/infra/db';
import { eq, sql } from '@tally/infra/sql';
import { TURN_MS } from '../line/turns.ts';
import { WAKE_CHANNEL } from '../line/wake.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { callingOut } from './journal-call.ts';

export type NewDelivery = typeof deliveries.$inferInsert;

/** A statement can have 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

/** Inserts only new rows. A second intention with the same key is silently dropped. */
export async function insertDeliveries(tx: Db, rows: readonly NewDelivery[]): Promise<Delivery[]> {
  const inserted: Delivery[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const fresh = await tx
      .insert(deliveries)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflictDoNothing({ target: deliveries.dedupeKey })
      .returning();
    inserted.push(...fresh);
  }
  return inserted;
}

/** Changes or deletes a message that is posted or about to be. */
export async function changeWanted(
  tx: Db,
  dedupeKey: string,
  change: Partial<Pick<NewDelivery, 'payload' | 'about' | 'wanted'>> & { giveUpAt: Date },
  now: Date,
): Promise<Delivery | null> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // A skipped or refused message stays so; only one that is posted or on its way is changed. If just an edit was
  // refused, the message still exists: it may be edited again or removed, unless its channel is gone.
  const isAlive = sql`(${deliveries.state} in ('queued', 'posted', 'edited')
    or ${deliveries.state} = 'failed' and ${deliveries.messageId} is not null and ${deliveries.reason} <> 'unknownChannel')`;
  // A sender that is sending it right now sees the new version when its call returns.
  const isLeased = sql`coalesce(${deliveries.leaseUntil} > ${moment}, false)`;
  const [row] = await tx
    .update(deliveries)
    .set({
      ...change,
      version: sql`${deliveries.version} + 1`,
      attempts: 0,
      // A waiting row keeps its place; a change of a posted message takes a new one.
      turn: sql`case when ${deliveries.inLine} then ${deliveries.turn} else ${now.getTime() + TURN_MS} end`,
      nextAttemptAt: sql`case when ${isAlive} and not ${isLeased} then ${moment} else ${deliveries.nextAttemptAt} end`,
      inLine: sql`case when ${isAlive} and not ${isLeased} then true else ${deliveries.inLine} end`,
    })
    .where(eq(deliveries.dedupeKey, dedupeKey))
    .returning();
  return row ?? null;
}

/** Notifies the senders of every process, and open journals, once the transaction commits. */
export async function callSenders(
  tx: Db,
  caller: string,
  added: readonly Pick<Delivery, 'owner' | 'serverId'>[] = [],
): Promise<void> {
  const column = (key: 'owner' | 'serverId') => sql.param(added.map((each) => each[key]));
  const changed = sql`unnest(${column('owner')}::text[], ${column('serverId')}::text[]) as added (owner, server_id)`;
  await tx.execute(sql`select pg_notify(${WAKE_CHANNEL}, ${caller}), ${callingOut(changed)}`);
}
