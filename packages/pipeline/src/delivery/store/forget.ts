import type { ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { type SQL, sql } from '@tally/infra/sql';
import { type Delivery, deliveries } from '../tables.ts';
import { counted } from './journal.ts';

export interface ServerPage {
  /** The last server of the page, or null if there are no more. */
  readonly last: ServerId | null;
  /** The servers with rows from before the given time. */
  readonly due: readonly ServerId[];
}

/** Returns the next servers after this one. One index jump finds each, even with many rows in between. */
export async function pageServers(
  db: Db,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<ServerPage> {
  const { rows } = await db.execute<{ server_id: ServerId; is_due: boolean }>(sql`
    with recursive page (server_id, place) as (
      (select server_id, 1 from deliveries where server_id > ${after} order by server_id limit 1)
      union all
      select (select d.server_id from deliveries d where d.server_id > page.server_id order by d.server_id limit 1),
             place + 1
        from page where server_id is not null and place < ${limit})
    select server_id, exists (select from deliveries d
             where d.server_id = page.server_id and d.queued_at < ${moment(before)}) as is_due
      from page where server_id is not null order by server_id`);
  const due = rows.filter((row) => row.is_due).map((row) => row.server_id);
  return { last: rows.length === limit ? (rows.at(-1)?.server_id ?? null) : null, due };
}

export type Old = Pick<Delivery, 'id' | 'serverId' | 'owner' | 'subject' | 'dedupeKey' | 'sessionId' | 'queuedAt'>;

export interface OldQuery {
  readonly serverIds: readonly ServerId[];
  /** Selects only rows that have not changed since this time. */
  readonly before: Date;
  /** The last row of a kind about a subject is deleted only if it is older than this time. */
  readonly lastBefore: Date;
  /** The row of each server to continue after. */
  readonly after?: Old | undefined;
  /** The limit applies to each server. */
  readonly limit: number;
}

/** Returns old, finished rows, each server's newest first. */
export async function listOld(db: Db, query: OldQuery): Promise<Old[]> {
  const { serverIds, after, limit } = query;
  const [before, lastBefore] = [moment(query.before), moment(query.lastBefore)];
  const states = sql`${sql.param([...counted])}::text[]`;
  const follows = after
    ? sql`(d.queued_at < ${moment(after.queuedAt)} or d.queued_at = ${moment(after.queuedAt)} and d.id > ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await db.execute<OldRow>(sql`
    select old.* from unnest(${sql.param([...serverIds])}::text[]) as page (server_id)
     cross join lateral (
       select d.id, d.server_id, d.owner, d.subject, d.dedupe_key, d.session_id, d.queued_at from deliveries d
        where d.server_id = page.server_id and d.queued_at < ${before} and ${follows}
          and greatest(d.queued_at, d.settled_at, d.edited_at, d.seen_at) < ${before}
          and d.next_attempt_at is null and d.after_at is null
          and (d.queued_at < ${lastBefore} or d.state <> all(${states})
               or exists (select from deliveries n
                           where n.owner = d.owner and n.subject = d.subject and n.kind = d.kind
                             and n.queued_at > d.queued_at and n.state = any(${states})))
        order by d.queued_at desc, d.id limit ${limit}) old`);
  return rows.map(({ server_id: serverId, dedupe_key: dedupeKey, session_id: sessionId, queued_at, ...row }) => ({
    ...row,
    serverId,
    dedupeKey,
    sessionId,
    queuedAt: new Date(queued_at),
  }));
}

type OldRow = Record<string, unknown> &
  Pick<Old, 'id' | 'owner' | 'subject'> & {
    server_id: ServerId;
    dedupe_key: string;
    session_id: string | null;
    queued_at: string | Date;
  };

/** Deletes finished rows and adds them to the message counts. Returns the number of rows deleted. */
export async function deleteDone(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return await deleteCounted(db, sql`${anyOf(deliveries.id, ids)} and ${deliveries.nextAttemptAt} is null`);
}

/** Deletes all rows of the server, in every state. */
export async function forgetDeliveriesOf(tx: Db, serverId: ServerId): Promise<void> {
  await deleteCounted(tx, sql`${deliveries.serverId} = ${serverId}`);
}

/** For owners whose subjects are people: waiting messages are not sent, and the counts stay. */
export async function forgetDeliveriesAbout(tx: Db, owner: string, subject: string): Promise<void> {
  await deleteCounted(tx, sql`${deliveries.owner} = ${owner} and ${deliveries.subject} = ${subject}`);
}

async function deleteCounted(db: Db, which: SQL): Promise<number> {
  const { rows } = await db.execute<{ gone: number }>(sql`
    with gone as (delete from deliveries where ${which} returning owner, sent_at),
    noted as (
      insert into forgotten_deliveries (owner, posted)
      select owner, count(*) from gone where sent_at is not null group by owner
          on conflict (owner) do update set posted = forgotten_deliveries.posted + excluded.posted)
    select count(*)::int as gone from gone`);
  return rows[0]?.gone ?? 0;
}

/** The sessions that a row still refers to. */
export async function listReferencedSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select wanted.id from unnest(${sql.param([...ids])}::uuid[]) as wanted (id)
     where exists (select from deliveries where session_id = wanted.id)`);
  return new Set(rows.map((row) => row.id));
}

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
