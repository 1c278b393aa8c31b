import type { ChannelId, ServerId } from '@tally/contract';
import type { Ctx, Log } from '@tally/kernel';
import { type EventName, events, type GatewayEvents } from './events.ts';
import { channelOf, type GatewayListener, hasContent, isPostedBy, type Only, serverOf } from './listeners.ts';

/**
 * How many events may be handled at once, over all servers. The others wait. With more than `MAX_WAITING` waiting,
 * plentiful events are dropped.
 */
const AT_ONCE = 200;
const MAX_WAITING = 20_000;

export interface Stage {
  /** Returns the listeners that want an event, judged by its raw data. Null for most events. */
  concerned(event: EventName, raw: unknown): readonly GatewayListener[] | null;
  /**
   * Runs all listeners, or only the given ones. Returns null if the event is dropped, otherwise a promise that resolves
   * when they finish and never rejects.
   */
  tell<E extends EventName>(
    event: E,
    data: () => GatewayEvents[E],
    listeners?: readonly GatewayListener[],
  ): Promise<void> | null;
  hears(event: EventName): boolean;
  idle(): Promise<void>;
  /** How many plentiful events were dropped in a flood. */
  readonly leftOut: number;
}

export function createStage(about: { listeners: readonly GatewayListener[]; makeCtx: () => Ctx; log: Log }): Stage {
  const byEvent = Map.groupBy(about.listeners, (listener) => listener.event);
  const answered = new Map([...byEvent].map(([event, those]) => [event, those.map(createAnswer)]));
  const waiting = createLine();
  let running = 0;
  let leftOut = 0;
  const whenIdle: (() => void)[] = [];
  /** This context only finds the listeners of an event. Listeners that run get their own. */
  let common: Ctx | undefined;
  /** Increases whenever other code may have run in between. */
  let turn = 0;
  let isOneTurn = false;
  function endTurn(): void {
    isOneTurn = false;
  }

  const release = (): void => {
    running -= 1;
    waiting.next()?.();
    if (running === 0 && waiting.length === 0) for (const done of whenIdle.splice(0)) done();
  };
  // Neither this nor `work` is an async function, because that would keep the event, and its source data, until the
  // listeners finish. V8 moves objects that survive a hundred other events to its old generation, where collecting them
  // is expensive.
  function run(listener: GatewayListener, data: unknown): Promise<void> {
    const failed = (error: unknown): void =>
      about.log.error({ err: error, event: listener.event }, 'A listener of the gateway failed.');
    try {
      return listener.run(about.makeCtx(), data as never).catch(failed);
    } catch (error) {
      failed(error);
      return Promise.resolve();
    }
  }
  function work(listeners: readonly GatewayListener[], event: EventName, data: () => unknown): Promise<void> {
    running += 1;
    try {
      const read = data();
      const [first] = listeners;
      const done = first && listeners.length === 1 ? run(first, read) : runAll(listeners, read);
      return done.then(release);
    } catch (error) {
      about.log.warn(
        { err: error, event },
        'An event of the gateway has another shape than expected and was left out.',
      );
      // Deferred, so that a series of odd events does not recurse deeper with each event.
      return Promise.resolve().then(release);
    }
  }
  const runAll = (listeners: readonly GatewayListener[], data: unknown): Promise<unknown> =>
    Promise.all(listeners.map((listener) => run(listener, data)));

  return {
    hears: (event) => byEvent.has(event),
    get leftOut() {
      return leftOut;
    },
    concerned(event, raw) {
      let those: GatewayListener[] | null = null;
      if (!isOneTurn) {
        turn += 1;
        isOneTurn = true;
        void Promise.resolve().then(endTurn);
      }
      const ctx = (common ??= about.makeCtx());
      for (const answer of answered.get(event) ?? []) {
        const { only } = answer.listener;
        if (only && answer.turn !== turn) ask(only, ctx, answer, turn);
        if (only && !isWithin(answer, raw)) continue;
        // Uses a literal, because `push` on an empty array reserves space for seventeen elements.
        if (those) those.push(answer.listener);
        else those = [answer.listener];
      }
      return those;
    },
    tell(event, data, listeners = byEvent.get(event) ?? []) {
      if (listeners.length === 0) return null;
      if (running < AT_ONCE) return work(listeners, event, data);
      const isPlentiful = event in events && 'isPlentiful' in events[event as keyof typeof events];
      if (isPlentiful && waiting.length >= MAX_WAITING) {
        leftOut += 1;
        return null;
      }
      return new Promise((resolve) => waiting.add(() => void work(listeners, event, data).then(resolve)));
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  };
}

/**
 * A listener's cached conditions. They hold for all events of one read from the connection, because no other code runs
 * in between, and evaluating them takes longer than comparing.
 */
interface Answer {
  readonly listener: GatewayListener;
  turn: number;
  servers: ReadonlySet<ServerId> | undefined;
  channels: ReadonlySet<ChannelId> | undefined;
  postedBy: string | undefined;
  saying: string | undefined;
}

const createAnswer = (listener: GatewayListener): Answer => ({
  listener,
  turn: 0,
  servers: undefined,
  channels: undefined,
  postedBy: undefined,
  saying: undefined,
});

function ask(only: Only, ctx: Ctx, answer: Answer, turn: number): void {
  answer.servers = only.servers?.(ctx);
  answer.channels = only.channels?.(ctx);
  answer.postedBy = only.postedBy?.(ctx);
  answer.saying = only.saying?.(ctx);
  answer.turn = turn;
}

function isWithin({ servers, channels, postedBy, saying }: Answer, raw: unknown): boolean {
  if (servers) {
    const id = serverOf(raw);
    if (id && !servers.has(id)) return false;
  }
  if (channels) {
    const id = channelOf(raw);
    if (id && !channels.has(id)) return false;
  }
  if (postedBy !== undefined && !isPostedBy(raw, postedBy)) return false;
  return saying === undefined || hasContent(raw, saying);
}

/** A first-in, first-out queue. Shifting an array of thousands would move all other elements each time. */
function createLine(): { readonly length: number; add(turn: () => void): void; next(): (() => void) | undefined } {
  let turns: ((() => void) | undefined)[] = [];
  let first = 0;
  return {
    get length() {
      return turns.length - first;
    },
    add: (turn) => void turns.push(turn),
    next() {
      const turn = turns[first];
      if (!turn) return undefined;
      turns[first] = undefined;
      first += 1;
      if (first >= 1024) {
        turns = turns.slice(first);
        first = 0;
      }
      return turn;
    },
  };
}
