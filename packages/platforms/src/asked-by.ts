import {
  AppError,
  type Caller,
  days,
  ownBudgets,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformDoors,
  seconds,
  UpstreamError,
} from '@tally/kernel';
import { createShare, type Share } from './share.ts';

/**
 * `lookUp`: somebody waits for it, and a person may wait for their turn. `extra`: nice to have, refused at once where
 * the share is used up. `free`: costs nothing, or belongs to something that was paid for.
 */
type Cost = 'lookUp' | 'extra' | 'free';

const costs = {
  findChannel: 'lookUp',
  searchChannels: 'extra',
  readSecret: 'lookUp',
  countFollowers: 'extra',
  listEmotes: 'extra',
  listBadges: 'extra',
  listAvatars: 'extra',
  listClips: 'extra',
  listSupporters: 'extra',
  readPage: 'extra',
  readPartnerClip: 'extra',
  findRecording: 'extra',
  openRecording: 'extra',
  findClipFiles: 'extra',
  findAccountAge: 'extra',
  findPlayable: 'extra',
  searchVideo: 'extra',
  askStandings: 'extra',
  detailsOf: 'extra',
  // Once for each channel that was found and added.
  ask: 'free',
  // Chats and pushes have bounds of their own.
  readChat: 'free',
  hearChats: 'free',
  leaveChats: 'free',
  writeInChat: 'free',
  ensurePush: 'free',
  dropPush: 'free',
  readPush: 'free',
  pushTopics: 'free',
  login: 'free',
  readBudgets: 'free',
  close: 'free',
} as const satisfies Record<keyof PlatformConnection, Cost>;

/** A person waits so long for their turn. Pages and commands have more patience than that. */
const PATIENCE_MS = seconds(20);
/** How many look-ups of one person we remember the count of. */
const MOST_PEOPLE = 10_000;

/** The same connection as this caller may use it. What the service asks for itself is not limited here. */
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

  /** False: there is no turn within the patience of this person, or too many wait for one. */
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

  /** Our own share is one bound; the platform has another. */
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
    return new Proxy(connection, {
      get(target, key) {
        const way: unknown = Reflect.get(target, key);
        const cost = Object.hasOwn(costs, key) ? costs[key as keyof typeof costs] : 'free';
        if (typeof way !== 'function' || cost === 'free') return way;
        return (...about: unknown[]) => pay(caller, cost, async () => await Reflect.apply(way, target, about));
      },
    });
  };
}

/** In the memory of this process, like the limit of requests: enough against one person who asks without end. */
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
