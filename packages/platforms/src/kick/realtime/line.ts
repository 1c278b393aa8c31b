import type { Http } from '@tally/infra/http';
import type { Timers } from '@tally/kernel';

/** A connection to Kick's chats, in either of the two protocols. */
export interface Line {
  join(rooms: readonly string[]): void;
  leave(room: string): void;
  close(): void;
}

/** When to reconnect, according to the close code: immediately, after the usual pause, or only after a long one. */
export type End = 'at once' | 'usual' | 'final';

export interface Hears {
  /** Called when the connection works and rooms can be joined. */
  readonly ready: () => void;
  /** Called for each event, with its name but without Laravel's prefix. */
  readonly told: (room: string, event: string, data: unknown) => void;
  /** Called when this room refuses us. Other rooms still work. */
  readonly refused: (room: string) => void;
  readonly lost: (end: End) => void;
}

export interface LineDoors {
  readonly http: Http;
  readonly timers: Timers;
}

/** Removes Laravel's class prefix, which every chat event has. */
export const plainName = (event: string): string => event.replace(/^App\\Events\\/, '');

/** Calls back after this much silence. `heard` restarts the timer. */
export function watchSilence({ timers }: LineDoors, isSilent: () => void) {
  let stop = (): void => {};
  return {
    heard(ms: number): void {
      stop();
      stop = timers.after(ms, isSilent);
    },
    end: () => stop(),
  };
}
