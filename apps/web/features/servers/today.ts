import type { JournalRow } from '@tally/contract/notifications/journal';

const HOUR_MS = 3_600_000;
const HOURS = 24;

export interface Today {
  /** Messages per hour, the oldest first; the last one is the hour that runs. */
  readonly hours: readonly { readonly at: Date; readonly posted: number; readonly failed: number }[];
  readonly posted: number;
  /** Half of the messages were faster than this. Null while there is none. */
  readonly medianMs: number | null;
}

/** The last 24 hours of a journal. Tests are not posts. */
export function todayOf(rows: readonly JournalRow[], now: Date): Today {
  const thisHour = Math.floor(now.getTime() / HOUR_MS);
  const hours = Array.from({ length: HOURS }, (_, index) => ({
    at: new Date((thisHour - HOURS + 1 + index) * HOUR_MS),
    posted: 0,
    failed: 0,
  }));
  const took: number[] = [];
  for (const { kind, outcome, times } of rows) {
    const hour = hours[Math.floor(times.detected.getTime() / HOUR_MS) - thisHour + HOURS - 1];
    if (!hour || kind === 'test') continue;
    if (outcome === 'failed' || outcome === 'unconfirmed') hour.failed += 1;
    if (!times.sent) continue;
    hour.posted += 1;
    took.push(Math.max(0, times.sent.getTime() - times.detected.getTime()));
  }
  return { hours, posted: took.length, medianMs: medianOf(took) };
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const next = sorted[Math.ceil((sorted.length - 1) / 2)];
  return middle === undefined || next === undefined ? null : (middle + next) / 2;
}
