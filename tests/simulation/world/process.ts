import { type Discord } from '@tally/discord/rest';
import { createBatches } from '@tally/infra/batch';
import type { Secrets } from '@tally/infra/crypto';
import { type Db, followClock, isDatabaseDown, isSerializationFailure } from '@tally/infra/db';
import type { Metrics } from '@tally/infra/metrics';
import {
  type AnyHandledJob,
  type Ctx,
  createTimers,
  type Feature,
  type Log,
  noTrace,
  type Random,
  readConfig,
  silentLog,
  UpstreamError,
} from '@tally/kernel';
import { deliveryJobs, type Sender, sendDue, startSender } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { runOne } from '../../../packages/infra/src/queue/take.ts';
import { completeJob, createMemoryQueue, failJob, takeJob } from '../memory/jobs.ts';
import { OwnerAwayError } from './owner.ts';
import type { Owner, Scheduler } from './scheduler.ts';

const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere' });
export const applicationId = config.discord.clientId;
/** The cipher is not part of the tested path. */
const secrets: Pick<Secrets, 'encrypt' | 'decrypt'> = {
  encrypt: (_purpose, text) => `sealed ${text}`,
  decrypt: (_purpose, sealed) => sealed.slice('sealed '.length),
};
const isWithoutDatabase = async (error: unknown): Promise<boolean> => isDatabaseDown(error);
const { signal } = new AbortController();
const meter = { inc() {}, observe() {} };
const metrics = { counter: () => meter, histogram: () => meter } as unknown as Pick<Metrics, 'counter' | 'histogram'>;
const jobs = new Map<string, AnyHandledJob>(deliveryJobs.map((job) => [job.name, job]));

export interface ProcessOptions {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly db: Db;
  readonly skewMs: number;
  readonly hasLoops: boolean;
  /** True if the machine's clock may jump to another hour. The process follows the clock of the database. */
  readonly mayJump: boolean;
  readonly draw: (below: number) => number;
  readonly newId: () => string;
  readonly discord: (process: Process) => Discord;
  readonly owner: (process: Owner) => Feature;
  /** Returns a number that increases with each commit. */
  readonly changes: () => number;
  /** The times at which a row or a job can be claimed, by the clock of its writer. */
  readonly moments: (kind: 'rows' | 'jobs') => readonly number[];
  /** Called with errors that production code does not catch. */
  readonly failed: (error: unknown, process: Process) => void;
}

/** One process with its own clock, handles and memory. Once dead, none of its callbacks run. */
export class Process implements Owner {
  readonly #options: ProcessOptions;
  readonly name: string;
  isDead = false;
  frozenUntilMs = 0;
  /** How far the wall clock has jumped. */
  jumpedMs = 0;
  readonly ctx: Ctx;
  readonly skewMs: number;
  readonly hasLoops: boolean;
  #isStopping = false;
  #sender: Sender | null = null;

  constructor(options: ProcessOptions) {
    this.#options = options;
    const { name, scheduler, skewMs, hasLoops, draw, db } = options;
    this.name = name;
    this.skewMs = skewMs;
    this.hasLoops = hasLoops;
    const nowMs = (): number => scheduler.nowMs + skewMs;
    const timersOf = (sort: 'own' | 'idle') =>
      createTimers({
        nowMs,
        start: (ms, work) => scheduler.after(ms, this, sort === 'idle' ? 'looks' : 'timer', work, sort),
        breathe: () => scheduler.until(0, this, 'breathes'),
      });
    const timers = timersOf('own');
    const random: Random = {
      bytes: (count) => Uint8Array.from({ length: count }, () => draw(256)),
      int: draw,
      uuid: options.newId,
    };
    const cached = new Map<string, unknown>();
    this.ctx = {
      clock: { now: () => new Date(nowMs()) },
      timers,
      random,
      config,
      secrets,
      batches: createBatches(),
      cache: {
        async get<T>(key: string, _ttlMs: number, load: () => Promise<T>): Promise<T> {
          if (!cached.has(key)) cached.set(key, await load());
          return cached.get(key) as T;
        },
      },
      queue: createMemoryQueue(db, nowMs),
      db,
      log: logOf((error) => options.failed(error, this)),
      metrics,
      trace: noTrace,
      caller: { kind: 'system' },
      requestId: options.name,
      wake: createWake(timersOf('idle'), random),
      houseSettings: { owners: async () => [] },
      safeMode: { current: null, forgetBefore: null },
      features: [options.owner(this)],
      discord: options.discord(this),
    } as unknown as Ctx;
  }

