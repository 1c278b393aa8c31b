import type { ServerId, UserId } from '@tally/contract';

/** How far a shard has processed its events. */
export interface ShardProgress {
  botId: UserId | null;
  sequence: number;
  /** The sequence up to which restored servers include the events. Those events are repeated only for the listeners. */
  serversUpTo: number;
  /** How many listeners are still working on an event, oldest event first. */
  readonly open: Map<number, number>;
  /** Servers that Discord has announced and will send in full. The bot did not just join them. */
  readonly awaited: Set<ServerId>;
}

export const freshProgress = (): ShardProgress => ({
  botId: null,
  sequence: 0,
  serversUpTo: 0,
  open: new Map(),
  awaited: new Set(),
});

export const heldUpTo = ({ sequence, serversUpTo }: ShardProgress): number => Math.max(sequence, serversUpTo);

/**
 * Counts the event as open until its listeners finish. This is a separate function, because otherwise the wait would
 * keep the event in memory.
 */
export function follow({ open, sequence }: ShardProgress, told: Promise<void> | null): void {
  if (!told) return;
  open.set(sequence, (open.get(sequence) ?? 0) + 1);
  void told.finally(() => {
    const left = (open.get(sequence) ?? 1) - 1;
    if (left > 0) open.set(sequence, left);
    else open.delete(sequence);
  });
}

export function doneUpTo({ open, sequence }: ShardProgress): number {
  const [oldest] = open.keys();
  return oldest === undefined ? sequence : oldest - 1;
}
