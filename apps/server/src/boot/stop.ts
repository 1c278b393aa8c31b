import type { Log } from '@tally/kernel';

/** The limit for everything after the draining. The process manager kills this process soon after it. */
const HARD_LIMIT_MS = 11_000;

/** The exit code after which process managers restart the process with new settings: EX_TEMPFAIL of sysexits.h. */
export const RESTART = 75;

export interface Stop {
  readonly drainMs: number;
  readonly isCrash: boolean;
}

/**
 * Stops the process on a signal, or when the parent that holds the channel dies. A second signal stops immediately.
 * After an error there is no draining, because the process may no longer answer correctly.
 */
export function stopOnRequest(
  log: Log,
  about: { readonly stop: (how: Stop) => Promise<void>; readonly drainMs: number },
): (why: string, exitCode: number) => void {
  let isStopping = false;
  const begin = (why: string, exitCode: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const isAsked = exitCode === 0 || exitCode === RESTART;
    const drainMs = isAsked ? about.drainMs : 0;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error({ why }, 'not everything stopped in time');
      process.exit(1);
    }, drainMs + HARD_LIMIT_MS).unref();
    about.stop({ drainMs, isCrash: !isAsked }).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => begin(signal, 0));
  // For a process with a channel, this means that its parent is gone, so no other signal would ever come.
  process.on('disconnect', () => begin('the parent process is gone', 0));
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an error that nobody caught');
    begin('uncaught error', 1);
  });
  return begin;
}
