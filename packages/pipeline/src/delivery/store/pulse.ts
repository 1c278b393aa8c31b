import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { Lane } from '../words.ts';

/**
 * Returns false if a message has waited this long and nothing was sent in that time. Neither a large fan-out in
 * progress nor a single channel that refuses messages counts as stuck.
 */
export async function isSending(db: Db, { now, withinMs }: { now: Date; withinMs: number }): Promise<boolean> {
  const then = sql`${new Date(now.getTime() - withinMs).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ is_stuck: boolean }>(sql`
    select exists (select from deliveries
                    where next_attempt_at is not null and state = 'queued'
                      and (next_attempt_at < ${then} or (attempts > 0 and queued_at < ${then})))
       and not exists (select from deliveries where sent_at >= ${then}) as is_stuck`);
  return rows[0]?.is_stuck !== true;
}

export interface LineLength {
  readonly lane: Lane;
  readonly length: number;
  /** When the first message of the lane became due. */
  readonly since: Date;
}

/** Counts the messages that are due now, including those in flight. Empty lanes are left out. */
export async function measureLine(db: Db): Promise<LineLength[]> {
  const { rows } = await db.execute<{ lane: Lane; length: number; since: string }>(sql`
    select lane, count(*)::int as length, min(next_attempt_at) as since from deliveries
     where in_line and next_attempt_at is not null group by lane`);
  return rows.map(({ since, ...row }) => ({ ...row, since: new Date(since) }));
}
