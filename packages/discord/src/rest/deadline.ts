import { AsyncLocalStorage } from 'node:async_hooks';
import type { Timers } from '@tally/kernel';

const deadlines = new AsyncLocalStorage<{ readonly timers: Timers; readonly at: number }>();

/**
 * Calls within `work` are sent within this time or not at all. For work under a lease: a process that was suspended,
 * or waited long for its turn, must not send what another process has sent since.
 */
export const withDeadline = <T>(timers: Timers, ms: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run({ timers, at: timers.nowMs() + ms }, work);

export function isTooLate(): boolean {
  const deadline = deadlines.getStore();
  return deadline !== undefined && deadline.timers.nowMs() > deadline.at;
}
