import { AsyncLocalStorage } from 'node:async_hooks';
import type { Timers } from '@tally/kernel';

const deadlines = new AsyncLocalStorage<{ readonly timers: Timers; readonly at: number }>();

/**
 * Sends calls within `work` before the deadline or not at all. A process under a lease may be suspended or wait long
 * for its turn, and must not send what another process has sent since.
 */
export const withDeadline = <T>(timers: Timers, ms: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run({ timers, at: timers.nowMs() + ms }, work);

export function isTooLate(): boolean {
  const deadline = deadlines.getStore();
  return deadline !== undefined && deadline.timers.nowMs() > deadline.at;
}
