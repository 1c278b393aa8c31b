import type { ChannelId, ServerId } from '@tally/contract';
import type { Ctx, Log } from '@tally/kernel';
import { type EventName, events, type GatewayEvents } from './events.ts';
import { channelOf, type GatewayListener, type Only, type Place, serverOf } from './listeners.ts';

/** At once, over all servers; more wait. Beyond the second figure the plentiful ones are left out. */
const AT_ONCE = 200;
const MAX_WAITING = 20_000;

export interface Stage {
  /** Whom it concerns, as far as that can be said without reading it. Null: nobody, as nearly always. */
  concerned(event: EventName, place: Place): readonly GatewayListener[] | null;
  /** Tells all listeners, or those that were named. Null when it is left out; otherwise resolves when they are done, and never rejects. */
  tell<E extends EventName>(
    event: E,
    data: () => GatewayEvents[E],
    listeners?: readonly GatewayListener[],
  ): Promise<void> | null;
  hears(event: EventName): boolean;
  idle(): Promise<void>;
  /** Plentiful events that were left out under a flood. */
  readonly leftOut: number;
}

export function createStage(about: { listeners: readonly GatewayListener[]; makeCtx: () => Ctx; log: Log }): Stage {
  const byEvent = Map.groupBy(about.listeners, (listener) => listener.event);
  const answered = new Map([...byEvent].map(([event, those]) => [event, those.map(createAnswer)]));
  const waiting = createLine();
  let running = 0;
  let leftOut = 0;
  const whenIdle: (() => void)[] = [];
  /** For the question whom something concerns. Whoever then works gets one of its own. */
  let common: Ctx | undefined;
  /** Rises whenever something else may have happened in between. */
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
  // Neither is an async function: that would hold the event, with all that it was read from, until its listeners are done, and what is held
  // while a hundred others are read V8 moves to where tidying up is dear.
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
      // So that many odd ones in a row do not each begin the next one inside themselves.
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
    concerned(event, place) {
      let those: GatewayListener[] | null = null;
      if (!isOneTurn) {
        turn += 1;
        isOneTurn = true;
        queueMicrotask(endTurn);
      }
      const ctx = (common ??= about.makeCtx());
      for (const answer of answered.get(event) ?? []) {
        const { only } = answer.listener;
        if (only && answer.turn !== turn) ask(only, ctx, answer, turn);
        if (only && !isWithin(answer, place)) continue;
        // A list that is pushed to at once gets room for seventeen.
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
 * What a listener said where events concern it. It holds for all that came in with one read of the connection: nothing else can happen
 * meanwhile, and to ask takes longer than to look.
 */
interface Answer {
  readonly listener: GatewayListener;
  turn: number;
  servers: ReadonlySet<ServerId> | undefined;
  channels: ReadonlySet<ChannelId> | undefined;
  saying: string | undefined;
}

const createAnswer = (listener: GatewayListener): Answer => ({
  listener,
  turn: 0,
  servers: undefined,
  channels: undefined,
  saying: undefined,
});

function ask(only: Only, ctx: Ctx, answer: Answer, turn: number): void {
  answer.servers = only.servers?.(ctx);
  answer.channels = only.channels?.(ctx);
  answer.saying = only.saying?.(ctx);
  answer.turn = turn;
}

function isWithin({ servers, channels, saying }: Answer, place: Place): boolean {
  if (servers) {
    const id = serverOf(place);
    if (id && !servers.has(id)) return false;
  }
  if (channels) {
    const id = channelOf(place);
    if (id && !channels.has(id)) return false;
  }
  return saying === undefined || place.text === null || place.text.includes(saying);
}

/** First come, first served. An array that is shifted thousands of times moves all that is behind. */
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
