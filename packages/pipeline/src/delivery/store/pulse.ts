import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/**
 * Returns false if a message has waited for this long and nothing was sent in that time. So neither a large fan-out in
 * progress nor one channel that refuses messages counts as stuck.
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
