import { ServerId, UserId } from '@tally/contract';
import type { Log } from '@tally/kernel';
import { z } from 'zod';
import { type EventName, events, type GatewayEvents } from './events.ts';
import type { Stage } from './listeners.ts';
import { appliers, readServer } from './state/apply.ts';
import type { ServerBook } from './state/state.ts';

export interface Dispatcher {
  take(shardId: number, payload: { readonly t: string; readonly s: number; readonly d?: unknown }): void;
  /** A shard begins anew: Discord names its servers, and tells each of them afterwards. */
  ready(shardId: number, data: unknown): void;
  restore(shardId: number, botId: UserId, sequence: number): void;
  /** Up to here every event has been dealt with to the end; what comes after must be repeated after a crash. */
  doneUpTo(shardId: number): number;
  botId(shardId: number): UserId | null;
}

interface ShardProgress {
  botId: UserId | null;
  sequence: number;
  /** How many listeners are still at work on an event, oldest first. */
  readonly open: Map<number, number>;
  /** Servers that Discord has announced and will tell in full: these are not new. */
  readonly awaited: Set<ServerId>;
}

const Ready = z.object({
  user: z.object({ id: UserId }),
  guilds: z.array(z.object({ id: ServerId })),
  shard: z.tuple([z.number(), z.number()]).optional(),
});
const Gone = z.object({ id: ServerId, unavailable: z.boolean().default(false) });

const heard: ReadonlyMap<string, keyof typeof events> = new Map(
  Object.entries(events).map(([name, event]) => [event.from, name as keyof typeof events]),
);

/** Takes the events of all shards: first what we hold of servers is brought up to date, then listeners are told. */
export function createDispatcher(about: { servers: ServerBook; stage: Stage; log: Log }): Dispatcher {
  const { servers, stage, log } = about;
  const shards = new Map<number, ShardProgress>();
  const progressOf = (shardId: number): ShardProgress => {
    const known = shards.get(shardId);
    if (known) return known;
    const fresh: ShardProgress = { botId: null, sequence: 0, open: new Map(), awaited: new Set() };
    shards.set(shardId, fresh);
    return fresh;
  };

  const tell = <E extends EventName>(shard: ShardProgress, event: E, data: () => GatewayEvents[E]): void => {
    if (!stage.hears(event)) return;
    const sequence = shard.sequence;
    shard.open.set(sequence, (shard.open.get(sequence) ?? 0) + 1);
    void stage.tell(event, data).finally(() => {
      const left = (shard.open.get(sequence) ?? 1) - 1;
      if (left > 0) shard.open.set(sequence, left);
      else shard.open.delete(sequence);
    });
  };

  function ready(shard: ShardProgress, shardId: number, data: unknown): void {
    shard.sequence = 0;
    shard.open.clear();
    const { user, guilds, shard: place } = Ready.parse(data);
    shard.botId = user.id;
    const serverIds = guilds.map((guild) => guild.id);
    const still = new Set(serverIds);
    for (const serverId of servers.ofShard(shardId)) if (!still.has(serverId)) leave(shard, serverId);
    shard.awaited.clear();
    for (const serverId of serverIds) shard.awaited.add(serverId);
    tell(shard, 'shardReady', () => ({ shardId, shardCount: place?.[1] ?? 1, serverIds }));
  }

  function arrive(shard: ShardProgress, shardId: number, data: unknown): void {
    if (Gone.parse(data).unavailable) return;
    const server = readServer(data, shard.botId);
    const isNew = !shard.awaited.delete(server.id) && !servers.has(server.id);
    servers.put(server, shardId);
    const { id: serverId, name, icon, ownerId, memberCount } = server;
    tell(shard, 'serverSeen', () => ({ serverId, name, icon, ownerId, memberCount }));
    if (isNew) tell(shard, 'serverJoined', () => ({ serverId, name, memberCount }));
  }

  function leave(shard: ShardProgress, serverId: ServerId): void {
    servers.delete(serverId);
    tell(shard, 'serverLeft', () => ({ serverId }));
  }

  function depart(shard: ShardProgress, data: unknown): void {
    const { id, unavailable } = Gone.parse(data);
    // An outage over there: the server comes back as it was, and nobody was removed.
    if (unavailable) shard.awaited.add(id);
    else leave(shard, id);
  }

  function apply(shard: ShardProgress, shardId: number, type: string, data: unknown): void {
    switch (type) {
      case 'GUILD_CREATE':
        return arrive(shard, shardId, data);
      case 'GUILD_DELETE':
        return depart(shard, data);
      default:
        return appliers.get(type)?.(data, servers, { shardId, botId: shard.botId });
    }
  }

  const guarded = (what: string, shardId: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.warn({ err: error, event: what, shardId }, 'An event of the gateway has another shape than expected.');
    }
  };

  return {
    take(shardId, payload) {
      const shard = progressOf(shardId);
      shard.sequence = Math.max(shard.sequence, payload.s);
      guarded(payload.t, shardId, () => apply(shard, shardId, payload.t, payload.d));
      const event = heard.get(payload.t);
      if (event) tell(shard, event, () => events[event].data.parse(payload.d));
    },
    ready: (shardId, data) => guarded('READY', shardId, () => ready(progressOf(shardId), shardId, data)),
    restore(shardId, botId, sequence) {
      Object.assign(progressOf(shardId), { botId, sequence });
    },
    doneUpTo(shardId) {
      const shard = progressOf(shardId);
      const [oldest] = shard.open.keys();
      return oldest === undefined ? shard.sequence : oldest - 1;
    },
    botId: (shardId) => shards.get(shardId)?.botId ?? null,
  };
}
