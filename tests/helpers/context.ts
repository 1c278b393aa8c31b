import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '@tally/infra/backup';
import { createBatches } from '@tally/infra/batch';
import { wholeShare } from '@tally/infra/budgets';
import { createCache } from '@tally/infra/cache';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { createFigures } from '@tally/infra/figures';
import { createDiskFiles } from '@tally/infra/files';
import { readHouseSettings } from '@tally/infra/house-settings';
import { createHttp } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import type { QueueRunner } from '@tally/infra/queue';
import { createSignals } from '@tally/infra/signal';
import { openPayments } from '@tally/infra/stripe';
import {
  type AnyHandledJob,
  type Clock,
  type Config,
  type Ctx,
  noTrace,
  type Random,
  readConfig,
  silentLog,
  systemClock,
  type Timers,
} from '@tally/kernel';
import { createWake } from '@tally/pipeline/wake';
import { testBeacon } from './beacon.ts';
import { type TestDatabase, testDb } from './database.ts';
import { testQueue } from './queue.ts';
import { movedTimers } from './timers.ts';

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  /** Real timers, except that moving the clock fires all timers that are due. */
  readonly timers: Timers;
  /** Moves the clock by this many milliseconds, forward or back. */
  move(ms: number): void;
  set(to: Date): void;
}

export interface TestCtx {
  readonly ctx: Ctx;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly queue: QueueRunner;
  close(): Promise<void>;
}

export interface TestCtxOptions {
  /** Environment variables as an operator would set them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Replacements for the default doors and values. */
  readonly ctx?: Partial<Ctx> | ((made: Ctx) => Partial<Ctx>);
  /** The seed of the random numbers, so every run is the same. */
  readonly seed?: number;
  readonly now?: Date;
  /** A shared clock, for example for the simulated world. */
  readonly clock?: TestClock;
  /** The jobs that can be queued. If `isWorker` is set, they also run. */
  readonly jobs?: readonly AnyHandledJob[];
  readonly isWorker?: boolean;
  /** A database that the test itself opens and closes. */
  readonly database?: TestDatabase;
}

/** Creates a complete context with its own database. Close it in `afterAll`. */
export async function testCtx(options: TestCtxOptions = {}): Promise<TestCtx> {
  const { env = {}, jobs = [], isWorker = false, seed = 1 } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-test-'));
  const config: Config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  const clock = options.clock ?? testClock(options.now);
  const random = seededRandom(seed);
  const database = options.database ?? (await testDb());
  const metrics = createMetrics({ withProcess: false });
  const secrets = createSecrets({ keys: parseKeys('test', `t:${Buffer.alloc(32, 7).toString('base64')}`), random });
  const cache = await createCache({ clock, random, log: silentLog, database });
  const { timers } = clock;
  const doorWith = (own: typeof metrics) =>
    createHttp({ clock: systemClock, log: silentLog, metrics: own, timers, allowedHosts: [] });
  const http = doorWith(metrics);
  const files = createDiskFiles({
    folder: join(dataDir, 'files'),
    publicUrl: `${config.webUrl}/files`,
    secrets,
    clock,
  });
  const queue = testQueue({ database });
  const base: Ctx = {
    clock,
    timers,
    random,
    config,
    metrics,
    trace: noTrace,
    figures: createFigures({ db: database.db, clock, timers, log: silentLog }),
    secrets,
    batches: createBatches(),
    cache,
    http,
    files,
    queue,
    db: database.db,
    signals: createSignals({ clock, random, listen: database.listen }),
    log: silentLog,
    caller: { kind: 'system' },
    locale: 'en-US',
    requestId: 'test',
    wake: createWake(timers, random),
    features: [],
    makeBackup: (options) => makeBackup({ database, files, config, clock, version: 'test' }, options),
    houseSettings: await readHouseSettings({
      db: database.db,
      secrets,
      env,
      httpFor: () => doorWith(createMetrics({ withProcess: false })),
    }),
    safeMode: { current: null, forgetBefore: null, begin: async () => {}, whenOff: async () => true, onBegin() {} },
    stripe: openPayments(config, http),
    beacon: testBeacon(clock),
    discord: absentDoor('discord'),
    platforms: absentDoor('platforms'),
  };
  const ctx: Ctx = { ...base, ...(typeof options.ctx === 'function' ? options.ctx(base) : options.ctx) };
  // Gives each test its own limits.
  Object.assign(ctx.discord, { lanes: lanesOf(config) });
  // The queue creates its own tables, so it starts only for tests that queue jobs.
  if (jobs.length > 0) await queue.start({ jobs, makeCtx: () => ctx, isWorker });
  return {
    ctx,
    clock,
    database,
    queue,
    async close() {
      if (jobs.length > 0) await queue.stop(5_000);
      await Promise.all([http.close(), cache.close()]);
      if (!options.database) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The test must provide doors of the upper floors. A missing one throws. */
const lanesOf = ({ CALLS_PER_SECOND, WEBHOOKS_PER_SECOND }: Config): Partial<Ctx['discord']['lanes']> => {
  const laneOf = (limit: number | null) => ({
    share: limit === null ? null : wholeShare(limit),
    pacer: { turn: () => Promise.resolve(() => undefined), overdrawn() {}, waiting: 0 },
  });
  return { bot: laneOf(CALLS_PER_SECOND), webhook: laneOf(WEBHOOKS_PER_SECOND) };
};

function absentDoor(name: string): never {
  const isAsked = (property: string | symbol) => typeof property === 'string' && !['then', 'toJSON'].includes(property);
  return new Proxy(
    {},
    {
      get(target, property) {
        if (property in target) return Reflect.get(target, property);
        if (!isAsked(property)) return undefined;
        throw new Error(
          `This test uses ctx.${name}.${String(property)}: hand a door in with testCtx({ ctx: { ${name} } }).`,
        );
      },
    },
  ) as never;
}

export function testClock(start = new Date('2026-01-15T12:00:00.000Z')): TestClock {
  let now = start.getTime();
  const timers = movedTimers();
  const move = (ms: number): void => {
    now += ms;
    timers.move(ms);
  };
  return { timers, now: () => new Date(now), move, set: (to) => move(to.getTime() - now) };
}

/** Mulberry32, which is small, uniform enough, and the same in every run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 0xff),
    int: (below) => next() % below,
    // Two contexts of a test may share a database, so their ids must differ.
    uuid: () => crypto.randomUUID(),
  };
}
