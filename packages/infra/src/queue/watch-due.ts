import type { Clock, Log, Timers } from '@tally/kernel';
import { type Database, repeat } from '../db/index.ts';
import { sql } from '../sql/index.ts';

/** pg-boss claims jobs by the database's clock, which may be slightly behind ours. */
export const A_LITTLE_MS = 20;

export interface Looking {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly everyMs: number;
  readonly names: readonly string[];
  readonly wake: (name: string) => void;
}

/**
 * Checks every few seconds for due jobs, with one statement for all kinds. (Each worker of the library would query
 * separately: with fifty kinds of jobs and several workers each, an idle server would do little else.)
 */
export function watchDueJobs({ database, log, clock, timers, everyMs, names, wake }: Looking): () => Promise<void> {
  const wanted = sql.param([...names]);
  const work = async (): Promise<void> => {
    const now = new Date(clock.now().getTime() - A_LITTLE_MS);
    const { rows } = await database.db.execute<{ name: string }>(sql`
      select name from unnest(${wanted}::text[]) as wanted(name)
       where exists (select from pgboss.job where job.name = wanted.name and state < 'active' and not blocked
                        and start_after <= ${now.toISOString()}::timestamptz)`);
    for (const { name } of rows) wake(name);
  };
  return repeat({ work, everyMs, log, timers, failure: 'What is due in the job queue is not known.' });
}
