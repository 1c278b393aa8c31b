import { randomUUID } from 'node:crypto';
import type { Timers } from '@tally/kernel';
import type { Lane } from './words.ts';

/** What the database calls out to all processes when there is something to send. */
export const WAKE_CHANNEL = 'tally_deliveries';

/** Discord counts the two apart, and each has its own sender. */
export type Route = 'bot' | 'webhook';
const routes: readonly Route[] = ['bot', 'webhook'];

/** Something is new to send, or something is done, which may make room for the next. */
type Call = 'news' | 'room';

/** How many calls there were, and how many of them because of something new. */
export interface Mark {
  readonly calls: number;
  readonly news: number;
}

export interface Wish {
  readonly route: Route;
  readonly signal: AbortSignal;
  /** Since then; absent: from now on. */
  readonly mark?: Mark;
  readonly least?: Call;
}

/**
 * Where the senders of one house wait for work. They also look by themselves every now and then, so a missed call costs
 * time but never a message.
 */
export interface Wake {
  /** Who calls: this house wakes its own senders by itself, and sooner than the database could. */
  readonly caller: string;
  /** For what the database calls out. */
  readonly hear: (caller: string) => void;
  readonly senders: () => void;
  /**
   * Wakes only the senders that can take something from these lanes: a fruitless look at the line gets in the way of a
   * useful one.
   */
  sendersOf(lanes: ReadonlySet<Lane>): void;
  /** For those who wait for room of their own; to the others it makes no difference. */
  readonly forRoom: () => void;
  /** For what may make room for something, and mostly does not. */
  forRoomSoon(): void;
  /** Taken before looking for work, so that a call which comes during the look is not missed. */
  mark(route: Route): Mark;
  /**
   * Resolves at the next call since the mark (with `news`: at the next news), after `ms`, or when the signal is aborted.
   */
  untilCalled(ms: number, wish: Wish): Promise<void>;
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly wake: Wake;
  }
}

/**
 * The first call wakes at once, but in a burst senders wake no more often than this: each look at an empty line is a
 * query.
 */
export const BREATH_MS = 20;

export function createWake(timers: Timers): Wake {
  const caller: string = randomUUID();
  const waiting = new Map<() => void, Wish>();
  const marks: Record<Route, Mark> = { bot: { calls: 0, news: 0 }, webhook: { calls: 0, news: 0 } };
  let calledAt = Number.NEGATIVE_INFINITY;
  let cancelLater: (() => void) | undefined;

  function call(about: Call, whom: readonly Route[]): void {
    cancelLater?.();
    cancelLater = undefined;
    calledAt = timers.nowMs();
    for (const route of whom) {
      const { calls, news } = marks[route];
      marks[route] = { calls: calls + 1, news: about === 'news' ? news + 1 : news };
    }
    for (const [wake, { route, least }] of waiting)
      if (whom.includes(route) && (about === 'news' || least !== 'news')) wake();
  }

  const forRoom = (): void => call('room', routes);
  return {
    caller,
    hear(other) {
      if (other !== caller) call('news', routes);
    },
    senders: () => call('news', routes),
    sendersOf(lanes) {
      const concerned = routes.filter((route) => lanes.has(route) || lanes.has('either'));
      if (concerned.length > 0) call('news', concerned);
    },
    forRoom,
    forRoomSoon() {
      const early = calledAt + BREATH_MS - timers.nowMs();
      if (early <= 0) forRoom();
      else cancelLater ??= timers.after(early, forRoom);
    },
    mark: (route) => marks[route],
    untilCalled(ms, wish) {
      const { route, signal, mark = marks[route], least = 'room' } = wish;
      return new Promise((resolve) => {
        const done = (): void => {
          cancel();
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const cancel = timers.after(ms, done);
        waiting.set(done, wish);
        signal.addEventListener('abort', done, { once: true });
        const { calls, news } = marks[route];
        const isLate = least === 'news' ? mark.news !== news : mark.calls !== calls;
        if (signal.aborted || isLate) done();
      });
    },
  };
}
