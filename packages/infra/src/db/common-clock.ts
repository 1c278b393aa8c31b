import type { Clock, Log, Timers } from '@tally/kernel';
import { sql } from '../sql/index.ts';
import type { Database } from './open.ts';
import { repeat } from './repeat.ts';

/** The clocks of two machines drift apart by a few milliseconds a minute. */
const MEASURE_EVERY_MS = 60_000;
/** A larger change is logged. */
const NOTABLE_MS = 1_000;

export interface CommonClock extends Clock {
  close(): Promise<void>;
}

/**
 * Follows the clock of Postgres, which all processes share, so a lease that one process writes does not look expired to
 * another. Once a minute the process measures the offset of its monotonic clock, so setting the machine's time changes
 * nothing. After a machine slept, its own time reveals it, and we measure immediately. The built-in database serves one
 * process, which keeps its own clock.
 */
export async function followClock(
  database: Pick<Database, 'db' | 'embedded'>,
  { clock, timers, log }: { readonly clock: Clock; readonly timers: Timers; readonly log: Log },
): Promise<CommonClock> {
  if (database.embedded) return { now: () => clock.now(), close: async () => {} };
  const ownOffsetMs = (): number => clock.now().getTime() - timers.nowMs();
  let noticedMs = ownOffsetMs();
  let offsetMs = noticedMs;
  const measure = async (): Promise<void> => {
    const askedAt = timers.nowMs();
    const { rows } = await database.db.execute<{ ms: number }>(
      sql`select floor(extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
    );
    const answeredAt = timers.nowMs();
    const ms = rows[0]?.ms ?? answeredAt + offsetMs;
    // The query took some time, so the offset lies between these two values. A stored value in that range stays.
    const fitting = Math.min(ms - askedAt, Math.max(ms - answeredAt, offsetMs));
    if (Math.abs(fitting - offsetMs) >= NOTABLE_MS)
      log.warn(
        { offsetMs: fitting - ownOffsetMs() },
        'Postgres has another time than this machine; the time of Postgres counts.',
      );
    offsetMs = fitting;
  };
  await measure();
  const failure = 'The time of Postgres could not be read.';
  const close = repeat({ work: measure, everyMs: MEASURE_EVERY_MS, log, timers, failure });
  const now = (): Date => {
    const ownMs = ownOffsetMs();
    if (Math.abs(ownMs - noticedMs) >= NOTABLE_MS) measure().catch((err: unknown) => log.warn({ err }, failure));
    noticedMs = ownMs;
    return new Date(timers.nowMs() + offsetMs);
  };
  return { now, close };
}
