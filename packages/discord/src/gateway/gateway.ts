import { CloseCodes, type IIdentifyThrottler, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import type { Ctx, Log } from '@tally/kernel';
import { UpstreamError } from '@tally/kernel';
import type { Discord } from '../rest/index.ts';
import { createDispatcher } from './dispatch.ts';
import { type IntentName, intentBits, intentsOf } from './intents.ts';
import { createStage, type GatewayListener, intentsFor } from './listeners.ts';
import { createSaver } from './save.ts';
import { createSessions, forgetfulStore, type ShardStore } from './sessions.ts';
import { fatalReason, type ShardStatus } from './shard-status.ts';
import { createServers, type Servers } from './state/state.ts';

export interface GatewayOptions {
  readonly discord: Pick<Discord, 'rest'>;
  readonly token: string;
  readonly listeners: readonly GatewayListener[];
  /** Asked for beside those that the listeners need. */
  readonly intents?: readonly IntentName[];
  /** Null leaves the number to Discord. With several processes each names its own. */
  readonly shards?: { readonly count: number; readonly ids: readonly number[] } | null;
  /** With several processes: who may identify when, over all of them. */
  readonly identifyThrottler?: (maxConcurrency: number) => IIdentifyThrottler;
  readonly store?: ShardStore;
  readonly saveEveryMs?: number;
  /** Made anew for every event. */
  readonly makeCtx: () => Ctx;
  readonly log: Log;
  /** Discord will not have us, and trying again does not help. */
  readonly onFatal?: (reason: string) => void;
}

export interface Gateway {
  /** Resolves when every shard is ready. */
  start(): Promise<void>;
  /** Lets listeners finish, saves the sessions and leaves so that they can be resumed. */
  stop(): Promise<void>;
  readonly servers: Servers;
  readonly intents: number;
  shards(): ShardStatus[];
}

export function createGateway(options: GatewayOptions): Gateway {
  const { log } = options;
  const store = options.store ?? forgetfulStore;
  const intents = intentsOf([...intentsFor(options.listeners), ...(options.intents ?? [])]) | intentBits.Guilds;
  const servers = createServers();
  const stage = createStage({ listeners: options.listeners, makeCtx: options.makeCtx, log });
  const sessions = createSessions((shardId) => saver.clear(shardId));
  const dispatcher = createDispatcher({ servers, stage, log });
  const saver = createSaver({ store, servers, sessions, dispatcher, log, everyMs: options.saveEveryMs ?? 5000 });
  const status = new Map<number, { status: ShardStatus['status']; pingMs: number | null }>();
  const { identifyThrottler } = options;

  const manager = new WebSocketManager({
    token: options.token,
    intents,
    rest: options.discord.rest,
    shardCount: options.shards?.count ?? null,
    shardIds: options.shards ? [...options.shards.ids] : null,
    // Compression costs several times the processor time of plain text and saves only traffic.
    compression: null,
    identifyProperties: { os: process.platform, browser: 'tally', device: 'tally' },
    retrieveSessionInfo: (shardId) => sessions.get(shardId),
    updateSessionInfo: (shardId, info) => sessions.set(shardId, info),
    ...(identifyThrottler
      ? {
          buildIdentifyThrottler: async (of: WebSocketManager) =>
            identifyThrottler((await of.fetchGatewayInformation()).session_start_limit.max_concurrency),
        }
      : {}),
  });

  const set = (shardId: number, change: Partial<{ status: ShardStatus['status']; pingMs: number | null }>): void => {
    status.set(shardId, { status: 'connecting', pingMs: null, ...status.get(shardId), ...change });
  };
  const { promise: fatal, reject: rejectFatal } = Promise.withResolvers<never>();
  // Also when nobody is waiting for the start any more.
  fatal.catch((error: unknown) => log.error({ err: error }, 'The gateway is closed for good.'));

  manager.on(WebSocketShardEvents.Dispatch, (payload, shardId) => dispatcher.take(shardId, payload));
  manager.on(WebSocketShardEvents.Hello, (shardId) => {
    sessions.sawHello(shardId);
    set(shardId, { status: sessions.get(shardId) ? 'resuming' : 'connecting' });
  });
  manager.on(WebSocketShardEvents.Ready, (data, shardId) => {
    // Not as a dispatch: the library tells that of READY a moment later, and the first servers may overtake it.
    dispatcher.ready(shardId, data);
    set(shardId, { status: 'ready' });
  });
  manager.on(WebSocketShardEvents.Resumed, (shardId) => set(shardId, { status: 'ready' }));
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }, shardId) => set(shardId, { pingMs: latency }));
  manager.on(WebSocketShardEvents.Error, (error, shardId) => log.warn({ shardId, err: error }, 'A shard has trouble.'));
  manager.on(WebSocketShardEvents.SocketError, (error, shardId) =>
    log.info({ shardId, err: error }, 'The connection of a shard broke.'),
  );
  manager.on(WebSocketShardEvents.Closed, (code, shardId) => {
    sessions.sawClose(shardId, code);
    set(shardId, { status: 'closed', pingMs: null });
    log.info({ shardId, code }, 'A shard was closed.');
    const reason = fatalReason(code);
    if (!reason) return;
    rejectFatal(
      new UpstreamError({ world: 'discord', kind: 'denied', message: `gateway: ${reason}`, upstreamCode: code }),
    );
    options.onFatal?.(reason);
  });

  async function restore(): Promise<void> {
    const shardCount = await manager.getShardCount();
    for (const shardId of await manager.getShardIds()) {
      set(shardId, {});
      const saved = await store.load(shardId);
      if (!saved || saved.session.shardCount !== shardCount) continue;
      let isWhole = true;
      for (const [id, bytes] of saved.servers) isWhole = servers.restore(id, bytes, shardId) && isWhole;
      // Discord does not tell the servers again after a resume, so a gap would stay one.
      if (!isWhole) continue;
      sessions.restore(shardId, saved.session);
      dispatcher.restore(shardId, saved.botId, saved.session.sequence);
    }
  }

  return {
    servers,
    intents,
    async start() {
      await restore();
      saver.start();
      await Promise.race([manager.connect(), fatal]);
    },
    async stop() {
      sessions.freeze();
      // 1000 would end the session; with this code Discord keeps it for the next process.
      await manager.destroy({ code: CloseCodes.Resuming, reason: 'restart' });
      await stage.idle();
      await saver.stop();
    },
    shards: () => [...status].map(([shardId, shard]) => ({ shardId, ...shard, ...servers.totals(shardId) })),
  };
}
