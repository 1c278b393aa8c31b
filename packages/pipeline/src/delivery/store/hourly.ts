import { type DeliveryReason, platforms } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

interface Counted {
  readonly hour: Date;
  /** The platform of the event, or else the feature of the message. */
  readonly source: string;
  readonly count: number;
}

export interface PostedInHour extends Counted {
  readonly kind: string;
  /**
   * The upper bound of the time from detection to post, for live messages. Null above the last step and for other
   * messages.
   */
  readonly tookMs: number | null;
}

export interface FailedInHour extends Counted {
  readonly reason: DeliveryReason | null;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

const within = (column: string, { from, to }: Span) =>
  sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${to.toISOString()}::timestamptz`;

/** A message about a video names the video in its facts, and the video's own row knows the platform. */
const source = sql`coalesce(s.platform, v.platform, d.owner)`;
const itsSource = sql`
  left join stream_sessions s on s.id = d.session_id
  left join lateral (
    select platform from videos
     where platform = any(${sql.param([...platforms])}::text[])
       and video_id = d.about->'video'->>'id' and kind = d.about->'video'->>'kind'
     limit 1
  ) v on d.about ? 'video'`;

export async function countPostedByHour(db: Db, span: Span, steps: readonly number[]): Promise<PostedInHour[]> {
  const { rows } = await db.execute<{ hour: string; source: string; kind: string; step: number; count: string }>(sql`
    select date_trunc('hour', d.sent_at, 'UTC') as hour, ${source} as source, d.kind,
           case when d.kind = 'live'
                then width_bucket(extract(epoch from d.sent_at - d.detected_at) * 1000, ${sql.param([...steps])}::numeric[])
                else ${steps.length} end as step,
           count(*) as count
      from deliveries d ${itsSource}
     where d.sent_at is not null and ${within('d.sent_at', span)}
     group by 1, 2, 3, 4`);
  return rows.map(({ hour, count, step, ...row }) => ({
    ...row,
    hour: new Date(hour),
    count: Number(count),
    tookMs: steps[step] ?? null,
  }));
}

/** Counts the messages that failed in these hours and have not been posted since. */
export async function countFailedByHour(db: Db, span: Span): Promise<FailedInHour[]> {
  const { rows } = await db.execute<{ hour: string; source: string; reason: DeliveryReason | null; count: string }>(sql`
    select date_trunc('hour', d.settled_at, 'UTC') as hour, ${source} as source, d.reason, count(*) as count
      from deliveries d ${itsSource}
     where d.state in ('failed', 'unconfirmed') and ${within('d.settled_at', span)}
     group by 1, 2, 3`);
  return rows.map(({ hour, count, ...row }) => ({ ...row, hour: new Date(hour), count: Number(count) }));
}
