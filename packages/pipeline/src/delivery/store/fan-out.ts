import { commitLater, commitNow, type Db, listsOf } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { FanOut, Target } from '../line/fan-out.ts';
import { TURN_MS } from '../line/turns.ts';
import { WAKE_CHANNEL } from '../line/wake.ts';
import type { DeliveryFacts } from '../tables.ts';
import { callingOut } from './journal-call.ts';

export interface PlacedTarget extends Target {
  readonly turn: number;
}

export interface Insertion {
  readonly now: Date;
  /** The house that makes the call, which wakes its own senders itself. */
  readonly caller: string;
  /**
   * `later`: its own transaction, which does not wait for the disk. `again`: makes sure that rows inserted that way
   * are on disk, and inserts them again if the database crashed in between.
   */
  readonly commit?: 'later' | 'again';
}

/** Inserts many rows of one event in one statement. An existing row stays as it is. */
export async function insertTargets(
  tx: Db,
  fanOut: FanOut,
  targets: readonly PlacedTarget[],
  { now, caller, commit }: Insertion,
): Promise<number> {
  if (targets.length === 0) return 0;
  const { from, valueOf } = listsOf([
    { name: 'dedupe_key', type: 'text', values: targets.map((each) => each.dedupeKey) },
    { name: 'server_id', type: 'text', values: targets.map((each) => each.serverId) },
    { name: 'subject', type: 'text', values: targets.map((each) => each.subject) },
    { name: 'channel_id', type: 'text', values: targets.map((each) => each.channelId) },
    { name: 'turn', type: 'bigint', values: targets.map((each) => each.turn) },
    { name: 'priority', type: 'integer', values: targets.map((each) => each.priority ?? 0) },
    { name: 'lane', type: 'text', values: targets.map((each) => each.lane ?? 'bot') },
    { name: 'reason', type: 'text', values: targets.map((each) => each.skip ?? null) },
    { name: 'about', type: 'jsonb', values: targets.map((each) => each.about ?? NOTHING) },
  ]);
  const reason = valueOf('reason');
  // The same statement notifies the senders of other processes once the transaction commits.
  const { rows } = await tx.execute<{ added: number }>(sql`
    with added as (
    insert into deliveries (id, dedupe_key, owner, server_id, subject, session_id, kind, channel_id,
                            state, reason, reason_values, about, lane, priority, turn, in_line,
                            next_attempt_at, give_up_at, detected_at, matched_at, queued_at)
    select gen_random_uuid(), ${valueOf('dedupe_key')}, ${fanOut.owner}, ${valueOf('server_id')}, ${valueOf('subject')},
           ${fanOut.sessionId ?? null}::uuid, ${fanOut.kind}, ${valueOf('channel_id')},
           case when ${reason} is null then 'queued' else 'skipped' end, ${reason},
           ${JSON.stringify(fanOut.reasonValues ?? {})}::jsonb, ${valueOf('about')}, ${valueOf('lane')},
           ${valueOf('priority')}, ${valueOf('turn')}, ${reason} is null, case when ${reason} is null then ${moment(now)} end,
           ${moment(fanOut.giveUpAt)}, ${moment(fanOut.detectedAt)}, ${moment(now)}, ${moment(now)}
      from ${from}${commit === 'later' ? sql` where (select ${commitLater}) = 'off'` : sql``}
    on conflict (dedupe_key) do nothing
    returning owner, server_id)
    select count(*)::int as added, case when count(*) > 0 then pg_notify(${WAKE_CHANNEL}, ${caller}) end,
           ${callingOut(sql`added`)}${commit === 'again' ? sql`, ${commitNow}` : sql``}
      from added`);
  return rows[0]?.added ?? 0;
}

/** Shared by all rows, so that equal values are sent to the database once. */
const NOTHING: DeliveryFacts = {};

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** A change of many messages. */
export interface ChangeOfMany {
  /** Merged over each row's own facts. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** Only messages that have these facts. */
  readonly having?: Readonly<Record<string, unknown>> | undefined;
  /** Only messages that do not have these facts. */
  readonly lacking?: Readonly<Record<string, unknown>> | undefined;
  readonly wanted?: 'present' | 'absent' | undefined;
  readonly giveUpAt: Date;
}

/**
 * Has posted messages, and those about to be posted, composed again or deleted. The changes are a fan-out of their
 * own, whose messages take turns. Like `changeWanted`, for many keys in one statement. Missing, skipped and refused
 * rows are ignored, unless the message is posted and only an edit was refused.
 */
export async function changeMany(
  tx: Db,
  dedupeKeys: readonly string[],
  change: ChangeOfMany,
  now: Date,
): Promise<number> {
  if (dedupeKeys.length === 0) return 0;
  const isLeased = sql`coalesce(lease_until > ${moment(now)}, false)`;
  const { rowCount } = await tx.execute(sql`
    update deliveries d
       set version = version + 1, attempts = 0, payload = null,
           turn = case when in_line then turn else ${now.getTime()}::bigint + ${TURN_MS}::bigint * wish.place end,
           about = about || ${JSON.stringify(change.about ?? {})}::jsonb,
           wanted = coalesce(${change.wanted ?? null}, wanted), give_up_at = ${moment(change.giveUpAt)},
           next_attempt_at = case when ${isLeased} then next_attempt_at else ${moment(now)} end,
           in_line = in_line or not ${isLeased}
      from unnest(${sql.param([...dedupeKeys])}::text[]) with ordinality as wish (key, place)
     where d.dedupe_key = wish.key
       and (state in ('queued', 'posted', 'edited')
            or state = 'failed' and message_id is not null and reason <> 'unknownChannel')
       and about @> ${JSON.stringify(change.having ?? {})}::jsonb
       and not coalesce(about @> ${change.lacking ? JSON.stringify(change.lacking) : null}::jsonb, false)`);
  return rowCount ?? 0;
}

/** Merges facts into those of messages, for the next time they are composed. Sends nothing. */
export async function noteMany(
  tx: Db,
  dedupeKeys: readonly string[],
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (dedupeKeys.length === 0) return;
  await tx.execute(sql`
    update deliveries set about = about || ${JSON.stringify(about)}::jsonb
     where dedupe_key = any(${sql.param([...dedupeKeys])}::text[])`);
}

export interface LastLive {
  readonly subject: string;
  readonly queuedAt: Date;
}

/** The newest live message of each subject since a moment, without those of one session. */
export async function listLastLive(
  db: Db,
  about: { owner: string; subjects: readonly string[]; since: Date; exceptSession: string },
): Promise<LastLive[]> {
  if (about.subjects.length === 0) return [];
  const { rows } = await db.execute<{ subject: string; queued_at: string | Date }>(sql`
    select distinct on (subject) subject, queued_at from deliveries
     where owner = ${about.owner} and subject = any(${sql.param([...about.subjects])}::text[]) and kind = 'live'
       and queued_at > ${moment(about.since)} and session_id is distinct from ${about.exceptSession}::uuid
       and (state in ('queued', 'posted', 'edited', 'removed', 'unconfirmed') or message_id is not null)
     order by subject, queued_at desc`);
  return rows.map((row) => ({ subject: row.subject, queuedAt: new Date(row.queued_at) }));
}
