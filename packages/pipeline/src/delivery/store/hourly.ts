import { type DeliveryReason, platforms } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

interface Counted {
  readonly hour: Date;
  /** The platform whose news it was; otherwise the feature whose message it is. */
  readonly source: string;
  readonly count: number;
}

export interface PostedInHour extends Counted {
  readonly kind: string;
  /** How long it was under way at most, of what tells that a stream has begun. Null: longer than all steps, or no such news. */
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

/** A video says in its facts which one it is; its platform is known where the videos are. */
const source = sql`coalesce(s.platform, v.platform, d.owner)`;
const itsSource = sql`
  left join stream_sessions s on s.id = d.session_id
  left join lateral (
    select platform from videos
     where platform = any(${sql.param([...platforms])}::text[])
       and video_id = d.about->'video'->>'id' and kind = d.about->'video'->>'kind'
     limit 1
  ) v on d.about ? 'video'`;

/** Messages that came to stand in these hours. */
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

/** Messages that were given up in these hours, and are given up still. */
export async function countFailedByHour(db: Db, span: Span): Promise<FailedInHour[]> {
  const { rows } = await db.execute<{ hour: string; source: string; reason: DeliveryReason | null; count: string }>(sql`
    select date_trunc('hour', d.settled_at, 'UTC') as hour, ${source} as source, d.reason, count(*) as count
      from deliveries d ${itsSource}
     where d.state in ('failed', 'unconfirmed') and ${within('d.settled_at', span)}
     group by 1, 2, 3`);
  return rows.map(({ hour, count, ...row }) => ({ ...row, hour: new Date(hour), count: Number(count) }));
}
