import { ServerId, UserId } from '@tally/contract';
import { z } from 'zod';
import { type EventName, type GatewayEvents, Presence, toPresence } from './events.ts';
import { type GatewayListener, serverOf } from './listeners.ts';
import type { ShardProgress } from './progress.ts';
import { appliers, readServer } from './state/apply.ts';
import type { ServerBook } from './state/state.ts';
import type { Arrived } from './strategy.ts';

const Ready = z.object({
  user: z.object({ id: UserId }),
  guilds: z.array(z.object({ id: ServerId })),
  shard: z.tuple([z.number(), z.number()]).optional(),
});
const Gone = z.object({ id: ServerId, unavailable: z.boolean().default(false) });

const Seen = z.object({ presences: z.array(Presence.transform(toPresence)).default([]) });
/**
 * For larger servers Discord sends only the bot's own presence:
 * https://docs.discord.com/developers/events/gateway-events#guild-create
 */
const MOST_WITH_PRESENCES = 75_000;

const presencesOf = (data: unknown): unknown => (data as { presences?: unknown }).presences;
const readPresences = (presences: unknown, memberCount: number) => ({
  presences: Seen.parse({ presences }).presences,
  isWhole: memberCount <= MOST_WITH_PRESENCES,
});

/** Wraps a server id like Discord's other events do. */
const within = (serverId: ServerId) => ({ guild_id: serverId });

/** Passes an event on to its listeners, if this set of shards may do so and a listener wants it. */
export type Tell = <E extends EventName>(
  shard: ShardProgress,
  event: E,
  about: {
    readonly data: () => GatewayEvents[E];
    /** The data in Discord's form. */
    readonly raw: unknown;
    readonly concerned?: readonly GatewayListener[] | undefined;
  },
) => void;

export interface ServerChanges {
  ready(shard: ShardProgress, shardId: number, data: unknown): void;
  apply(shard: ShardProgress, shardId: number, arrived: Arrived): void;
}

/** The events that change our state of servers. */
export const changing: ReadonlySet<string> = new Set([...appliers.keys(), 'GUILD_CREATE', 'GUILD_DELETE']);

interface Told {
  readonly data: unknown;
  /** True if our state already includes the event. */
  readonly isRepeated: boolean;
}

/** Updates our state of servers and derives the events that only the gateway can detect: servers joined and left. */
export function createServerChanges(servers: ServerBook, tell: Tell): ServerChanges {
  function ready(shard: ShardProgress, shardId: number, data: unknown): void {
    shard.sequence = 0;
    shard.serversUpTo = 0;
    shard.open.clear();
    const { user, guilds, shard: place } = Ready.parse(data);
    shard.botId = user.id;
    const serverIds = guilds.map((guild) => guild.id);
    const still = new Set(serverIds);
    for (const serverId of servers.ofShard(shardId)) if (!still.has(serverId)) leave(shard, serverId);
    shard.awaited.clear();
    for (const serverId of serverIds) shard.awaited.add(serverId);
    const shardCount = place?.[1] ?? 1;
    tell(shard, 'shardReady', { raw: null, data: () => ({ shardId, shardCount, serverIds }) });
  }

  function arrive(shard: ShardProgress, shardId: number, { data, isRepeated }: Told): void {
    if (Gone.parse(data).unavailable) return;
    const server = readServer(data, shard.botId);
    const isNew = !shard.awaited.delete(server.id) && !servers.has(server.id);
    if (!isRepeated) servers.put(server, shardId);
    const { id: serverId, name, icon, ownerId, memberCount } = server;
    const told = { raw: within(serverId) };
    tell(shard, 'serverSeen', { ...told, data: () => ({ serverId, name, icon, ownerId, memberCount }) });
    // Listeners may have to wait for their turn, and a whole server is too large to keep in memory until then.
    const presences = presencesOf(data);
    tell(shard, 'presencesSeen', { ...told, data: () => ({ serverId, ...readPresences(presences, memberCount) }) });
    if (isNew) tell(shard, 'serverJoined', { ...told, data: () => ({ serverId, name, memberCount }) });
  }

  function leave(shard: ShardProgress, serverId: ServerId): void {
    servers.delete(serverId);
    tell(shard, 'serverLeft', { raw: within(serverId), data: () => ({ serverId }) });
  }

  function depart(shard: ShardProgress, data: unknown): void {
    const { id, unavailable } = Gone.parse(data);
    // This is an outage at Discord. The server will come back, and the bot was not removed.
    if (unavailable) shard.awaited.add(id);
    else leave(shard, id);
  }

  function apply(shard: ShardProgress, shardId: number, arrived: Arrived): void {
    const { t, s, d } = arrived;
    const isRepeated = s <= shard.serversUpTo;
    switch (t) {
      case 'GUILD_CREATE':
        return arrive(shard, shardId, { data: d, isRepeated });
      case 'GUILD_DELETE':
        return depart(shard, d);
      case 'GUILD_MEMBER_ADD':
      case 'GUILD_MEMBER_REMOVE': {
        const serverId = serverOf(d);
        if (serverId) return isRepeated ? undefined : servers.addMembers(serverId, t === 'GUILD_MEMBER_ADD' ? 1 : -1);
        break;
      }
    }
    if (isRepeated) return;
    appliers.get(t)?.(d, servers, { shardId, botId: shard.botId });
  }

  return { ready, apply };
}
