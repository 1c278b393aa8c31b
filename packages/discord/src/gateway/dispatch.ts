import type { UserId } from '@tally/contract';
import type { Log } from '@tally/kernel';
import { createAdmittance, type Gate } from './admission.ts';
import { events } from './events.ts';
import { readOf } from './odd.ts';
import { readEvent } from './plain/events.ts';
import { doneUpTo, follow, freshProgress, heldUpTo, type ShardProgress } from './progress.ts';
import { changing, createServerChanges, type Tell } from './server-changes.ts';
import type { Stage } from './stage.ts';
import type { ServerBook } from './state/state.ts';
import type { Arrived } from './strategy.ts';
import { createTurns } from './turns.ts';

export interface Dispatcher {
  take(shardId: number, arrived: Arrived): void;
  /** Starts a new session. Discord first lists the shard's servers and then sends each of them. */
  ready(shardId: number, data: unknown): void;
  restore(shardId: number, from: Pick<ShardProgress, 'botId' | 'sequence' | 'serversUpTo'>): void;
  /** Returns the last sequence up to which all events are handled. Discord has to repeat later ones after a crash. */
  doneUpTo(shardId: number): number;
  /** Returns the last sequence that our state of servers includes. */
  heldUpTo(shardId: number): number;
  botId(shardId: number): UserId | null;
  /** Returns how many servers Discord has announced but not sent yet. */
  awaited(shardId: number): number;
  /** Resolves when no event that has arrived so far is waiting for its claim. */
  begun(): Promise<void>;
}

const heard: ReadonlyMap<string, keyof typeof events> = new Map(
  Object.entries(events).map(([name, event]) => [event.from, name as keyof typeof events]),
);

/** Handles the events of all shards: updates our state of servers, then runs the listeners. */
export function createDispatcher(about: { servers: ServerBook; stage: Stage; gate: Gate; log: Log }): Dispatcher {
  const { servers, stage, gate, log } = about;
  const admit = createAdmittance(gate);
  const turns = createTurns();
  const shards = new Map<number, ShardProgress>();
  const progressOf = (shardId: number): ShardProgress => {
    const known = shards.get(shardId);
    if (known) return known;
    const fresh = freshProgress();
    shards.set(shardId, fresh);
    return fresh;
  };

  const tell: Tell = (shard, event, { data, raw, concerned: known }) => {
    if (!stage.hears(event)) return;
    const key = admit(event, raw);
    const concerned = key === false ? null : (known ?? stage.concerned(event, raw));
    if (key === false || !concerned) return;
    const isOurs = key === true || gate.claim(key);
    if (isOurs === true && turns.isEmpty) follow(shard, stage.tell(event, data, concerned));
    else
      follow(
        shard,
        turns.take(isOurs, () => stage.tell(event, data, concerned)),
      );
  };

  const changes = createServerChanges(servers, tell);

  const warnOf = (error: unknown, event: string, shardId: number): void =>
    log.warn({ err: error, event, shardId }, 'An event of the gateway has another shape than expected.');
  const guarded = (what: string, shardId: number, raw: unknown, work: () => void): void => {
    try {
      readOf(raw, work);
    } catch (error) {
      warnOf(error, what, shardId);
    }
  };

  function hear(shard: ShardProgress, event: keyof typeof events, raw: unknown): void {
    // This check comes before any allocation, because nearly every event ends here.
    const concerned = gate.admission === 'alone' ? stage.concerned(event, raw) : undefined;
    if (concerned === null) return;
    tell(shard, event, { raw, data: () => readOf(raw, () => readEvent(event, raw)), concerned });
  }

  return {
    take(shardId, arrived) {
      const shard = progressOf(shardId);
      const { t, s, d } = arrived;
      if (s > shard.sequence) shard.sequence = s;
      if (changing.has(t)) guarded(t, shardId, d, () => changes.apply(shard, shardId, arrived));
      const event = heard.get(t);
      if (!event) return;
      try {
        hear(shard, event, d);
      } catch (error) {
        warnOf(error, t, shardId);
      }
    },
    ready: (shardId, data) => guarded('READY', shardId, data, () => changes.ready(progressOf(shardId), shardId, data)),
    restore(shardId, from) {
      Object.assign(progressOf(shardId), from);
    },
    doneUpTo: (shardId) => doneUpTo(progressOf(shardId)),
    heldUpTo: (shardId) => heldUpTo(progressOf(shardId)),
    botId: (shardId) => shards.get(shardId)?.botId ?? null,
    awaited: (shardId) => shards.get(shardId)?.awaited.size ?? 0,
    begun: () => turns.begun(),
  };
}
