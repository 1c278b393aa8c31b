import type { Ctx, Log } from '@tally/kernel';
import { type EventName, events, type GatewayEvents } from './events.ts';
import type { IntentName } from './intents.ts';

/** Reacts to something in a server. Called once per event and process, at least once over restarts. */
export interface GatewayListener {
  readonly event: EventName;
  readonly run: (ctx: Ctx, data: never) => Promise<void>;
}

/** `gateway: [on('memberJoined', async (ctx, { serverId, member }) => …)]` in a feature's manifest. */
export const on = <E extends EventName>(
  event: E,
  run: (ctx: Ctx, data: GatewayEvents[E]) => Promise<void>,
): GatewayListener => ({ event, run });

/** What must be asked of Discord so that these listeners hear something. */
export function intentsFor(listeners: readonly GatewayListener[]): Set<IntentName> {
  return new Set(
    listeners.flatMap(({ event }) => (event in events ? [...events[event as keyof typeof events].intents] : [])),
  );
}

/** At once, over all servers; more wait. Beyond the second figure the plentiful ones are left out. */
const AT_ONCE = 200;
const MAX_WAITING = 20_000;

export interface Stage {
  /** Tells all listeners. Resolves when they are done; never rejects. */
  tell<E extends EventName>(event: E, data: () => GatewayEvents[E]): Promise<void>;
  hears(event: EventName): boolean;
  idle(): Promise<void>;
  /** Plentiful events that were left out under a flood. */
  readonly leftOut: number;
}

export function createStage(about: { listeners: readonly GatewayListener[]; makeCtx: () => Ctx; log: Log }): Stage {
  const byEvent = Map.groupBy(about.listeners, (listener) => listener.event);
  const waiting: (() => void)[] = [];
  let running = 0;
  let leftOut = 0;
  const whenIdle: (() => void)[] = [];

  const release = (): void => {
    running -= 1;
    waiting.shift()?.();
    if (running === 0 && waiting.length === 0) for (const done of whenIdle.splice(0)) done();
  };
  const enter = async (): Promise<void> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
  };
  async function run(listener: GatewayListener, data: unknown): Promise<void> {
    try {
      await listener.run(about.makeCtx(), data as never);
    } catch (error) {
      about.log.error({ err: error, event: listener.event }, 'A listener of the gateway failed.');
    }
  }

  return {
    hears: (event) => byEvent.has(event),
    get leftOut() {
      return leftOut;
    },
    async tell(event, data) {
      const listeners = byEvent.get(event);
      if (!listeners) return;
      const isPlentiful = event in events && 'isPlentiful' in events[event as keyof typeof events];
      if (isPlentiful && waiting.length >= MAX_WAITING) {
        leftOut += 1;
        return;
      }
      await enter();
      try {
        const read = data();
        await Promise.all(listeners.map((listener) => run(listener, read)));
      } catch (error) {
        about.log.warn(
          { err: error, event },
          'An event of the gateway has another shape than expected and was left out.',
        );
      } finally {
        release();
      }
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  };
}
