import type { Log, Timers } from '@tally/kernel';
import { createGateway, type Gateway, type GatewayOptions } from '../gateway.ts';
import type { MembersAsk } from '../named-members.ts';
import type { ShardStatus } from '../shard-status.ts';
import type { TakenCluster } from '../store/clusters.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface RunningCluster extends TakenCluster {
  readonly intents: number;
  shards(): ShardStatus[];
  isComplete(): boolean;
  askMembers(ask: MembersAsk): Promise<void>;
  stop(how?: 'resumable' | 'ended'): Promise<void>;
}

/**
 * Connects the shards of one cluster and keeps trying while Discord is down. Once connected, the library reconnects by
 * itself. A permanent refusal ends the attempts.
 */
export function runCluster(
  cluster: TakenCluster,
  options: GatewayOptions & { readonly timers: Timers; readonly log: Log },
): RunningCluster {
  const stopping = new AbortController();
  const { signal } = stopping;
  const refused = { isFinal: false };
  const open = (): Gateway =>
    createGateway({
      ...options,
      onFatal(reason, code) {
        refused.isFinal = true;
        options.onFatal?.(reason, code);
      },
    });
  let gateway = open();

  const connecting = (async () => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await untilAborted(gateway.start(), signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        options.log.warn(
          { err: error, clusterId: cluster.clusterId, nextTryMs: wait },
          'The gateway of Discord could not be reached.',
        );
        await gateway.stop();
        if (refused.isFinal) return;
        await options.timers.pause(wait, signal);
        gateway = open();
      }
    }
  })();

  return {
    ...cluster,
    intents: gateway.intents,
    shards: () => gateway.shards(),
    isComplete: () => gateway.isComplete(),
    askMembers: (ask) => gateway.askMembers(ask),
    async stop(how) {
      stopping.abort(new Error('stopped'));
      await connecting;
      await gateway.stop(how);
    },
  };
}

/** A start waits for every shard, which may take minutes. Stopping must not wait for that. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  work.catch(() => {});
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}
