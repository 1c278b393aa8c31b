import { ServerId, UserId } from '@tally/contract';
import type { Log } from '@tally/kernel';
import { z } from 'zod';
import { createAdmittance, type Gate } from './admission.ts';
import { type EventName, events, type GatewayEvents, Presence, toPresence } from './events.ts';
import { type GatewayListener, type Place, serverOf } from './listeners.ts';
import { readOf } from './odd.ts';
import { readEvent } from './plain/events.ts';
import type { Stage } from './stage.ts';
import { appliers, readServer } from './state/apply.ts';
import type { ServerBook } from './state/state.ts';
import { type Arrived, contentOf } from './strategy.ts';
import { createTurns } from './turns.ts';

export interface Dispatcher {
  take(shardId: number, arrived: Arrived): void;
  /** A shard begins anew: Discord names its servers, and tells each of them afterwards. */
  ready(shardId: number, data: unknown): void;
  restore(shardId: number, botId: UserId, sequence: number): void;
  /** Up to here every event has been dealt with to the end; what comes after must be repeated after a crash. */
  doneUpTo(shardId: number): number;
  botId(shardId: number): UserId | null;
  /** How many servers Discord has announced and not told yet. */
  awaited(shardId: number): number;
  /** Resolves when nothing that came so far waits to hear whether it is ours. */
  begun(): Promise<void>;
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

const presencesOf = (data: unknown): unknown => (data as { presences?: unknown }).presences;
const readPresences = (presences: unknown, memberCount: number) => ({
  presences: Seen.parse({ presences }).presences,
  isWhole: memberCount <= MOST_WITH_PRESENCES,
});

const changing = new Set([...appliers.keys(), 'GUILD_CREATE', 'GUILD_DELETE']);
const within = (serverId: ServerId | null): Place => ({ serverId, channelId: null, text: null });
const nothing = (): null => null;

/** Takes the events of all shards: first what we hold of servers is brought up to date, then listeners are told. */
export function createDispatcher(about: { servers: ServerBook; stage: Stage; gate: Gate; log: Log }): Dispatcher {
  const { servers, stage, gate, log } = about;
  const admit = createAdmittance(gate);
  const turns = createTurns();
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
    about: {
      data: () => GatewayEvents[E];
      raw: () => unknown;
      place: Place;
      concerned?: readonly GatewayListener[] | undefined;
    },
  ): void => {
    if (!stage.hears(event)) return;
    const key = admit(event, about.raw);
    const concerned = key === false ? null : (about.concerned ?? stage.concerned(event, about.place));
    if (key === false || !concerned) return;
    const isOurs = key === true || gate.claim(key);
    if (isOurs === true && turns.isEmpty) follow(shard, stage.tell(event, about.data, concerned));
    else
      follow(
        shard,
        turns.take(isOurs, () => stage.tell(event, about.data, concerned)),
      );
  };

  /** By itself, so that what waits for the listeners does not hold the event meanwhile. */
  function follow({ open, sequence }: ShardProgress, told: Promise<void> | null): void {
    if (!told) return;
    open.set(sequence, (open.get(sequence) ?? 0) + 1);
    void told.finally(() => {
      const left = (open.get(sequence) ?? 1) - 1;
      if (left > 0) open.set(sequence, left);
      else open.delete(sequence);
    });
  }

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
    const shardCount = place?.[1] ?? 1;
    tell(shard, 'shardReady', { raw: nothing, place: within(null), data: () => ({ shardId, shardCount, serverIds }) });
  }

  function arrive(shard: ShardProgress, shardId: number, data: unknown): void {
    if (Gone.parse(data).unavailable) return;
    const server = readServer(data, shard.botId);
    const isNew = !shard.awaited.delete(server.id) && !servers.has(server.id);
    servers.put(server, shardId);
    const { id: serverId, name, icon, ownerId, memberCount } = server;
    const told = { place: within(serverId), raw: () => serverId };
    tell(shard, 'serverSeen', { ...told, data: () => ({ serverId, name, icon, ownerId, memberCount }) });
    // Listeners may have to wait for their turn, and a whole server is too much to be kept until then.
    const presences = presencesOf(data);
    tell(shard, 'presencesSeen', { ...told, data: () => ({ serverId, ...readPresences(presences, memberCount) }) });
    if (isNew) tell(shard, 'serverJoined', { ...told, data: () => ({ serverId, name, memberCount }) });
  }

  function leave(shard: ShardProgress, serverId: ServerId): void {
    servers.delete(serverId);
    tell(shard, 'serverLeft', { place: within(serverId), raw: () => serverId, data: () => ({ serverId }) });
  }

  function depart(shard: ShardProgress, data: unknown): void {
    const { id, unavailable } = Gone.parse(data);
    // An outage over there: the server comes back as it was, and nobody was removed.
    if (unavailable) shard.awaited.add(id);
    else leave(shard, id);
  }

  function apply(shard: ShardProgress, shardId: number, arrived: Arrived): void {
    const { t, text } = arrived;
    switch (t) {
      case 'GUILD_CREATE':
        return arrive(shard, shardId, contentOf(arrived));
      case 'GUILD_DELETE':
        return depart(shard, contentOf(arrived));
      case 'GUILD_MEMBER_UPDATE':
        // Nearly always somebody else.
        if (text !== null && shard.botId !== null && !text.includes(shard.botId)) return;
        break;
      case 'GUILD_MEMBER_ADD':
      case 'GUILD_MEMBER_REMOVE': {
        const serverId = serverOf(arrived);
        if (serverId) return servers.addMembers(serverId, t === 'GUILD_MEMBER_ADD' ? 1 : -1);
        break;
      }
    }
    appliers.get(t)?.(contentOf(arrived), servers, { shardId, botId: shard.botId });
  }

  const warnOf = (error: unknown, event: string, shardId: number): void =>
    log.warn({ err: error, event, shardId }, 'An event of the gateway has another shape than expected.');
  const guarded = (what: string, shardId: number, raw: () => unknown, work: () => void): void => {
    try {
      readOf(raw, work);
    } catch (error) {
      warnOf(error, what, shardId);
    }
  };

  function hear(shard: ShardProgress, event: keyof typeof events, arrived: Arrived): void {
    // Asked here as well, before anything is made for it: nearly every event ends with this answer.
    const concerned = gate.admission === 'alone' ? stage.concerned(event, arrived) : undefined;
    if (concerned === null) return;
    const raw = () => contentOf(arrived);
    tell(shard, event, { place: arrived, raw, data: () => readOf(raw, () => readEvent(event, raw())), concerned });
  }

  return {
    take(shardId, arrived) {
      const shard = progressOf(shardId);
      const { t, s } = arrived;
      if (s > shard.sequence) shard.sequence = s;
      if (changing.has(t))
        guarded(
          t,
          shardId,
          () => contentOf(arrived),
          () => apply(shard, shardId, arrived),
        );
      const event = heard.get(t);
      if (!event) return;
      try {
        hear(shard, event, arrived);
      } catch (error) {
        warnOf(error, t, shardId);
      }
    },
    ready: (shardId, data) =>
      guarded(
        'READY',
        shardId,
        () => data,
        () => ready(progressOf(shardId), shardId, data),
      ),
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
    begun: () => turns.begun(),
  };
}
