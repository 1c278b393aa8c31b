import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log, Timers } from '@tally/kernel';
import { type Division, divide, LEASE_MS, PRESENCE_MS } from './divide.ts';

/** Places that this process may fill. Its pacer fills them. */
export interface Share {
  /** Zero while no places are leased. */
  readonly size: number;
  /** The calls per second to prepare for: the share, or a guess while no places are leased. */
  readonly pace: number;
  connect(pacer: Filling): void;
  /** Call this when a call waits for a place. */
  ask(): void;
}

export interface Filling {
  readonly demand: () => { readonly occupied: number; readonly waiting: number };
  /** Called when there may be more places than before. */
  readonly changed: () => void;
}

/** Returns the share of a process that shares its limit with no other process. */
export const wholeShare = (limit: number): Share => ({ size: limit, pace: limit, connect() {}, ask() {} });

export interface Kept {
  readonly division: Division;
  readonly version: number;
  /** The database's clock in milliseconds. */
  readonly dbMs: number;
}

/** Where the processes store their division. */
export interface ShareStore {
  find(): Promise<Kept>;
  /** Saves the division. Returns the database's clock, or null if another process has written since that version. */
  save(division: Division, version: number): Promise<number | null>;
}

/** The time until the next check in calm periods. */
const CALM_MS = 1_100;
const HUNGRY_MS = 400;
const MOVING_MS = 200;
const SOONEST_MS = 100;
const RETRY_MS = 300;
const FIRST_MS = 1_000;
/** A statement counts as failed after this long. After two failures, each failure extends the last share. */
const SLOW_MS = 1_500;
const AWAY = 2;
const EXTENDED_MS = 1_000;
const MOST_TRIES = 8;
/** The smallest request, large enough that a few calls at once need no second check. */
const PART = 8;

type Sent = Readonly<Record<'sentAt' | 'gotAt', number>>;

/**
 * One process's share of a limit. It asks for places when calls wait, renews them while calls are made, and returns
 * them when there are none. An idle process checks in once a minute. Leases are written in the database's time and
 * measured here as durations, so the clocks of processes may differ.
 */
