import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

/**
 * Jobs that a dead process was running become available again, and those that it was holding for itself (haste.ts) need
 * not wait any longer. An attempt that ended with its process counts, but never as the last one: it may not have been
 * the job's fault, so restarts neither lose nor park a job. A job without attempts left may well be what ends the
 * process: it waits as long as after that many failures, so that the process gets to its other work.
 *
 * This must run before the library starts, because the library treats the silence of a dead process as a failure, and
 * counts an attempt wherever it finds `started_on`. So that column is cleared, and the attempt is counted here.
 */
export async function takeBack(db: Db): Promise<void> {
  // On a first start the library's tables do not exist yet; those of an older version are left to it.
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
