import type { JournalRow } from '@tally/contract/notifications/journal';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { NodeState } from '../../ui/node-path.tsx';

export const steps = ['detected', 'queued', 'sent', 'seen'] as const;
export type Step = (typeof steps)[number];

export interface Signal {
  readonly nodes: readonly { readonly step: Step; readonly state: NodeState }[];
  /** The time from detection to the message; null if there is no message. */
  readonly tookMs: number | null;
}

/** Returns the path of one delivery, broken at the step where it stopped. */
export function signalOf({ times, outcome }: Pick<JournalRow, 'times' | 'outcome'>): Signal {
  const isBroken = isUnposted(outcome);
  const isArrived = outcome === 'posted' || outcome === 'edited' || outcome === 'late';
  let isOver = false;
  const nodes = steps.map((step) => {
    if (isOver) return { step, state: 'ahead' as const };
    // A posted message counts as seen, even if we did not read the channel afterward.
    const isReached = times[step] !== null || (step === 'seen' && isArrived);
    // A delivery that was skipped on purpose has a queue row, but never entered the queue.
    if (isReached && !(outcome === 'skipped' && step !== 'detected')) {
      return { step, state: outcome === 'late' && step !== 'detected' && step !== 'queued' ? 'late' : 'done' } as const;
    }
    isOver = true;
    if (outcome === 'skipped') return { step, state: 'ahead' as const };
    return { step, state: isBroken ? ('failed' as const) : ('now' as const) };
  });
  return { nodes, tookMs: times.sent ? Math.max(0, times.sent.getTime() - times.detected.getTime()) : null };
}

const isUnposted = (outcome: JournalRow['outcome']): boolean =>
  outcome === 'failed' || outcome === 'skipped' || outcome === 'unconfirmed';

/** True if the reason should be shown: the delivery was not posted, as far as we know, or pinged no one. */
export const hasTrouble = ({ outcome, reason }: Pick<JournalRow, 'outcome' | 'reason'>): boolean =>
  isUnposted(outcome) || reason === 'pingsNobody';

/** Returns the creator's last real message, or else their last test. Rows are sorted newest first. */
export const lastPosted = (rows: readonly JournalRow[]): JournalRow | undefined =>
  rows.find(({ kind }) => kind !== 'test' && kind !== 'update') ?? rows.find(({ kind }) => kind === 'test');

/** Returns the newest row of each creator, without `update` rows, which repeat the state of the message's own row. */
export function newestByStreamer(rows: readonly JournalRow[]): ReadonlyMap<string, JournalRow> {
  const newest = new Map<string, JournalRow>();
  for (const row of rows) {
    const key = signalKey(row);
    const known = newest.get(key);
    if (!known || row.times.detected > known.times.detected) newest.set(key, row);
  }
  return newest;
}

export const signalKey = (about: Parameters<typeof addressOf>[0]): string =>
  `${about.platform} ${addressOf(about).toLowerCase()}`;
