import type { JournalRow } from '@tally/contract/notifications/journal';
import type { TodayLine } from '@tally/contract/servers/home';
import { signalOf } from '../notifications/signal.ts';

const DAY_MS = 86_400_000;
/** Longer lists are in the journal, and on the tools' own pages. */
const MOST_EACH = 8;

export type Entry =
  | { readonly key: string; readonly at: Date; readonly post: JournalRow }
  | { readonly key: string; readonly at: Date; readonly line: TodayLine };

/** A test is not a post, and an update only repeats the state of its message's own row. */
export const isPost = ({ kind }: JournalRow): boolean => kind !== 'test' && kind !== 'update';

const within = (rows: readonly JournalRow[], now: Date): JournalRow[] =>
  rows.filter((row) => isPost(row) && now.getTime() - row.times.detected.getTime() < DAY_MS);

/** A server's day: the last 24 hours and the next events, both oldest first. */
export function timelineOf(
  { rows, lines }: { readonly rows: readonly JournalRow[]; readonly lines: readonly TodayLine[] },
  now: Date,
): { past: Entry[]; coming: Entry[] } {
  const entries: Entry[] = [
    ...within(rows, now).map((post) => ({ key: post.id, at: post.times.sent ?? post.times.detected, post })),
    ...lines.map((line) => ({ key: line.id, at: line.at, line })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return {
    past: entries.filter(({ at }) => at <= now).slice(-MOST_EACH),
    coming: entries.filter(({ at }) => at > now).slice(0, MOST_EACH),
  };
}

export interface Today {
  readonly posted: number;
  /** The median time of messages. Null without one. */
  readonly medianMs: number | null;
}

/** The last 24 hours of a journal. */
export function todayOf(rows: readonly JournalRow[], now: Date): Today {
  const took = within(rows, now).flatMap((row) => signalOf(row).tookMs ?? []);
  return { posted: took.length, medianMs: medianOf(took) };
}

function medianOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const next = sorted[Math.ceil((sorted.length - 1) / 2)];
  return middle === undefined || next === undefined ? null : (middle + next) / 2;
}
