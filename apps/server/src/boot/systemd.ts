import { execFile } from 'node:child_process';
import type { Log, Timers } from '@tally/kernel';

export interface ServiceManager {
  ready(): void;
  stopping(): void;
}

interface About {
  readonly timers: Timers;
  readonly log: Log;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Reports to systemd that the process is ready, alive or stopping. Without systemd it does nothing. Node cannot open
 * the datagram socket in NOTIFY_SOCKET, so systemd's own program writes to it: `man sd_notify`, `man systemd-notify`.
 */
export function serviceManager({ timers, log, env = process.env }: About): ServiceManager {
  const notify = (...words: string[]): void => {
    if (!env.NOTIFY_SOCKET) return;
    execFile('systemd-notify', words, { env }, (error) => {
      if (error) log.warn({ err: error, words }, 'systemd-notify failed, so systemd does not know this');
    });
  };
  let endSigns = (): void => {};
  return {
    ready() {
      notify('--ready');
      const watchdogMs = Number(env.WATCHDOG_USEC) / 1_000;
      // If the event loop hangs, the process sends no signal, and systemd restarts it.
      if (watchdogMs > 0) endSigns = timers.every(watchdogMs / 2, () => notify('WATCHDOG=1'));
    },
    stopping() {
      endSigns();
      notify('STOPPING=1');
    },
  };
}
