import type { MessageId } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import type { StickyRow } from './tables.ts';

/** The delay if neither the sticky nor its server sets one. */
export const USUAL_DELAY_SECONDS = 5;
/** The defaults if the command omits these numbers. */
export const USUAL_MESSAGES = 10;
export const USUAL_MINUTES = 30;
/** Posting and deleting take two of the five calls that Discord allows per channel in five seconds. */
const LEAST_PAUSE_MS = seconds(3);
const LEAST_EXTRA_MS = seconds(10);
const MOST_EXTRA_MS = minutes(5);

/**
 * Limits the wait, because an endless conversation would postpone the sticky forever. It waits at most three times the
 * delay, but between ten seconds and five minutes.
 */
export const longestWaitMs = (delayMs: number): number =>
  delayMs + Math.min(Math.max(3 * delayMs, LEAST_EXTRA_MS), MOST_EXTRA_MS);

export type Timing = Pick<StickyRow, 'seenCount' | 'firstSeenAt' | 'dueAt'>;

/** Returns the new due time after this many more messages. */
export function afterMessages(
  row: Pick<StickyRow, 'mode' | 'everyMessages' | 'minutes' | 'postedAt'> & Timing,
  { count, delayMs, now }: { count: number; delayMs: number; now: Date },
): Timing {
  const seenCount = row.seenCount + count;
  const waitMs = minutes(row.minutes ?? USUAL_MINUTES);
  switch (row.mode) {
    case 'everyMessage':
      return { seenCount, ...debounced(row, { delayMs, now }) };
    case 'everyMessages':
      if (seenCount < (row.everyMessages ?? USUAL_MESSAGES)) return { seenCount, firstSeenAt: null, dueAt: row.dueAt };
      return { seenCount, ...debounced(row, { delayMs, now }) };
    case 'everyMinutes': {
      const next = Math.max(now.getTime() + delayMs, (row.postedAt?.getTime() ?? 0) + waitMs);
      // The first message sets the due time. Later messages do not postpone it.
      return { seenCount, firstSeenAt: row.firstSeenAt ?? now, dueAt: row.dueAt ?? new Date(next) };
    }
    case 'afterQuiet':
      return { seenCount, firstSeenAt: row.firstSeenAt ?? now, dueAt: new Date(now.getTime() + waitMs) };
    default:
      return row.mode satisfies never;
  }
}

function debounced(
  row: Pick<StickyRow, 'firstSeenAt' | 'postedAt'>,
  { delayMs, now }: { delayMs: number; now: Date },
): Pick<Timing, 'firstSeenAt' | 'dueAt'> {
  const firstSeenAt = row.firstSeenAt ?? now;
  const wanted = Math.min(now.getTime() + delayMs, firstSeenAt.getTime() + longestWaitMs(delayMs));
  const earliest = (row.postedAt?.getTime() ?? 0) + LEAST_PAUSE_MS;
  return { firstSeenAt, dueAt: new Date(Math.max(wanted, earliest)) };
}

/** Ids begin with their creation time, so the larger id is later. */
export const isLater = (id: MessageId, than: MessageId | null): boolean => than === null || BigInt(id) > BigInt(than);

/** Returns the stickies that exceed a smaller plan, newest first. */
export function restingByPlan<R extends { readonly addedAt: Date; readonly channelId: string }>(
  rows: readonly R[],
  limit: number,
): ReadonlySet<R> {
  const oldestFirst = rows.toSorted(
    (one, other) => one.addedAt.getTime() - other.addedAt.getTime() || one.channelId.localeCompare(other.channelId),
  );
  return new Set(oldestFirst.slice(limit));
}
