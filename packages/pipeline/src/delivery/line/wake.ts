import type { Random, Timers } from '@tally/kernel';
import type { Lane } from '../words.ts';

/** The channel on which the database notifies all processes that there is something to send. */
export const WAKE_CHANNEL = 'tally_deliveries';

/** Discord counts bot calls and webhook calls separately, so each route has its own sender. */
export type Route = 'bot' | 'webhook';
const routes: readonly Route[] = ['bot', 'webhook'];

/** `news`: there is something new to send. `room`: a message is done, which may make room for the next. */
type Call = 'news' | 'room';

/** The number of calls, and how many of them were for news. */
export interface Mark {
  readonly calls: number;
  readonly news: number;
}

export interface Wish {
  readonly route: Route;
  readonly signal: AbortSignal;
  /** Calls since this mark count. Without a mark, only later calls count. */
  readonly mark?: Mark;
  readonly least?: Call;
}

/**
 * Where the senders of one process wait for work. They also check regularly without a call, so a missed call costs time
 * but never a message.
 */
export interface Wake {
  /** Identifies this process as the caller: it wakes its own senders sooner than the database could. */
  readonly caller: string;
  /** Handles a database notification with the caller and the lanes that have news. No lanes means all lanes. */
  readonly hear: (notification: string) => void;
  readonly senders: () => void;
  /** Wakes only the senders that can claim rows from these lanes, because a useless query delays a useful one. */
  sendersOf(lanes: ReadonlySet<Lane>): void;
  /** Wakes only waits that need room. */
  readonly forRoom: () => void;
  /** Call this for events that might make room but usually do not. */
  forRoomSoon(): void;
  /** Set the mark before checking for work, so a call during the check is not missed. */
  mark(route: Route): Mark;
  /**
   * Resolves at the next call since the mark (with `news`: at the next news), after `ms`, or when the signal is
   * aborted.
   */
  untilCalled(ms: number, wish: Wish): Promise<void>;
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly wake: Wake;
  }
}

/**
 * The first call wakes immediately. In a burst, senders wake no more often than this, because each check of an empty
 * queue is a query.
 */
export const BREATH_MS = 20;

export function createWake(timers: Timers, random: Random): Wake {
  const caller: string = random.uuid();
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
  function sendersOf(lanes: ReadonlySet<string>): void {
    const concerned = routes.filter((route) => lanes.has(route) || lanes.has('either'));
    if (concerned.length > 0) call('news', concerned);
  }

  return {
    caller,
    hear(notification) {
      const [other, ...lanes] = notification.split(' ');
      if (other === caller) return;
      if (lanes.length > 0) sendersOf(new Set(lanes));
      else call('news', routes);
    },
    senders: () => call('news', routes),
    sendersOf,
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
