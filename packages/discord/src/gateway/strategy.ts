import {
  type IShardingStrategy,
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  type WebSocketManager,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
} from '@discordjs/ws';
import type { Timers } from '@tally/kernel';

/** An event as the library read it: its name, sequence number and content. */
export interface Arrived {
  readonly t: string;
  readonly s: number;
  readonly d: unknown;
}

const { Dispatch, ...others } = WebSocketShardEvents;

/** Discord may take half a minute to close, but another process may be waiting for the shard. */
const LEAVE_WITHIN_MS = 2000;

/**
 * Wraps the library's shards. Events go straight to `take`, and everything else goes to the manager. The library's own
 * strategy would wait forever for a shard that has no session yet: see `leave`.
 */
export function createStrategy(
  manager: WebSocketManager,
  timers: Timers,
  take: (shardId: number, arrived: Arrived) => void,
): IShardingStrategy {
  const shards = new Map<number, WebSocketShard>();
  /** Shards with an open connection, on which Discord has said hello. */
  const open = new Set<WebSocketShard>();
  const ofAll = async (work: (shard: WebSocketShard) => Promise<void>): Promise<void> => {
    await Promise.all([...shards.values()].map(work));
  };

  /**
   * Disconnects in a way that allows a resume. The library then closes the connection and requests the session. A
   * stopped gateway does not answer, so the library's promise never resolves. We wait for the close instead.
   */
  async function leave(shard: WebSocketShard, options: Parameters<WebSocketShard['destroy']>[0]): Promise<void> {
    const destroy = (): void => void shard.destroy({ ...options, recover: WebSocketShardDestroyRecovery.Resume });
    // The library must not destroy a shard while it connects, because a socket that fails later would end the process.
    // There is no session yet, so the shard may leave later. A microtask is needed because the first heartbeat is set
    // up after the hello.
    if (!open.has(shard)) {
      shard.once(WebSocketShardEvents.Hello, () => void Promise.resolve().then(destroy));
      return;
    }
    const closed = new Promise<void>((resolve) => shard.once(WebSocketShardEvents.Closed, () => resolve()));
    destroy();
    await timers.within(LEAVE_WITHIN_MS, closed);
  }

  return {
    async spawn(shardIds) {
      const options = await managerToFetchingStrategyOptions(manager);
      for (const shardId of shardIds) {
        const shard = new WebSocketShard(new SimpleContextFetchingStrategy(manager, options), shardId);
        shard.on(Dispatch, (arrived) => take(shardId, arrived));
        for (const event of Object.values(others)) {
          shard.on(event, (...told: unknown[]) => void manager.emit(event, ...([...told, shardId] as never)));
        }
        shard.on(WebSocketShardEvents.Hello, () => void open.add(shard));
        shard.on(WebSocketShardEvents.Closed, () => void open.delete(shard));
        shards.set(shardId, shard);
      }
    },
    connect: () => ofAll((shard) => shard.connect()),
    async destroy(options) {
      await ofAll((shard) => leave(shard, options));
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
