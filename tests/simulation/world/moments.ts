import type { MemoryDatabase } from '../memory/database.ts';

/** Finds out when there is something to do, so that no one checks in vain. */
export function momentsOf(database: MemoryDatabase, skewMs: number) {
  let seen = -1;
  let known: Readonly<Record<'rows' | 'jobs', readonly number[]>> = { rows: [], jobs: [] };
  let earliestMs = Number.POSITIVE_INFINITY;
  const look = (): void => {
    if (seen === database.changes) return;
    seen = database.changes;
    const rows: number[] = [];
    /** Until then another row of the channel is in the way. */
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
    /** By the clock of whoever wrote them. */
    of(kind: 'rows' | 'jobs'): readonly number[] {
      look();
      return known[kind];
    },
    /** The first moment of a row, by the clock that is farthest ahead. */
    mayFindAtMs(): number {
      look();
      return earliestMs - skewMs;
    },
  };
}
