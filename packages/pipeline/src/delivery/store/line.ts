import { columnsOf, commitLater, type Db, rowOf, sheetOf } from '@tally/infra/db';
import type { MessagePayload } from '@tally/message/discord';
import { sql } from 'drizzle-orm';
import type { Identity } from '../compose.ts';
import { nonceOf } from '../nonce.ts';
import { type Delivery, deliveries } from '../tables.ts';
import type { Lane } from '../words.ts';
import type { NewDelivery } from './wanted.ts';

/** What came of an attempt. `nextAttemptAt` null: nothing more to do. */
export type Settlement = Partial<Pick<NewDelivery, (typeof written)[number]>> & { readonly nextAttemptAt: Date | null };

const MOST_AT_ONCE = 1_000;
/** A row may be taken some millions of times before its fence is no safe integer any more. */
const LONGEST_STEP = 2 ** 30;
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Puts into the line what has waited for its time. */
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

/** Nobody has it, or whoever had it has not reported back in time. */
export const isFree = (row: 'd' | 'deliveries', now: Date) =>
  sql`(${sql.raw(row)}.lease_until is null or ${sql.raw(row)}.lease_until <= ${at(now)})`;

/**
 * Takes the first of the line. Two senders never take the same row, and of one channel only one row is on its way
 * at a time: the first of them.
 *
 * A taken row keeps its place in the line. So nothing changes that an index knows of, and what a sender that died had
 * taken is first again when the lease ends.
 *
 * Nobody waits for the disk: a claim that is lost with the database leaves a row that waits. Fences rise by steps that
 * nobody can guess, so that whoever still believes in the lost one does not share its fence with the next.
 *
 * Trap: as `not exists` the look at the channel becomes a join over the whole line, a hundred times as slow when many
 * wait. As a value it is looked up for those at the front only.
 */
export async function claimDue(db: Db, { now, leaseUntil, limit, lanes }: Claim): Promise<Delivery[]> {
  const mine = sql.param([...lanes]);
  const { rows } = await db.execute(sql`
    update deliveries c set lease_until = ${at(leaseUntil)}, attempts = c.attempts + 1,
           fence = c.fence + 1 + floor(random() * ${LONGEST_STEP})::bigint
     where (select ${commitLater}) = 'off' and c.id in (
       select d.id from deliveries d
        where d.in_line and d.lane = any(${mine}::text[]) and ${isFree('d', now)}
          and (
            select 1 from deliveries o
             where o.channel_id = d.channel_id and o.next_attempt_at is not null and o.id <> d.id
               and (o.lease_until > ${at(now)}
                    or (o.in_line and (-o.priority, o.turn, o.queued_at, o.id) < (-d.priority, d.turn, d.queued_at, d.id)))
             limit 1) is null
        order by d.priority desc, d.turn, d.queued_at, d.id
        limit ${limit} for update of d skip locked)
    returning ${columnsOf(deliveries, 'c')}`);
  return rows.map((row) => rowOf(deliveries, row)).toSorted(inLineOrder);
}

/** What an update returns has no order. */
const inLineOrder = (one: Delivery, other: Delivery): number =>
  other.priority - one.priority ||
  one.turn - other.turn ||
  one.queuedAt.getTime() - other.queuedAt.getTime() ||
  (one.id < other.id ? -1 : 1);

/** What an attempt may write. */
const written = [
  'state',
  'reason',
  'reasonValues',
  'attempts',
  'lane',
  'messageId',
  'webhookId',
  'sentVersion',
  'sentAt',
  'editedAt',
  'inDoubtSince',
  'publishState',
  'threadState',
  'afterAt',
] as const satisfies readonly (keyof Delivery)[];

export interface Settled {
  readonly delivery: Delivery;
  readonly settlement: Settlement;
}

/**
 * Writes what came of attempts and answers the ids of the rows that were still ours: a sender that wakes up late writes
 * nothing. What was wanted may have changed while a message was on its way: then the row stays due, whatever the attempt
 * says. Outcomes that write the same columns share a statement; nearly always that is all of them.
 */
export async function settleAll(tx: Db, settled: readonly Settled[], now: Date): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const alike of Map.groupBy(settled, ({ settlement }) => changesOf(settlement).join()).values()) {
    for (const id of await settleAlike(tx, alike, now)) kept.add(id);
  }
  return kept;
}

const changesOf = (settlement: Settlement) => written.filter((name) => settlement[name] !== undefined);

async function settleAlike(tx: Db, settled: readonly Settled[], now: Date): Promise<string[]> {
  const keys = settled[0] ? changesOf(settled[0].settlement) : [];
  const { shape, write } = sheetOf(deliveries, ['id', 'fence', 'version', 'nextAttemptAt', ...keys]);
  const { changes } = sheetOf(deliveries, keys);
  const rows = settled.map(({ delivery: { id, fence, version }, settlement }) => ({
    ...settlement,
    id,
    fence,
    version,
  }));
  const { rows: kept } = await tx.execute<{ id: string }>(sql`
    update deliveries d
       set ${keys.length > 0 ? sql`${changes},` : sql``}
           next_attempt_at = case when d.version > n.version then ${at(now)} else n.next_attempt_at end,
           in_line = d.version > n.version or coalesce(n.next_attempt_at <= ${at(now)}, false),
           lease_until = null, settled_at = ${at(now)}
      from jsonb_to_recordset(${write(rows)}::jsonb) as n (${shape})
     where d.id = n.id and d.fence = n.fence
    returning d.id`);
  return kept.map((row) => row.id);
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
