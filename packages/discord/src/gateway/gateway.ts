import { CloseCodes, type IIdentifyThrottler, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { type Ctx, type Log, systemTimers, type Timers, UpstreamError } from '@tally/kernel';
import { GatewayOpcodes } from 'discord-api-types/v10';
import type { Discord, GatewayInfo } from '../rest/index.ts';
import { type Gate, openGate } from './admission.ts';
import { createDispatcher } from './dispatch.ts';
import { type IntentName, intentBits, intentsOf } from './intents.ts';
import { type GatewayListener, intentsFor } from './listeners.ts';
import type { MembersAsk } from './named-members.ts';
import { createSaver } from './save.ts';
import { createSessions, forgetfulStore, type ShardStore } from './sessions.ts';
import { fatalReason, type ShardStatus } from './shard-status.ts';
import { createStage } from './stage.ts';
import { createServers, type Servers } from './state/state.ts';
import { createStrategy } from './strategy.ts';

export interface GatewayOptions {
  readonly discord: Pick<Discord, 'rest'>;
  /** Replaces the call to Discord, so several gateways of a process share one response. */
  readonly gatewayInfo?: () => Promise<GatewayInfo>;
  readonly token: string;
  readonly listeners: readonly GatewayListener[];
  /** Intents to request in addition to those that the listeners need. */
  readonly intents?: readonly IntentName[];
  /** Null leaves the number to Discord. If there are several processes, each names its own shards. */
  readonly shards?: { readonly count: number; readonly ids: readonly number[] } | null;
  /** Coordinates identifies across several processes. */
  readonly identifyThrottler?: (maxConcurrency: number) => IIdentifyThrottler;
  /** Intents that Discord does not grant. No shard requests them. */
  readonly without?: readonly IntentName[];
  /** Decides which of two sets of shards passes an event on. */
  readonly gate?: Gate;
  readonly store?: ShardStore;
  readonly saveEveryMs?: number;
  /** Called for every event. */
  readonly makeCtx: () => Ctx;
  readonly log: Log;
  readonly timers?: Timers;
  /** Called when Discord refuses us permanently, so another attempt is useless. */
  readonly onFatal?: (reason: string, code: number) => void;
}

export interface Gateway {
  /** Connects, and resolves when every shard is ready. */
  start(): Promise<void>;
  /** Lets listeners finish, saves the sessions and disconnects. The sessions can then be resumed, or they end. */
  stop(how?: 'resumable' | 'ended'): Promise<void>;
  /** True if every shard is ready, has received its servers, and is saved so another process could continue. */
  isComplete(): boolean;
  readonly servers: Servers;
  readonly intents: number;
  shards(): ShardStatus[];
  /**
   * Requests all members of a server with their presences, or the named ones. They arrive as `membersTold`. Does
   * nothing for a server of another process.
   */
  askMembers(ask: MembersAsk): Promise<void>;
}

/** A server that is announced but does not arrive within this time has an outage at Discord. */
const SERVERS_ARRIVE_MS = 15_000;
/** How long a stop waits for listeners. Another process may be waiting for the shards. */
const LISTENERS_FINISH_MS = 5000;

export function createGateway(options: GatewayOptions): Gateway {
  const { log, timers = systemTimers } = options;
  const store = options.store ?? forgetfulStore;
  const wanted = intentsOf([...intentsFor(options.listeners), ...(options.intents ?? [])]) | intentBits.Guilds;
  const intents = wanted & ~intentsOf(options.without ?? []);
  const servers = createServers();
  const stage = createStage({ listeners: options.listeners, makeCtx: options.makeCtx, log });
  const sessions = createSessions((shardId) => saver.clear(shardId));
  const dispatcher = createDispatcher({ servers, stage, gate: options.gate ?? openGate, log });
  const saver = createSaver({
    store,
    servers,
    sessions,
    dispatcher,
    intents,
    log,
    timers,
    everyMs: options.saveEveryMs ?? 5000,
    isWhole: (shardId) => hasReportedAll(shardId),
  });
  const status = new Map<number, { status: ShardStatus['status']; pingMs: number | null }>();
  const readyAt = new Map<number, number>();
  const { identifyThrottler } = options;
  let isStopped = false;
  /** The library calls this before it reconnects or drops a session. A pending promise prevents both. */
  const unlessStopped = <T>(answer: () => T): T | Promise<never> =>
    isStopped ? new Promise<never>(() => {}) : answer();

  const manager = new WebSocketManager({
    token: options.token,
    intents,
    rest: options.gatewayInfo ? answering(options.gatewayInfo, options.discord.rest) : options.discord.rest,
    shardCount: options.shards?.count ?? null,
    shardIds: options.shards ? [...options.shards.ids] : null,
    // Compression takes several times the CPU time of plain text and saves only traffic.
    compression: null,
    buildStrategy: (of) => createStrategy(of, timers, (shardId, arrived) => dispatcher.take(shardId, arrived)),
    identifyProperties: { os: process.platform, browser: 'tally', device: 'tally' },
    retrieveSessionInfo: (shardId) => unlessStopped(() => sessions.get(shardId)),
    updateSessionInfo: (shardId, info) => unlessStopped(() => sessions.set(shardId, info)),
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
  // Reports the failure even when the start is no longer awaited.
  fatal.catch((error: unknown) => log.error({ err: error }, 'The gateway is closed for good.'));

  manager.on(WebSocketShardEvents.Hello, (shardId) => {
    sessions.sawHello(shardId);
    set(shardId, { status: sessions.get(shardId) ? 'resuming' : 'connecting' });
  });
  manager.on(WebSocketShardEvents.Ready, (data, shardId) => {
    dispatcher.ready(shardId, data);
    readyAt.set(shardId, timers.nowMs());
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
    options.onFatal?.(reason, code);
  });

  async function restore(): Promise<void> {
    const shardCount = await manager.getShardCount();
    for (const shardId of await manager.getShardIds()) {
      set(shardId, {});
      const saved = await store.load(shardId);
      if (!saved || saved.session.shardCount !== shardCount || saved.intents !== intents) continue;
      let isWhole = true;
      for await (const [id, bytes] of saved.servers) isWhole = servers.restore(id, bytes, shardId) && isWhole;
      // Discord does not send the servers again after a resume, so missing ones would stay missing.
      if (!isWhole) continue;
      sessions.restore(shardId, saved.session);
      const { botId, session, serversUpTo } = saved;
      dispatcher.restore(shardId, { botId, sequence: session.sequence, serversUpTo });
    }
  }

  /** During an outage a server may stay announced for hours. */
  const hasReportedAll = (shardId: number): boolean =>
    dispatcher.awaited(shardId) === 0 || timers.nowMs() - (readyAt.get(shardId) ?? 0) > SERVERS_ARRIVE_MS;

  return {
    servers,
    intents,
    async start() {
      await restore();
      saver.start();
      await Promise.race([manager.connect(), fatal]);
    },
    async stop(how = 'resumable') {
      sessions.freeze();
      isStopped = true;
      // Close code 1000 would end the session. With this one Discord keeps it for the next process.
      const code = how === 'ended' ? CloseCodes.Normal : CloseCodes.Resuming;
      await manager.destroy({ code, reason: how === 'ended' ? 'over' : 'restart' });
      // Discord repeats unfinished events to the next process, because only finished ones count as received. But a
      // claimed event is ours alone, so we wait for it.
      const done = dispatcher.begun().then(() => stage.idle());
      await timers.within(LISTENERS_FINISH_MS, done);
      await saver.stop();
    },
    isComplete: () =>
      // An empty gateway has not started yet.
      status.size > 0 &&
      [...status].every(
        ([shardId, shard]) => shard.status === 'ready' && hasReportedAll(shardId) && saver.hasSaved(shardId),
      ),
    async askMembers({ serverId, named }) {
      const shardId = servers.shardOf(serverId);
      if (shardId === null) return;
      // Without both intents, Discord closes the connection instead of listing all members.
      const needed = intentsOf(['GuildMembers', 'GuildPresences']);
      if (!named && (intents & needed) !== needed) return;
      const about = named
        ? { user_ids: [...named.userIds], limit: 0, nonce: named.nonce }
        : { query: '', limit: 0, presences: true };
      await manager.send(shardId, { op: GatewayOpcodes.RequestGuildMembers, d: { guild_id: serverId, ...about } });
    },
    shards: () => [...status].map(([shardId, shard]) => ({ shardId, ...shard, ...servers.totals(shardId) })),
  };
}

/** The library uses its REST client only for the address and the limits of the gateway. */
function answering(gatewayInfo: () => Promise<GatewayInfo>, rest: Discord['rest']): Discord['rest'] {
  const get = async () => {
    const { url, shards, identifies, maxConcurrency } = await gatewayInfo();
    const { total, remaining, resetAfterMs } = identifies;
    const limit = { total, remaining, reset_after: resetAfterMs, max_concurrency: maxConcurrency };
    return { url, shards, session_start_limit: limit };
  };
  return Object.assign(Object.create(rest) as Discord['rest'], { get });
}