export function openShare(about: {
  readonly holder: string;
  readonly limit: number;
  readonly store: ShareStore;
  readonly timers: Timers;
  readonly log: Log;
}): Share & { close(): Promise<void> } {
  const { holder, limit, store, timers, log } = about;
  const { nowMs } = timers;
  // A call may be made inside a transaction, and the division must not be part of it.
  const outside = AsyncLocalStorage.snapshot();
  let filling: Filling = { demand: () => ({ occupied: 0, waiting: 0 }), changed() {} };
  let known: (Kept & Sent) | null = null;
  let size = 0;
  let validUntil = Number.NEGATIVE_INFINITY;
  let want = 0;
  let common = { limit, present: 1 };
  let hasWaited = false;
  let emptyChecks = 0;
  let isClosed = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let cancel = (): void => {};

  const plan = (waitMs: number): void => {
    cancel();
    if (isClosed) return;
    nextAt = nowMs() + waitMs;
    cancel = timers.after(waitMs, begin);
  };
  const begin = (): void => {
    cancel();
    nextAt = Number.POSITIVE_INFINITY;
    running ??= (async () => {
      const waitMs = await look();
      running = undefined;
      plan(waitMs);
      // A call that came during the check may need another one.
      if (hasWaited) ask();
    })();
  };

  const ask = (): void => {
    hasWaited = true;
    if (running || isClosed) return;
    const now = nowMs();
    const isValid = now < validUntil;
    // No more places are available until other processes return some.
    if (isValid && (emptyChecks >= AWAY || size < want || size >= common.limit)) return;
    const waitMs = isValid ? lookedAt + SOONEST_MS - now : 0;
    if (waitMs <= 0) outside(begin);
    else if (now + waitMs < nextAt) outside(plan, waitMs);
  };

  const wish = (wasWaiting: boolean): { want: number; occupied: number; isHungry: boolean } => {
    const { occupied, waiting } = filling.demand();
    const isHungry = waiting > 0 || wasWaiting;
    if (!isHungry && occupied === 0) return { want: 0, occupied, isHungry };
    const wanted = isHungry ? Math.max(occupied + waiting, 2 * size) : 2 * occupied;
    return { want: Math.min(limit, Math.max(wanted, Math.ceil(limit / PART))), occupied, isHungry };
  };

  /** Writes this process's claim. Returns null if other processes were faster each time. */
  async function claim(isLeaving = false) {
    const wasWaiting = hasWaited;
    hasWaited = false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const from = known ?? (await find());
      const sentAt = nowMs();
      const clock = { from: from.dbMs + sentAt - from.gotAt, to: from.dbMs + sentAt - from.sentAt };
      const wished = wish(wasWaiting);
      const { occupied } = wished;
      const own = isLeaving ? { want: 0, occupied, isLeaving } : { want: wished.want, occupied };
      const divided = divide(from.division, { holder, limit, ...own }, clock);
      // Uses the smaller share from now on, because the write may have arrived even if its response is lost.
      size = Math.min(size, divided.size);
      const dbMs = await answerOf(store.save(divided.after, from.version));
      const version = from.version + 1;
      known = dbMs === null ? null : { division: divided.after, version, dbMs, sentAt, gotAt: nowMs() };
      if (known) return { ...divided, ...wished, sentAt };
    }
    return null;
  }

  const find = async (): Promise<Kept & Sent> => {
    const sentAt = nowMs();
    return { ...(await answerOf(store.find())), sentAt, gotAt: nowMs() };
  };

  async function answerOf<T>(statement: Promise<T>): Promise<T> {
    askedAt = nowMs();
    const answer = await timers.within(
      SLOW_MS,
      statement.then((value) => ({ value })),
    );
    if (!answer) throw new Error('The database did not answer in time.');
    return answer.value;
  }

  /** Checks the division. Returns the time until the next check. */
  async function look(): Promise<number> {
    lookedAt = nowMs();
    const claimed = await claim().catch((error: unknown) => {
      known = null;
      return { error };
    });
    if (claimed === null) return SOONEST_MS;
    if ('error' in claimed) return continueAlone(claimed.error);
    emptyChecks = 0;
    want = claimed.want;
    size = claimed.size;
    // Places that this process gives up are no longer valid.
    validUntil = want === 0 ? Number.NEGATIVE_INFINITY : claimed.sentAt + LEASE_MS;
    if (claimed.limit < Math.min(limit, common.limit))
      log.warn({ ours: limit, smallest: claimed.limit }, 'Processes have different limits; the smallest one applies.');
    common = claimed;
    filling.changed();
    if (want === 0) return claimed.isLost ? CALM_MS : PRESENCE_MS;
    if (nowMs() >= validUntil) return 0;
    if (claimed.isMoving) return MOVING_MS;
    // A process checks again soon if it has less than it wants, or if it holds everything and others may need some.
    return claimed.isHungry && (size < want || size >= common.limit) ? HUNGRY_MS : CALM_MS;
  }

  /**
   * Continues with the last share while the database is down. A late failure proves nothing: this process was frozen
   * and its share may belong to another one, so it asks again first.
   */
  function continueAlone(error: unknown): number {
    const now = nowMs();
    if (now - askedAt > 2 * SLOW_MS) return 0;
    emptyChecks += 1;
    if (emptyChecks < AWAY) return SOONEST_MS;
    if (want === 0 && filling.demand().waiting === 0) return PRESENCE_MS;
    if (emptyChecks === AWAY) log.warn({ err: error }, 'The shared budget of calls is unknown; the last share stays.');
    // A process without a share makes one call a second to keep its work moving.
    size = Math.max(1, size);
    want = Math.max(want, size);
    validUntil = now + EXTENDED_MS;
    filling.changed();
    return RETRY_MS;
  }

  outside(plan, FIRST_MS);
  return {
    get size() {
      return nowMs() < validUntil ? size : 0;
    },
    get pace() {
      const guess = nowMs() < validUntil ? size : Math.ceil(common.limit / common.present);
      return Math.max(1, guess);
    },
    connect(pacer) {
      filling = pacer;
    },
    ask,
    async close() {
      isClosed = true;
      cancel();
      validUntil = Number.NEGATIVE_INFINITY;
      const leave = async (): Promise<void> => {
        await running;
        await claim(true);
      };
      const left = leave().catch((error: unknown) => log.warn({ err: error }, 'A share of calls was not returned.'));
      await timers.within(EXTENDED_MS, left);
    },
  };
}
