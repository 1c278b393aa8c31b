import type { DeliveryReason, LatencyRow } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/** Only the server can fix these refusals. They say nothing about our speed, so they are counted separately. */
const ofTheServer: readonly DeliveryReason[] = [
  'missingPermission',
  'unknownChannel',
  'webhookGone',
  'tooManyWebhooks',
  'botRemoved',
];
/** We skipped these messages because we were late. Their owner wanted them. */
const ofUs: readonly DeliveryReason[] = ['streamEndedFirst', 'tooLate'];
const LATE_MS = 30_000;
/** A stream is old after a day, so a longer time can only come from a wrong clock. */
const LONGEST_MS = 86_400_000;

type Counted = Omit<LatencyRow, 'day'>;

/**
 * Measures the messages that became visible, failed or were skipped in this period. Messages with equal milliseconds
 * are counted together, so percentiles are exact without sorting every message.
 */
export async function countLatency(db: Db, { from, to }: { from: Date; to: Date }): Promise<Counted[]> {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${to.toISOString()}::timestamptz
        and told_at is not null`;
  const way = sql`case when arrived_at is null then 'asking' else 'push' end as way`;
  const between = (start: string, end: string) =>
    sql`round(date_part('epoch', ${sql.raw(end)} - ${sql.raw(start)}) * 1000)::bigint`;
  const ms = (start: string) => between(start, 'coalesce(seen_at, sent_at)');
  const visible = sql`${within('sent_at')} and not is_held`;
  const anyOf = (reasons: readonly DeliveryReason[]) => sql`reason = any(${sql.param([...reasons])}::text[])`;
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    with counted as (
      select platform, ${way}, 'told' as span, ${ms('told_at')} as ms, count(*) as n
        from deliveries where ${visible} group by 1, 2, 4
      union all
      select platform, 'push', 'arrived', ${ms('arrived_at')}, count(*)
        from deliveries where ${visible} and arrived_at is not null group by 1, 4
      union all
      select platform, way, span, ms, count(*)
        from (select platform, ${way}, session_id, min(coalesce(arrived_at, told_at)) as start,
                     min(coalesce(seen_at, sent_at)) as soonest, max(coalesce(seen_at, sent_at)) as latest
                from deliveries where ${visible} and session_id is not null group by 1, 2, 3) fan_out,
             lateral (values ('first', ${between('start', 'soonest')}), ('last', ${between('start', 'latest')})) as edge (span, ms)
       group by 1, 2, 3, 4),
    ranked as (
      select *, sum(n) over (partition by platform, way, span order by ms) as upto,
             sum(n) over (partition by platform, way, span) as total
        from counted where ms between 0 and ${LONGEST_MS}),
    figures as (
      select platform, way, span, max(total) as total, max(ms) as longest,
             min(ms) filter (where upto >= 0.5 * total) as p50, min(ms) filter (where upto >= 0.9 * total) as p90,
             min(ms) filter (where upto >= 0.99 * total) as p99, sum(n) filter (where ms > ${LATE_MS}) as late
        from ranked group by 1, 2, 3),
    odd as (
      select platform, way, span, sum(n) as n from counted where ms not between 0 and ${LONGEST_MS} group by 1, 2, 3),
    outcomes as (
      select platform, ${way}, 'leftOut' as outcome from deliveries where ${within('sent_at')} and is_held
      union all
      select platform, ${way}, case when is_held or ${anyOf(ofTheServer)} then 'leftOut' else state end
        from deliveries where state in ('failed', 'unconfirmed') and ${within('settled_at')} and sent_at is null
      union all
      select platform, ${way}, case when ${anyOf(ofUs)} and not is_held then 'failed' else 'leftOut' end
        from deliveries where state = 'skipped' and ${within('matched_at')} and sent_at is null),
    missed as (
      select platform, way, span, count(*) filter (where outcome = 'failed') as failed,
             count(*) filter (where outcome = 'unconfirmed') as unconfirmed,
             count(*) filter (where outcome = 'leftOut') as left_out
        from outcomes, unnest(case way when 'push' then array['told', 'arrived'] else array['told'] end) as span
       group by 1, 2, 3)
    select platform, way, span, coalesce(total, 0)::int as count, p50::int, p90::int, p99::int, longest::int as max,
           coalesce(late, 0)::int as "over30s", coalesce(failed, 0)::int as failed,
           coalesce(unconfirmed, 0)::int as unconfirmed, coalesce(left_out, 0)::int as "leftOut",
           coalesce(odd.n, 0)::int as odd
      from figures full join odd using (platform, way, span) full join missed using (platform, way, span)
     order by platform, way, span`);
  return rows;
}

/** Discord writes the time into the id of a message. https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const LOOKED_AT = 100;

/**
 * Returns how far our clock is ahead of Discord's, or null without messages. Discord creates a message before it
 * responds, so the smallest difference among the newest messages has the least network time.
 */
export async function findClockOffsetMs(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ offset: number | null }>(sql`
    select min(ms)::float8 as offset
      from (select date_part('epoch', sent_at) * 1000 - ((message_id::bigint >> 22) + ${DISCORD_EPOCH_MS}::bigint) as ms
              from deliveries where sent_at is not null and message_id is not null
             order by sent_at desc limit ${LOOKED_AT}) newest`);
  return rows[0]?.offset == null ? null : Math.round(rows[0].offset);
}
