import {
  AppError,
  type Caller,
  days,
  ownBudgets,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformDoors,
  type PlatformGroup,
  type PlatformGroups,
  seconds,
  UpstreamError,
} from '@tally/kernel';
import { createShare, type Share } from './share.ts';

/**
 * `lookUp`: a person is waiting and may wait in line. `extra`: optional, refused immediately when the share is used up.
 * `free`: costs nothing, or is part of a call that was already counted.
 */
type Cost = 'lookUp' | 'extra' | 'free';

/** The cost of each call, or of a whole group of calls. */
const costs = {
  // `ask` is called once for each channel that was found and added.
  stream: { findChannel: 'lookUp', searchChannels: 'extra', ask: 'free' },
  lookUps: { mostNames: 'free', takes: 'free', findChannels: 'lookUp' },
  supporters: { readSecret: 'lookUp', listSupporters: 'extra' },
  details: 'extra',
  followers: 'extra',
  emotes: 'extra',
  people: 'extra',
  standings: 'extra',
  recordings: 'extra',
  playback: 'extra',
  clips: 'extra',
  clipFiles: 'extra',
  pages: 'extra',
  media: 'extra',
  // Chats and pushes have their own limits.
  intake: 'free',
  push: 'free',
  chat: 'free',
  chatPage: 'free',
  chatWriting: 'free',
  login: 'free',
  validation: 'free',
  embeds: 'free',
  upkeep: 'free',
} as const satisfies { readonly [G in PlatformGroup]: Cost | Readonly<Record<keyof PlatformGroups[G], Cost>> };

/** How long a person waits in line. Pages and commands allow more time than this. */
const PATIENCE_MS = seconds(20);
/** The number of people whose look-ups we remember. */
const MOST_PEOPLE = 10_000;

/** Limits the connection for this caller. The service's own calls are not limited here. */
export type AskedBy = (caller: Caller) => PlatformConnection;

export function openAskedBy(
  definition: PlatformDefinition,
  connection: PlatformConnection,
  { budgets = ownBudgets(), clock, timers }: PlatformDoors,
): AskedBy {
  const { id, name, pace } = definition;
  const shareOf = (group: string, perMinute: number) =>
    createShare({ budgets, clock, name: `${id} questions of ${group}`, perMinute });
  const strangers = shareOf('strangers', pace.strangersPerMinute);
  const people = shareOf('people', pace.peoplePerMinute);
  const lookUps = countLookUps();
  let waiting = 0;

  const limited = (waitMs: number) =>
    new UpstreamError({
      world: id,
      kind: 'limited',
      message: 'this share of questions is used up',
      retryAfterMs: waitMs,
    });

  /** Returns false if this person's turn would come too late, or too many people are already waiting. */
  const waitsFor = async (ms: number, until: number): Promise<boolean> => {
    if (timers.nowMs() + ms > until || waiting >= pace.peoplePerMinute) return false;
    waiting += 1;
    await timers.pause(ms);
    waiting -= 1;
    return true;
  };

  const take = async (share: Share, until: number): Promise<void> => {
    for (;;) {
      const waitMs = await share.take();
      if (waitMs === 0) return;
      if (!(await waitsFor(waitMs, until))) throw limited(waitMs);
    }
  };

  /** Waits for two limits: our own share and the platform's limit. */
  const inTurn = async <T>(ask: () => Promise<T>, until: number): Promise<T> => {
    for (;;) {
      await take(people, until);
      try {
        return await ask();
      } catch (error) {
        const waitMs = error instanceof UpstreamError && error.kind === 'limited' ? error.retryAfterMs : undefined;
        if (waitMs === undefined || !(await waitsFor(waitMs, until))) throw error;
      }
    }
  };

  const pay = async <T>(caller: Caller, cost: Cost, ask: () => Promise<T>): Promise<T> => {
    if (caller.kind !== 'user') {
      await take(strangers, 0);
      return await ask();
    }
    if (cost === 'extra') {
      await take(people, 0);
      return await ask();
    }
    if (!lookUps.count(caller.userId, clock.now(), pace.lookUpsPerDay))
      throw new AppError('lookUpsUsedUp', { platform: name });
    return await inTurn(ask, timers.nowMs() + PATIENCE_MS);
  };

  return (caller) => {
    if (caller.kind === 'system') return connection;
    const limited = ([name, group]: [string, object | undefined]) => {
      const cost: Cost | Readonly<Record<string, Cost>> = costs[name as PlatformGroup];
      if (cost === 'free' || !group) return [name, group];
      const calls = Object.entries(group).map(([key, call]) => {
        const own = typeof cost === 'string' ? cost : cost[key];
        if (!own || own === 'free' || typeof call !== 'function') return [key, call];
        return [key, (...about: unknown[]) => pay(caller, own, async () => await Reflect.apply(call, group, about))];
      });
      return [name, Object.fromEntries(calls)];
    };
    return Object.fromEntries(Object.entries(connection).map(limited));
  };
}

/**
 * Counts in this process's memory, like the rate limit of requests. That is enough against one person who makes endless
 * requests.
 */
function countLookUps() {
  const counts = new Map<string, number>();
  let day = 0;
  return {
    count(userId: string, now: Date, most: number): boolean {
      const today = Math.floor(now.getTime() / days(1));
      if (today !== day) counts.clear();
      day = today;
      const count = (counts.get(userId) ?? 0) + 1;
      if (count > most) return false;
      if (counts.size >= MOST_PEOPLE && !counts.has(userId)) counts.delete(counts.keys().next().value ?? '');
      counts.set(userId, count);
      return true;
    },
  };
}
