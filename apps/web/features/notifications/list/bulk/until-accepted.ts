import { CallError } from '../../../../lib/call.ts';
import { retryDelay } from '../../../../lib/live/query-client.ts';
import { patiently } from './run.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Retries a rate-limited call of many, unless the person stopped them all. */
export const untilAccepted = <T>(ask: () => Promise<T>, isStopped: () => boolean = () => false): Promise<T> =>
  patiently({
    ask,
    isTooMany: (error) => error instanceof CallError && error.status === 429 && !isStopped(),
    pause: (attempt) => wait(retryDelay(attempt)),
  });
