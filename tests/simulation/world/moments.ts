import type { MemoryDatabase } from '../memory/database.ts';

/** Computes when rows and jobs are due, to avoid checks that find nothing. */
export function momentsOf(database: MemoryDatabase, skewMs: number) {
  let seen = -1;
  let known: Readonly<Record<'rows' | 'jobs', readonly number[]>> = { rows: [], jobs: [] };
  let earliestMs = Number.POSITIVE_INFINITY;
  const look = (): void => {
    if (seen === database.changes) return;
    seen = database.changes;
    const rows: number[] = [];
    /** Until this time, another row of the channel blocks the queue. */
    const leases = new Map<string, number>();
    for (const { channelId, inLine, leaseUntil } of database.all('deliveries'))
      if (inLine && leaseUntil) leases.set(channelId, Math.max(leases.get(channelId) ?? 0, leaseUntil.getTime()));
    for (const { nextAttemptAt, inLine, channelId, afterAt } of database.all('deliveries')) {
      if (nextAttemptAt) rows.push(inLine ? (leases.get(channelId) ?? 0) : nextAttemptAt.getTime());
      if (afterAt) rows.push(afterAt.getTime());
    }
    known = { rows, jobs: database.all('jobs').map(({ dueMs, takenUntilMs }) => takenUntilMs ?? dueMs) };
    earliestMs = Math.min(...rows);
  };
  return {
    /** The due times, by the clock of the process that wrote them. */
    of(kind: 'rows' | 'jobs'): readonly number[] {
      look();
      return known[kind];
    },
    /** The earliest time at which a row may be due, by the fastest clock. */
    mayFindAtMs(): number {
      look();
      return earliestMs - skewMs;
    },
  };
}
