import type { Http } from '@tally/infra/http';
import type { Timers } from '@tally/kernel';

/** One connection to Kick's chats, whichever of the two protocols it speaks. */
export interface Line {
  join(rooms: readonly string[]): void;
  leave(room: string): void;
  close(): void;
}

/** What the other side said by ending it: come back at once, after the usual pause, or not before something changes there. */
export type End = 'at once' | 'usual' | 'final';

export interface Hears {
  /** It works: rooms can be joined. */
  readonly ready: () => void;
  /** `event` without the prefix that all have. */
  readonly told: (room: string, event: string, data: unknown) => void;
  /** This room is not for us; the others are. */
  readonly refused: (room: string) => void;
  readonly lost: (end: End) => void;
}

export interface LineDoors {
  readonly http: Http;
  readonly timers: Timers;
}

/** Laravel's name of the class, which no event of a chat is without. */
export const plainName = (event: string): string => event.replace(/^App\\Events\\/, '');

/** Calls when nothing was heard for so long; `heard` begins anew. */
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
