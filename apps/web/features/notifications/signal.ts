import type { JournalRow } from '@tally/contract/notifications/journal';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { NodeState } from '../../ui/node-path.tsx';

export const steps = ['detected', 'queued', 'sent', 'seen'] as const;
export type Step = (typeof steps)[number];

export interface Signal {
  readonly nodes: readonly { readonly step: Step; readonly state: NodeState }[];
  /** The time from detection to the message; null without one. */
  readonly tookMs: number | null;
}

/** The path that one delivery took, broken where it stopped. */
export function signalOf({ times, outcome }: Pick<JournalRow, 'times' | 'outcome'>): Signal {
  const isBroken = isUnposted(outcome);
  const isArrived = outcome === 'posted' || outcome === 'edited' || outcome === 'late';
  let isOver = false;
  const nodes = steps.map((step) => {
    if (isOver) return { step, state: 'ahead' as const };
    // A posted message counts as seen, even if the channel was not read back.
    const isReached = times[step] !== null || (step === 'seen' && isArrived);
    // A delivery skipped on purpose has a row in the queue's table but never entered the queue.
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

/** Whether to show the reason: the delivery was not posted, as far as we know, or pinged no one. */
export const hasTrouble = ({ outcome, reason }: Pick<JournalRow, 'outcome' | 'reason'>): boolean =>
  isUnposted(outcome) || reason === 'pingsNobody';

/** The creator's last real message; if there is none, their last test. Rows come newest first. */
export const lastPosted = (rows: readonly JournalRow[]): JournalRow | undefined =>
  rows.find(({ kind }) => kind !== 'test' && kind !== 'update') ?? rows.find(({ kind }) => kind === 'test');

/** The newest row of each creator. `update` rows are left out: they only repeat the state of the message's own row. */
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
