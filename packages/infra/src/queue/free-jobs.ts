import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

/**
 * Frees the jobs that a dead process was running, and those that it held for itself (haste.ts). An attempt that ended
 * with its process counts, but never as the last one: the job may not be to blame, so restarts neither lose nor park a
 * job. A job without attempts left may be the one that crashes the process. It waits as long as after that many
 * failures, which gives the process time for its other work.
 *
 * This must run before the library starts, because the library treats a missing heartbeat as a failure, and counts an
 * attempt wherever it finds `started_on`. So we clear that column and count the attempt here.
 */
export async function freeJobs(db: Db, now: Date): Promise<void> {
  // On a first start the library's tables do not exist yet. The library upgrades tables of an older version.
  const { rows } = await db.execute(sql`
    select from information_schema.columns
     where table_schema = 'pgboss' and table_name = 'job' and column_name = 'heartbeat_on'`);
  if (rows.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    update pgboss.job
       set state = 'retry', retry_count = least(retry_count + 1, retry_limit), started_on = null, heartbeat_on = null,
           start_after = case when retry_count < retry_limit then ${at} else ${at} + ${longPause} end
     where state = 'active'`);
  await db.execute(sql`
    update pgboss.job set start_after = ${at} where state = 'created' and data ? 'held' and start_after > ${at}`);
}

const longPause = sql`make_interval(secs =>
  least(coalesce(retry_delay_max, 3600), greatest(retry_delay, 1) * 2 ^ least(retry_limit, 16)))`;
