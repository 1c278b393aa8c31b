import {
  type IShardingStrategy,
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  type WebSocketManager,
  WebSocketShard,
  WebSocketShardEvents,
} from '@discordjs/ws';
import type { Timers } from '@tally/kernel';
import { type Socket as TextSocket, takeTexts } from './frames.ts';
import { glance } from './glance.ts';
import type { Place } from './listeners.ts';

/** An event as it came. Its content is read when somebody asks for it: see `contentOf`. */
export interface Arrived extends Place {
  readonly t: string;
  readonly s: number;
  /** Undefined: not read yet. */
  content: unknown;
}

export function contentOf(arrived: Arrived): unknown {
  if (arrived.content === undefined && arrived.text !== null)
    arrived.content = (JSON.parse(arrived.text) as { d?: unknown }).d;
  return arrived.content;
}

/** The library itself has to see these: with them a session starts or resumes. */
const ABOUT_THE_SESSION = new Set(['READY', 'RESUMED']);

type OnMessage = (data: unknown, isBinary: boolean) => Promise<void>;
/** Shared, because nobody waits for it and there would be one for each event. */
const done = Promise.resolve();

/**
 * The library's shards with a short cut for events. The library would parse every event whole and wait for the session
 * three times, which costs more than all our own work. Everything but events takes the usual way.
 */
export function createStrategy(
  manager: WebSocketManager,
  timers: Timers,
  take: (shardId: number, arrived: Arrived) => void,
): IShardingStrategy {
  const shards = new Map<number, WebSocketShard>();
  const ofAll = async (work: (shard: WebSocketShard) => Promise<void>): Promise<void> => {
    await Promise.all([...shards.values()].map(work));
  };
  return {
    async spawn(shardIds) {
      const options = await managerToFetchingStrategyOptions(manager);
      for (const shardId of shardIds) {
        const shard = new WebSocketShard(new SimpleContextFetchingStrategy(manager, options), shardId);
        for (const event of Object.values(WebSocketShardEvents)) {
          shard.on(event, (...told: unknown[]) => void manager.emit(event, ...([...told, shardId] as never)));
        }
        const receive = shorten(shard, (arrived) => take(shardId, arrived));
        eachConnection(shard, (socket) => takeTexts(socket, (text) => void receive(text, false)));
        shards.set(shardId, shard);
      }
    },
    connect: () => ofAll((shard) => shard.connect()),
    async destroy(options) {
      await ofAll((shard) => leave(shard, timers, options));
      shards.clear();
    },
    async send(shardId, payload) {
      const shard = shards.get(shardId);
      if (!shard) throw new RangeError(`There is no shard ${shardId}.`);
      await shard.send(payload);
    },
    fetchStatus: () =>
      Promise.resolve(new Map([...shards].map(([shardId, shard]) => [shardId, shard.status])) as never),
  };
}

/** The part of the library's socket that is used here. Like the method below, the field is internal to the library. */
interface Socket {
  readonly readyState: number;
  on(event: 'error', hear: () => void): void;
  terminate(): void;
}

const CONNECTING = 0;
/** The other end may take half a minute to close, which is too long for a shard that is being given away. */
const LEAVE_WITHIN_MS = 2000;

/**
 * Ends a shard, whatever it is doing. By itself the library would wait forever for one that is about to begin a session
 * (what waits for the session ends the shard a second time, and that takes the listener of the first from the socket), and would
 * forget a socket that is still being opened: when that fails nobody hears it, and the process ends.
 */
export async function leave(
  shard: WebSocketShard,
  timers: Timers,
  options: Parameters<WebSocketShard['destroy']>[0],
): Promise<void> {
  const socket = Reflect.get(shard, 'connection') as Socket | null;
  const waits = Reflect.get(shard, 'timeoutAbortControllers') as Map<unknown, AbortController>;
  // They end by themselves once the socket has closed.
  waits.clear();
  if (socket?.readyState === CONNECTING) {
    socket.on('error', () => {});
    socket.terminate();
  }
  const cancel = timers.after(LEAVE_WITHIN_MS, () => socket?.terminate());
  await shard.destroy(options).finally(cancel);
}

/** The method is internal to the library. Its version is pinned, and a test connects with it. */
export function shorten(shard: object, take: (arrived: Arrived) => void): OnMessage {
  const method: unknown = Reflect.get(shard, 'onMessage');
  if (typeof method !== 'function') throw new TypeError('@discordjs/ws no longer receives in onMessage.');
  const usual: OnMessage = method.bind(shard);
  /**
   * What arrives while the library is opening a session, which takes it a few turns: the first servers would otherwise
   * overtake READY.
   */
  let waiting: (readonly [unknown, boolean])[] | null = null;

  const receive: OnMessage = (data, isBinary) => {
    if (waiting) {
      waiting.push([data, isBinary]);
      return done;
    }
    const arrived = isBinary || typeof data !== 'string' ? null : (atOnce(data) ?? readWhole(data));
    if (!arrived) return usual(data, isBinary);
    if (!ABOUT_THE_SESSION.has(arrived.t)) {
      take(arrived);
      return done;
    }
    waiting = [];
    return usual(data, isBinary).finally(() => {
      const late = waiting ?? [];
      waiting = null;
      for (const [each, isBytes] of late) void receive(each, isBytes);
    });
  };
  Object.defineProperty(shard, 'onMessage', { value: receive, configurable: true });
  return receive;
}

/** The library makes a new connection for every try, and names it before it is open. */
function eachConnection(shard: object, opened: (socket: TextSocket) => void): void {
  let connection: (TextSocket & { once(event: 'open', hear: () => void): void }) | null = null;
  Object.defineProperty(shard, 'connection', {
    configurable: true,
    get: () => connection,
    set(made: typeof connection) {
      connection = made;
      made?.once('open', () => opened(made));
    },
  });
}

function atOnce(text: string): Arrived | null {
  const seen = glance(text);
  if (!seen) return null;
  return { t: seen.type, s: seen.sequence, text, content: undefined, serverId: undefined, channelId: undefined };
}

/**
 * The text is written in an unusual way, so it is parsed whole. Anything that is not an event is left to the library.
 */
function readWhole(text: string): Arrived | null {
  let payload: { op?: unknown; t?: unknown; s?: unknown; d?: unknown } | null;
  try {
    payload = JSON.parse(text);
  } catch {
    return null;
  }
  if (payload?.op !== 0 || typeof payload.t !== 'string' || typeof payload.s !== 'number') return null;
  const { t, s, d } = payload;
  return { t, s, text: null, content: d, serverId: undefined, channelId: undefined };
}
