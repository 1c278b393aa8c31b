import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<number>();

/**
 * Calls within `work` leave within this time or not at all. For work under a lease: a process that was stopped for a
 * while, or waited long for its turn, must not send what somebody else has sent meanwhile.
 */
export const withDeadline = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  deadlines.run(performance.now() + ms, work);

export const isTooLate = (): boolean => performance.now() > (deadlines.getStore() ?? Number.POSITIVE_INFINITY);
