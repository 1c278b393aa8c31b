import { type Db, listsOf } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { FanOut } from '../line/fan-out.ts';
import { columnOf, type Departure, sentIn } from './departures.ts';
import { callingOut } from './journal-call.ts';

/** Those of these channels with a message in flight or waiting. */
export async function listBusy(db: Db, channelIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ channel_id: string }>(sql`
    select distinct channel_id from deliveries
     where channel_id = any(${sql.param([...channelIds])}::text[]) and next_attempt_at is not null`);
  return new Set(rows.map((row) => row.channel_id));
}

/**
 * Inserts new rows that are about to be sent, in one statement. It writes the same as `insertTargets`, `claimDue` and
 * `rememberDepartures` together. Returns the ids of the rows that were new; the others belong to another process.
 */
export async function insertDepartures(
  db: Db,
  fanOut: FanOut,
  departures: readonly Departure[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const [first] = departures;
  if (!first) return new Set();
  const { delivery: common } = first;
  const sent = sentIn(departures);
  const column = (name: string, type: string, read: (departure: Departure) => unknown) =>
    columnOf(departures, name, type, read);
  const { from, valueOf } = listsOf([
    column('id', 'uuid', ({ delivery }) => delivery.id),
    column('dedupe_key', 'text', ({ delivery }) => delivery.dedupeKey),
    column('server_id', 'text', ({ delivery }) => delivery.serverId),
    column('subject', 'text', ({ delivery }) => delivery.subject),
    column('channel_id', 'text', ({ delivery }) => delivery.channelId),
    column('turn', 'bigint', ({ delivery }) => delivery.turn),
    column('priority', 'integer', ({ delivery }) => delivery.priority),
    ...sent.columns,
  ]);
  const moment = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with added as (
    insert into deliveries (id, dedupe_key, owner, server_id, subject, session_id, kind, channel_id, state, reason_values,
                            priority, turn, in_line, next_attempt_at, give_up_at, detected_at, matched_at, queued_at,
                            lease_until, attempts, fence, in_doubt_since,
                            nonce, sent, identity, publish, thread, attempt_version, lane)
    select ${valueOf('id')}, ${valueOf('dedupe_key')}, ${fanOut.owner}, ${valueOf('server_id')}, ${valueOf('subject')},
           ${fanOut.sessionId ?? null}::uuid, ${fanOut.kind}, ${valueOf('channel_id')}, 'queued',
           ${JSON.stringify(fanOut.reasonValues ?? {})}::jsonb, ${valueOf('priority')}, ${valueOf('turn')}, true,
           ${moment(now)}, ${moment(fanOut.giveUpAt)}, ${moment(fanOut.detectedAt)}, ${moment(now)}, ${moment(now)},
           ${moment(common.leaseUntil)}, ${common.attempts}::integer, ${common.fence}::bigint, ${moment(now)},
           ${valueOf('nonce')}, ${sent.payloadOf(valueOf)}, ${valueOf('identity')}, ${valueOf('publish')},
           ${valueOf('thread')}, ${valueOf('version')}, ${valueOf('lane')}
      from ${from}
    on conflict (dedupe_key) do nothing
    returning id, owner, server_id)
    select id, ${callingOut(sql`added`)} from added`);
  return new Set(rows.map((row) => row.id));
}