  async start(): Promise<void> {
    if (this.#options.mayJump) await this.#followClock();
    const makeCtx = (): Ctx => this.ctx;
    if (this.hasLoops) this.#sender = startSender(makeCtx);
    else void this.#repeat('rows', async () => void (await sendDue(makeCtx())));
    void this.#repeat('jobs', () => this.#work());
  }

  async #followClock(): Promise<void> {
    const { scheduler } = this.#options;
    const trueMs = (): number => scheduler.nowMs + this.skewMs;
    const execute = async () => {
      await scheduler.until(0, this, 'reads the time', 'outside');
      return { rows: [{ ms: trueMs() }] };
    };
    const { timers, log } = this.ctx;
    const wall = { now: () => new Date(trueMs() + this.jumpedMs) };
    const clock = await followClock({ db: { execute } as unknown as Db, embedded: null }, { clock: wall, timers, log });
    Object.assign(this.ctx, { clock });
  }

  /** Resolves when the process has no work in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#sender?.stop();
  }

  /** Checks once, and again whenever there may be something to find. */
  async #repeat(kind: 'rows' | 'jobs', look: () => Promise<void>): Promise<void> {
    const { skewMs } = this;
    const { scheduler, changes, moments, failed } = this.#options;
    while (!this.#isStopping) {
      let seen = changes();
      const lookedMs = scheduler.nowMs + skewMs;
      let isFailed = false;
      try {
        await look();
      } catch (error) {
        isFailed = true;
        failed(error, this);
      }
      if (isFailed) {
        await scheduler.until(2_000, this, 'pauses');
        continue;
      }
      do {
        await scheduler.sleep({
          owner: this,
          hasNews: () => {
            const isChanged = changes() !== seen;
            seen = changes();
            return moments(kind).some((at) => at <= scheduler.nowMs + skewMs && (isChanged || at > lookedMs));
          },
          nextMs: () => {
            let next = Number.POSITIVE_INFINITY;
            for (const at of moments(kind)) if (at > lookedMs && at < next) next = at;
            return next - skewMs;
          },
        });
        // Another process may have been faster.
      } while (!this.#isStopping && !this.#mayFind(kind));
    }
  }

  #mayFind(kind: 'rows' | 'jobs'): boolean {
    const { scheduler, moments } = this.#options;
    return moments(kind).some((at) => at <= scheduler.nowMs + this.skewMs);
  }

  async #work(): Promise<void> {
    const { db, clock, log, timers } = this.ctx;
    while (this.#mayFind('jobs')) {
      const taken = await takeJob(db, clock.now().getTime());
      if (!taken) return;
      const job = jobs.get(taken.name) as AnyHandledJob;
      const running = { job, log, timers, makeCtx: () => this.ctx, isWithoutDatabase };
      const about = { id: taken.id, data: { data: taken.data }, retryCount: taken.tries - 1, signal };
      const { status } = await runOne(running, about);
      if (status === 'completed') await completeJob(db, taken);
      else await failJob(db, taken, clock.now().getTime());
    }
  }
}

/** Errors that code only logs are failures too, unless the simulated faults caused them. */
function logOf(failed: (error: unknown) => void): Log {
  const hear = (fields: object): void => {
    const error = 'err' in fields ? fields.err : null;
    if (error && !isOfTheWeather(error)) failed(error);
  };
  const log: Log = { ...silentLog, warn: hear, error: hear, child: () => log };
  return log;
}

const isOfTheWeather = (error: unknown): boolean =>
  error instanceof UpstreamError ||
  error instanceof OwnerAwayError ||
  isDatabaseDown(error) ||
  isSerializationFailure(error);
