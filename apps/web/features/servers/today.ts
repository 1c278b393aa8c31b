import type { JournalRow } from '@tally/contract/notifications/journal';
import type { TodayLine } from '@tally/contract/servers/home';
import { signalOf } from '../notifications/signal.ts';

const DAY_MS = 86_400_000;
/** The maximum per list. The journal and the tools' pages show the rest. */
const MOST_EACH = 8;

export type Entry =
  | { readonly key: string; readonly at: Date; readonly post: JournalRow }
  | { readonly key: string; readonly at: Date; readonly line: TodayLine };

/** Excludes tests, and updates, which only repeat the state of their message's own row. */
export const isPost = ({ kind }: JournalRow): boolean => kind !== 'test' && kind !== 'update';

const within = (rows: readonly JournalRow[], now: Date): JournalRow[] =>
  rows.filter((row) => isPost(row) && now.getTime() - row.times.detected.getTime() < DAY_MS);

/** Returns the last 24 hours and the next events of a server, both oldest first. */
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
  /** The median delivery time; null if there are no messages. */
  readonly medianMs: number | null;
}

/** Summarizes the last 24 hours of a journal. */
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
