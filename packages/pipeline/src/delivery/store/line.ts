import { columnsOf, commitLater, commitNow, type Db, type ListColumn, listsOf, rowOf } from '@tally/infra/db';
import { getTableColumns, sql } from '@tally/infra/sql';
import type { Intention } from '../line/intend.ts';
import { TURN_MS } from '../line/turns.ts';
import { WAKE_CHANNEL } from '../line/wake.ts';
import { type Delivery, deliveries } from '../tables.ts';
import type { DeliveryState, Lane } from '../words.ts';
import { callingOut } from './journal-call.ts';

const MOST_AT_ONCE = 1_000;
/** This is small enough to claim a row millions of times before its fence exceeds the safe integers. */
const LONGEST_STEP = 2 ** 30;
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
/** All rows share this object, so equal values are sent to the database once. */
const NOTHING = {};

export interface NewRow extends Intention {
  readonly turn: number;
}

export interface Insertion {
  readonly now: Date;
  /** The process that makes the call. It wakes its own senders itself. */
  readonly caller: string;
  /**
   * `later` uses its own transaction, which does not wait for the disk. `again` makes sure that those rows are on disk,
   * and inserts them again if the database crashed in between.
   */
  readonly commit?: 'later' | 'again' | undefined;
}

/** Inserts rows in one statement. Existing rows stay as they are. Returns how many are new. */
export async function insertRows(tx: Db, rows: readonly NewRow[], { now, caller, commit }: Insertion): Promise<number> {
  const columns: ListColumn<NewRow>[] = [
    ['dedupe_key', 'text', (row) => row.dedupeKey],
    ['owner', 'text', (row) => row.owner],
    ['server_id', 'text', (row) => row.serverId],
    ['subject', 'text', (row) => row.subject],
    ['session_id', 'uuid', (row) => row.sessionId],
    ['kind', 'text', (row) => row.kind],
    ['channel_id', 'text', (row) => row.channelId],
    ['reason', 'text', (row) => row.skip],
    ['reason_values', 'jsonb', (row) => row.reasonValues ?? NOTHING],
    ['payload', 'jsonb', (row) => row.payload],
    ['about', 'jsonb', (row) => row.about ?? NOTHING],
    ['identity', 'jsonb', (row) => row.identity],
    ['publish', 'boolean', (row) => row.publish ?? false],
    ['thread', 'text', (row) => row.thread],
    ['lane', 'text', (row) => row.lane ?? 'bot'],
    ['priority', 'integer', (row) => row.priority ?? 0],
    ['turn', 'bigint', (row) => row.turn],
    ['give_up_at', 'timestamptz', (row) => row.giveUpAt],
    ['detected_at', 'timestamptz', (row) => row.detectedAt],
    ['platform', 'text', (row) => row.origin?.platform],
    ['told_at', 'timestamptz', (row) => row.origin?.toldAt],
    ['arrived_at', 'timestamptz', (row) => row.origin?.arrivedAt],
  ];
  const { from, valueOf } = listsOf(rows, columns);
  const names = columns.map(([name]) => sql.identifier(name));
  const values = columns.map(([name]) => valueOf(name));
  const isWanted = sql`${valueOf('reason')} is null`;
  // The same statement notifies the senders of other processes once the transaction commits.
  const { rows: counted } = await tx.execute<{ added: number }>(sql`
    with added as (
    insert into deliveries (id, state, in_line, next_attempt_at, matched_at, queued_at, ${sql.join(names, sql`, `)})
    select gen_random_uuid(), case when ${isWanted} then 'queued' else 'skipped' end, ${isWanted},
           case when ${isWanted} then ${at(now)} end, ${at(now)}, ${at(now)}, ${sql.join(values, sql`, `)}
      from ${from}${commit === 'later' ? sql` where (select ${commitLater}) = 'off'` : sql``}
    on conflict (dedupe_key) do nothing
    returning owner, server_id, lane)
    select count(*)::int as added,
           case when count(*) > 0 then pg_notify(${WAKE_CHANNEL}, ${caller} || ' ' || string_agg(distinct lane, ' ')) end,
           ${callingOut(sql`added`)}${commit === 'again' ? sql`, ${commitNow}` : sql``}
      from added`);
  return counted[0]?.added ?? 0;
}

/** Notifies the senders of every process. */
export async function callSenders(db: Db, caller: string): Promise<void> {
  await db.execute(sql`select pg_notify(${WAKE_CHANNEL}, ${caller})`);
}

/**
 * Moves rows that have finished waiting into the queue. Returns the count. Their turn starts now, so a new message can
 * pass thousands of messages that waited for the end of the night.
 */
export async function lineUp(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute(sql`
    update deliveries d set in_line = true, lease_until = null,
           turn = greatest(d.turn, floor(extract(epoch from due.at) * 1000)::bigint + ${TURN_MS}::bigint * due.place)
      from (select id, at, row_number() over (partition by owner, kind, session_id order by at) as place
              from (select id, next_attempt_at as at, owner, kind, session_id from deliveries
                     where next_attempt_at <= ${at(now)} and next_attempt_at is not null and not in_line
                     order by next_attempt_at limit ${MOST_AT_ONCE} for update skip locked) free) due
     where d.id = due.id
     returning d.id`);
  return rows.length;
}

