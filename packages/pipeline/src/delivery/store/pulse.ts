import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/**
 * Whether messages get out: false where something has waited for this long, and nothing at all went out meanwhile. So
 * a fan-out of thousands that is on its way is well, and so is a single channel that takes nothing.
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
