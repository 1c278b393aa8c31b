import { randomBytes } from 'node:crypto';
import type { Locale, UserFlag, UserId } from '@tally/contract';
import { createCache } from '@tally/infra/cache';
import { createSecrets } from '@tally/infra/crypto';
import {
  type AnyJob,
  type Caller,
  type Clock,
  type Config,
  type Ctx,
  type Doors,
  type Feature,
  readConfig,
  silentLog,
  systemRandom,
} from '@tally/kernel';
import { testDb } from './database.ts';

export interface MovableClock extends Clock {
  move(ms: number): void;
}

export function movableClock(start = '2026-05-01T12:00:00.000Z'): MovableClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    move: (ms) => {
      now += ms;
    },
  };
}

export interface QueuedJob {
  readonly name: string;
  readonly data: unknown;
}

export interface TestWorld {
  readonly doors: Doors;
  readonly clock: MovableClock;
  /** What was queued and runs nowhere. */
  readonly queued: QueuedJob[];
  ctx(about?: { caller?: Caller; locale?: Locale } & Partial<Ctx>): Ctx;
  /** Empties tables and cache. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface TestWorldOptions {
  readonly features?: readonly Feature[];
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: (config: Config) => Config;
  /** Only the calls that the test expects; any other one throws with its name. */
  readonly discord?: Partial<Ctx['discord']>;
}

/** A use case's surroundings: a real database, cache and encryption, a clock that moves, and nothing outside. */
export async function testWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const { features = [], env = {}, config: adapt = (config) => config, discord = {} } = options;
  const database = await testDb();
  const clock = movableClock();
  const config = adapt(readConfig({ NODE_ENV: 'test', ...env }));
  const cache = await createCache({ clock, log: silentLog, database });
  const secrets = createSecrets({ keys: [{ id: 'test', bytes: randomBytes(32) }], random: systemRandom });
  const queued: QueuedJob[] = [];
  // The doors that no test has asked for yet are closed, and say their name when somebody knocks.
  const doors = {
    clock,
    config,
    cache,
    secrets,
    features,
    random: systemRandom,
    log: silentLog,
    db: database.db,
    queue: closed('queue', {
      send: async (job: AnyJob, data: unknown) => {
        queued.push({ name: job.name, data });
        return 'queued';
      },
      sendMany: async (job: AnyJob, list: readonly unknown[]) => {
        queued.push(...list.map((data) => ({ name: job.name, data })));
      },
    }),
    discord: closed('discord', discord),
  } as unknown as Doors;
  return {
    doors,
    clock,
    queued,
    ctx: (about = {}) => ({
      ...doors,
      caller: { kind: 'system' },
      locale: 'en-US',
      requestId: 'test-request',
      ...about,
    }),
    async reset() {
      queued.length = 0;
      await database.reset();
      await cache.forgetPrefix('');
    },
    async close() {
      await cache.close();
      await database.close();
    },
  };
}

function closed<T extends object>(door: string, open: T): T {
  return new Proxy(open, {
    get(target, name, self) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name, self);
      throw new Error(`this test does not expect ctx.${door}.${name}`);
    },
  });
}

export const person = (userId: string, ...flags: readonly UserFlag[]): Caller => ({
  kind: 'user',
  userId: userId as UserId,
  sessionId: `session-of-${userId}`,
  flags: new Set(flags),
});
