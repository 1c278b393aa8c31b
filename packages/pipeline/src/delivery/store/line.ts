import type { Db } from '@tally/infra/db';
import type { MessagePayload } from '@tally/message/discord';
import { sql } from 'drizzle-orm';
import type { Identity } from '../compose.ts';
import { nonceOf } from '../nonce.ts';
import { type Delivery, deliveries } from '../tables.ts';
import type { Lane } from '../words.ts';
import type { NewDelivery } from './wanted.ts';

/** What came of an attempt. `nextAttemptAt` null: nothing more to do. */
export type Settlement = Partial<Pick<NewDelivery, keyof typeof written>> & { readonly nextAttemptAt: Date | null };

const MOST_AT_ONCE = 1_000;
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Puts into the line what has waited for its time, or was left behind by a sender that died. */
export async function lineUp(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    update deliveries set in_line = true, lease_until = null
     where id in (select id from deliveries
                   where next_attempt_at <= ${at(now)} and next_attempt_at is not null and not in_line
                   order by next_attempt_at limit ${MOST_AT_ONCE} for update skip locked)`);
}

export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  readonly lanes: readonly Lane[];
}

/**
 * Takes the first of the line. Two senders never take the same row, and of one channel only one row is on its way
 * at a time: the first of them.
 *
 * Trap: as `not exists` the look at the channel becomes a join over the whole line, a hundred times as slow when many
 * wait. As a value it is looked up for those at the front only.
 */
export async function claimDue(db: Db, { now, leaseUntil, limit, lanes }: Claim): Promise<Delivery[]> {
  const mine = sql.param([...lanes]);
  const first = sql`
    select d.id from deliveries d
     where d.in_line and d.lane = any(${mine}::text[])
       and (
         select 1 from deliveries o
          where o.channel_id = d.channel_id and o.next_attempt_at is not null and o.id <> d.id
            and (o.lease_until > ${at(now)}
                 or (o.in_line and (-o.priority, o.turn, o.queued_at, o.id) < (-d.priority, d.turn, d.queued_at, d.id)))
          limit 1) is null
     order by d.priority desc, d.turn, d.queued_at, d.id
     limit ${limit} for update of d skip locked`;
  const rows = await db
    .update(deliveries)
    .set({
      inLine: false,
      leaseUntil,
      // Where nobody reports back, it is looked at again when the lease ends.
      nextAttemptAt: leaseUntil,
      fence: sql`${deliveries.fence} + 1`,
      attempts: sql`${deliveries.attempts} + 1`,
    })
    .where(sql`${deliveries.id} in (${first})`)
    .returning();
  return rows.toSorted(inLineOrder);
}

/** What an update returns has no order. */
const inLineOrder = (one: Delivery, other: Delivery): number =>
  other.priority - one.priority ||
  one.turn - other.turn ||
  one.queuedAt.getTime() - other.queuedAt.getTime() ||
  (one.id < other.id ? -1 : 1);

/** The columns that an attempt may write, by their names in the table. */
const written = {
  state: 'state',
  reason: 'reason',
  reasonValues: 'reason_values',
  attempts: 'attempts',
  lane: 'lane',
  messageId: 'message_id',
  webhookId: 'webhook_id',
  sentVersion: 'sent_version',
  sentAt: 'sent_at',
  editedAt: 'edited_at',
  inDoubtSince: 'in_doubt_since',
  publishState: 'publish_state',
  threadState: 'thread_state',
  afterAt: 'after_at',
} as const satisfies { readonly [K in keyof Delivery]?: string };

export interface Settled {
  readonly delivery: Delivery;
  readonly settlement: Settlement;
}

/**
 * Writes what came of attempts, in one statement, and answers the ids of the rows that were still ours: a sender that
 * wakes up late writes nothing. What was wanted may have changed while a message was on its way: then the row stays
 * due, whatever the attempt says.
 */
export async function settleAll(tx: Db, settled: readonly Settled[], now: Date): Promise<Set<string>> {
  const rows = settled.map(({ delivery, settlement: { nextAttemptAt, ...change } }) => ({
    id: delivery.id,
    fence: delivery.fence,
    version: delivery.version,
    next: nextAttemptAt,
    change: Object.fromEntries(
      Object.entries(change).map(([name, value]) => [written[name as keyof typeof written], value]),
    ),
  }));
  const columns = sql.raw(Object.values(written).join(', '));
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    update deliveries d
       set (${columns}) = (select ${columns} from jsonb_populate_record(d, n.change)),
           next_attempt_at = case when d.version > n.version then ${at(now)} else n.next end,
           in_line = d.version > n.version or coalesce(n.next <= ${at(now)}, false),
           lease_until = null, settled_at = ${at(now)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n(id uuid, fence bigint, version integer, next timestamptz, change jsonb)
     where d.id = n.id and d.fence = n.fence
    returning d.id`);
  return new Set(kept.map((row) => row.id));
}

/** What is about to go out. */
export interface Departure {
  readonly delivery: Delivery;
  readonly payload: MessagePayload;
  readonly identity: Identity | null;
  readonly publish: boolean;
  readonly thread: string | null;
  /** A new message goes this way; an edit goes the way that the message came. */
  readonly lane: 'bot' | 'webhook';
  /** Until its reply is here, nobody knows whether it stands. */
  readonly isNew: boolean;
}

/**
 * Keeps what is about to be sent, in one statement for the whole batch: should a reply be lost, this is what to look
 * for. Answers the rows that are still ours.
 */
export async function rememberDepartures(db: Db, departures: readonly Departure[], now: Date): Promise<Set<string>> {
  if (departures.length === 0) return new Set();
  const rows = departures.map(({ delivery, ...going }) => ({
    id: delivery.id,
    fence: delivery.fence,
    version: delivery.version,
    nonce: nonceOf(delivery.dedupeKey),
    sent: going.payload,
    identity: going.identity,
    publish: going.publish,
    thread: going.thread,
    lane: going.lane,
    is_new: going.isNew,
  }));
  const { rows: kept } = await db.execute<{ id: string }>(sql`
    update deliveries d
       set nonce = n.nonce, sent = n.sent, identity = n.identity, publish = n.publish, thread = n.thread, attempt_version = n.version,
           lane = case when n.is_new then n.lane else d.lane end,
           in_doubt_since = case when n.is_new then coalesce(d.in_doubt_since, ${at(now)}) else d.in_doubt_since end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n(id uuid, fence bigint, version integer, nonce text, sent jsonb, identity jsonb, publish boolean, thread text, lane text, is_new boolean)
     where d.id = n.id and d.fence = n.fence
    returning d.id`);
  return new Set(kept.map((row) => row.id));
}
