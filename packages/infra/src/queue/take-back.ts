import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

/**
 * Jobs that a dead process was running wait again, and those that it had kept for itself (haste.ts) wait no longer. A try that
 * ended with its process counts, but never as the last: nobody can say that it was the job's fault, so a job is neither lost nor
 * parked by restarts. One that has no other try left may well be what ends the process: it waits as long as after so many
 * failures, so that the process comes to its other work.
 *
 * To be done before the library starts, because it counts the silence of the dead as failures. It counts a try where it finds
 * `started_on`, so that is emptied, and the try is counted here.
 */
export async function takeBack(db: Db): Promise<void> {
  // On a first start its tables do not stand yet; those of an older version than this one are left to it.
  const { rows } = await db.execute(sql`
    select from information_schema.columns
     where table_schema = 'pgboss' and table_name = 'job' and column_name = 'heartbeat_on'`);
  if (rows.length === 0) return;
  await db.execute(sql`
    update pgboss.job
       set state = 'retry', retry_count = least(retry_count + 1, retry_limit), started_on = null, heartbeat_on = null,
           start_after = case when retry_count < retry_limit then now() else now() + ${longPause} end
     where state = 'active'`);
  await db.execute(sql`
    update pgboss.job set start_after = now() where state = 'created' and data ? 'held' and start_after > now()`);
}

const longPause = sql`make_interval(secs =>
  least(coalesce(retry_delay_max, 3600), greatest(retry_delay, 1) * 2 ^ least(retry_limit, 16)))`;
