import { ServerId, UserId } from '@tally/contract';
import type { Log } from '@tally/kernel';
import { z } from 'zod';
import { createAdmittance, type Gate } from './admission.ts';
import { type EventName, events, type GatewayEvents, Presence, toPresence } from './events.ts';
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
  /** How many servers Discord has announced and not told yet. */
  awaited(shardId: number): number;
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

const Seen = z.object({ presences: z.array(Presence.transform(toPresence)).default([]) });
/** In a larger server only the bot itself is told of: https://docs.discord.com/developers/events/gateway-events#guild-create */
const MOST_WITH_PRESENCES = 75_000;

const readPresences = (data: unknown, memberCount: number) => ({
  presences: Seen.parse(data).presences,
  isWhole: memberCount <= MOST_WITH_PRESENCES,
});

/** Takes the events of all shards: first what we hold of servers is brought up to date, then listeners are told. */
export function createDispatcher(about: { servers: ServerBook; stage: Stage; gate: Gate; log: Log }): Dispatcher {
  const { servers, stage, gate, log } = about;
  const admit = createAdmittance(gate);
  const shards = new Map<number, ShardProgress>();
  const progressOf = (shardId: number): ShardProgress => {
    const known = shards.get(shardId);
    if (known) return known;
    const fresh: ShardProgress = { botId: null, sequence: 0, open: new Map(), awaited: new Set() };
    shards.set(shardId, fresh);
    return fresh;
  };

  const tell = <E extends EventName>(
    shard: ShardProgress,
    event: E,
    about: { data: () => GatewayEvents[E]; raw: unknown },
  ): void => {
    if (!stage.hears(event)) return;
    const key = admit(event, about.raw);
    if (key === false) return;
    const sequence = shard.sequence;
    shard.open.set(sequence, (shard.open.get(sequence) ?? 0) + 1);
    const told =
      key === true
        ? stage.tell(event, about.data)
        : gate.claim(key).then((isOurs) => (isOurs ? stage.tell(event, about.data) : undefined));
    void told.finally(() => {
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
    tell(shard, 'shardReady', { raw: null, data: () => ({ shardId, shardCount: place?.[1] ?? 1, serverIds }) });
  }

  function arrive(shard: ShardProgress, shardId: number, data: unknown): void {
    if (Gone.parse(data).unavailable) return;
    const server = readServer(data, shard.botId);
    const isNew = !shard.awaited.delete(server.id) && !servers.has(server.id);
    servers.put(server, shardId);
    const { id: serverId, name, icon, ownerId, memberCount } = server;
    tell(shard, 'serverSeen', { raw: null, data: () => ({ serverId, name, icon, ownerId, memberCount }) });
    tell(shard, 'presencesSeen', { raw: null, data: () => ({ serverId, ...readPresences(data, memberCount) }) });
    if (isNew) tell(shard, 'serverJoined', { raw: serverId, data: () => ({ serverId, name, memberCount }) });
  }

  function leave(shard: ShardProgress, serverId: ServerId): void {
    servers.delete(serverId);
    tell(shard, 'serverLeft', { raw: serverId, data: () => ({ serverId }) });
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
      if (event) tell(shard, event, { raw: payload.d, data: () => events[event].data.parse(payload.d) });
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
    awaited: (shardId) => shards.get(shardId)?.awaited.size ?? 0,
  };
}