export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  readonly lanes: readonly Lane[];
}

/** For the built-in database, which only one process can open: any earlier holder of a lease is dead. */
export async function endLeases(db: Db, now: Date): Promise<void> {
  await db.execute(sql`update deliveries set lease_until = ${at(now)} where in_line and lease_until > ${at(now)}`);
}

/**
 * Claims the first rows of the line. Two senders never claim the same row, and only the first row of a channel is in
 * flight. A claimed row keeps its place, so no index changes, and a dead sender's rows come first again when the lease
 * ends. Such an attempt is counted separately (`lost`), because Discord refused nothing. The claim does not wait for
 * the disk: if a crash loses it, the row still waits. Fences rise by random steps, so a sender with a lost claim never
 * shares a fence with the next one. The database comment on `deliveries_in_front` explains how rows are found.
 */
export async function claimDue(db: Db, { now, leaseUntil, limit, lanes }: Claim): Promise<Delivery[]> {
  const { rows } = await db.execute(sql`
    update deliveries c set lease_until = ${at(leaseUntil)},
           attempts = case when c.lease_until is null then c.attempts + 1 else greatest(c.attempts, 1) end,
           lost = case when c.lease_until is null then c.lost else c.lost + 1 end,
           fence = c.fence + 1 + floor(random() * ${LONGEST_STEP})::bigint
     where (select ${commitLater}) = 'off'
       and c.id = any(array(select deliveries_in_front(${sql.param([...lanes])}::text[], ${at(now)}, ${limit})))
    returning ${columnsOf(deliveries, 'c')}`);
  return rows.map((row) => rowOf(deliveries, row)).toSorted(inLineOrder);
}

/** An update returns rows in arbitrary order. */
const inLineOrder = (one: Delivery, other: Delivery): number =>
  other.priority - one.priority ||
  one.turn - other.turn ||
  one.queuedAt.getTime() - other.queuedAt.getTime() ||
  (one.id < other.id ? -1 : 1);

/** Returns whether any message is in flight or waits for its turn. */
export async function hasLine(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from deliveries where in_line limit 1`);
  return rows.length > 0;
}

/** The outcome of an attempt. If `nextAttemptAt` is null, no further attempt follows. */
export type Settlement = Partial<Pick<typeof deliveries.$inferInsert, (typeof written)[number]>> & {
  readonly nextAttemptAt: Date | null;
};

/** The columns an attempt may write. */
const written = [
  'state',
  'reason',
  'reasonValues',
  'attempts',
  'isHeld',
  'lane',
  'messageId',
  'webhookId',
  'sentVersion',
  'sentAt',
  'editedAt',
  'recentEdits',
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
 * Writes the outcomes of attempts, unless the lease expired and another sender has claimed the row. If the wanted
 * message changed during the attempt, its row stays due. Outcomes with the same columns share a statement; usually all
 * of them do. Returns the ids of the written rows that do not wait to be posted.
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
  const all = getTableColumns(deliveries);
  const columns = keys.map((key) => ({ key, name: all[key].name, type: all[key].getSQLType() }));
  const { from, valueOf } = listsOf(settled, [
    ['id', 'uuid', ({ delivery }) => delivery.id],
    ['fence', 'bigint', ({ delivery }) => delivery.fence],
    ['known', 'integer', ({ delivery }) => delivery.version],
    ['next', 'timestamptz', ({ settlement }) => settlement.nextAttemptAt],
    ...columns.map(({ key, name, type }): ListColumn<Settled> => [name, type, (each) => each.settlement[key]]),
  ]);
  const messageId = keys.includes('messageId') ? valueOf('message_id') : sql`d.message_id`;
  const isChanged = sql`d.version > ${valueOf('known')}`;
  // A row that is due again is not final, so it can still be changed or withdrawn.
  const setTo = (name: string) =>
    name === 'state'
      ? sql`case when ${isChanged} and ${messageId} is null then 'queued' else ${valueOf(name)} end`
      : valueOf(name);
  const changes = columns.map(({ name }) => sql`${sql.identifier(name)} = ${setTo(name)}, `);
  const { rows: kept } = await tx.execute<{ id: string; state: DeliveryState }>(sql`
    with kept as (
    update deliveries d
       set ${sql.join(changes)}
           next_attempt_at = case when ${isChanged} then ${at(now)} else ${valueOf('next')} end,
           in_line = ${isChanged} or coalesce(${valueOf('next')} <= ${at(now)}, false),
           lease_until = null, lost = 0, settled_at = ${at(now)},
           -- What stands is not looked for any more.
           sent = case when ${messageId} is null then d.sent end
      from ${from}
     where d.id = n.id and d.fence = ${valueOf('fence')}
    returning d.id, d.owner, d.server_id, d.state)
    select id, state, ${callingOut(sql`kept`)} from kept`);
  return kept.flatMap(({ id, state }) => (state === 'queued' ? [] : [id]));
}
