import {
  type AnyHandledJob,
  type AnyJob,
  type Clock,
  type Ctx,
  type Job,
  type Log,
  type Random,
  type Timers,
} from '@tally/kernel';
import { type SendOptions as BossSendOptions, fromDrizzle } from 'pg-boss';
import { z } from 'zod';
import {
  afterCommit,
  type Database,
  type Db,
  InsideTransactionError,
  isDatabaseDown,
  isInTransaction,
  sqlStateOf,
} from '../db/index.ts';
import { sql } from '../sql/index.ts';
import type { Boss } from './adapter.ts';
import { freeJobs } from './free-jobs.ts';
import { createHaste, type Urgency } from './haste.ts';
import { type Holding, holdWaiting } from './hold.ts';
import { startWorkers, type Workers } from './take.ts';
import { A_LITTLE_MS, watchDueJobs } from './watch-due.ts';

export interface SendOptions {
  /** The transaction of the change that causes this job. Both commit, or neither does. */
  readonly tx?: Db | undefined;
  /**
   * At most one waiting job of this name has this key. A second one is merged into it. With `tx`, the waiting job does
   * not run before that transaction ends.
   */
  readonly singletonKey?: string | undefined;
  readonly startAfter?: Date | undefined;
  /** A delay in real time, independent of our clock. */
  readonly inSeconds?: number | undefined;
  /** Jobs with a higher priority go first. */
  readonly priority?: number | undefined;
}

export interface SendManyOptions<T = unknown> extends Omit<SendOptions, 'singletonKey'> {
  /**
   * At most one waiting job of this name has this key. It may run before `tx` is committed, so use it only if that
   * makes no difference.
   */
  readonly singletonKey?: ((data: T) => string) | undefined;
  /** If this process is a worker, it runs the job itself right after the commit or a moment later (see haste.ts). */
  readonly urgency?: Urgency | undefined;
}

export interface QueueCount {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** The number of jobs that failed every attempt and wait for a person. */
  readonly parked: number;
}

export interface ParkedJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly reason: unknown;
  readonly parkedAt: Date;
}

export interface Queue {
  /** Returns the job's id, or null if a job with this `singletonKey` is already waiting. */
  send<S extends z.ZodType>(job: Job<S>, data: z.output<S>, options?: SendOptions): Promise<string | null>;
  /** Queues many jobs in one statement. */
  sendMany<S extends z.ZodType>(
    job: Job<S>,
    list: readonly z.output<S>[],
    options?: SendManyOptions<z.output<S>>,
  ): Promise<void>;
  counts(): Promise<readonly QueueCount[]>;
  /** Returns jobs that failed every attempt and wait for a person. */
  parked(): Promise<readonly ParkedJob[]>;
  /** Gives new attempts to all parked jobs, or to those of one name. */
  unpark(name?: string): Promise<number>;
}

export interface QueueStart {
  readonly jobs: readonly AnyHandledJob[];
  readonly makeCtx: (about: { readonly job: string; readonly jobId: string }) => Ctx;
  /** False if this process queues jobs but runs none (ROLE=api, or until `work`). */
  readonly isWorker?: boolean;
}

export interface QueueRunner extends Queue {
  /** Starts running jobs, after a start without `isWorker`. */
  work(): Promise<void>;
  /**
   * Call this before `start` if no other process can open this database. Jobs that a dead process ran or held are then
   * available immediately. Otherwise they are freed only when its heartbeat is overdue.
   */
  takeOver(): Promise<void>;
  start(options: QueueStart): Promise<void>;
  /** Claims no more jobs, waits for running ones, then aborts the rest. */
  stop(graceMs?: number): Promise<void>;
}

export interface QueueOptions {
  readonly boss: Boss;
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  /** How often to check for due jobs. New jobs are announced. */
  readonly pollSeconds?: number;
  /** How long other processes leave an urgent job to the one that queued it. */
  readonly heldSeconds?: number;
}

const parkedQueue = 'parked';
/**
 * A job whose process has sent no heartbeat for this long goes to another process. Otherwise a killed process would
 * hold it until it expires.
 */
const HEARTBEAT_SECONDS = 15;
const day = 86_400;
/**
 * Jobs that no process claimed are deleted after this time. The library's default is two weeks, but some installations
 * are off for longer.
 */
const KEPT_DAYS = 365;
/** Regular checks find jobs that are due later than this. */
const FORESEEN_MS = 60_000;

export function createQueue(options: QueueOptions): QueueRunner {
  const { boss, database, log, clock, timers, random, pollSeconds = 4, heldSeconds = 10 } = options;
  let isStopping = false;
  /** Other services refuse connections too, so a query checks whether the database is down. */
  const isWithoutDatabase = async (error: unknown): Promise<boolean> => {
    if (isStopping || !isDatabaseDown(error)) return false;
    if (sqlStateOf(error) !== null) return true;
    try {
      await database.ping();
      return false;
    } catch {
      return true;
    }
  };
  const haste = createHaste({ boss, log, timers, isWithoutDatabase, heldSeconds });
  /** The handle for jobs outside any transaction. Undefined if pg-boss writes them itself. */
  const outside = database.embedded ? undefined : database.db;
  const known = new Set<string>();
  const workers = new Map<string, Workers>();
  let stopLooking = async (): Promise<void> => {};
  let takeAll = async (): Promise<void> => {};
  const alarms = new Set<() => void>();
  /**
   * The database announces new jobs, but not that a job becomes due. The process that queued the job remembers the time
   * for up to a minute.
   */
  const wakeAt = async (job: AnyJob, at: Date | undefined): Promise<void> => {
    const ours = workers.get(job.name);
    const waitMs = at ? at.getTime() - clock.now().getTime() + A_LITTLE_MS : 0;
    if (!ours || waitMs <= 0 || waitMs > FORESEEN_MS) return;
    await afterCommit(() => {
      const cancel = timers.after(waitMs, () => {
        alarms.delete(cancel);
        ours.wakeOne();
      });
      alarms.add(cancel);
    });
  };
  /** The built-in database has only one connection, so no job can be claimed during a transaction. */
  const mustHold = (options: SendOptions): options is SendOptions & Holding =>
    !database.embedded && options.tx !== undefined && options.singletonKey !== undefined;
  const check = (job: AnyJob, tx: Db | undefined) => {
    if (!known.has(job.name)) throw new Error(`The job ${job.name} is in no manifest, so nobody would ever run it.`);
    // Outside the transaction the job could run before the change, or without it.
    if (!tx && isInTransaction()) throw new InsideTransactionError();
  };

  return {
    async send(job, data, options = {}) {
      check(job, options.tx);
      const insert = () => boss.send(job.name, wrap(job, data), bossSendOptions(options, { outside, clock, random }));
      let id = await insert();
      if (id === null && mustHold(options)) {
        while (id === null && !(await holdWaiting(job.name, options))) id = await insert();
        // A worker that checked during the transaction skipped the held job.
        if (id === null) await afterCommit(() => workers.get(job.name)?.wakeOne());
      }
      await wakeAt(job, options.startAfter);
      return id;
    },
    async sendMany(job, list, options = {}) {
      check(job, options.tx);
      if (list.length === 0) return;
      const { urgency, singletonKey, ...rest } = options;
      const isHeld = urgency !== undefined && haste.hasRoom(job);
      const { db, ...each } = bossSendOptions(rest, { outside, clock, random });
      const jobs = list.map((data) => ({
        ...each,
        ...(isHeld ? { startAfter: heldSeconds } : {}),
        id: random.uuid(),
        singletonKey: singletonKey?.(data) ?? random.uuid(),
        data: isHeld ? { ...wrap(job, data), held: true } : wrap(job, data),
      }));
      await boss.insert(job.name, jobs, db ? { db } : {});
      await wakeAt(job, options.startAfter);
      if (isHeld) await afterCommit(() => haste.run(job, jobs, urgency));
    },
    async counts() {
      const isParked = sql`name = ${parkedQueue}`;
      const { rows } = await database.db.execute<QueueCount & Record<string, unknown>>(sql`
        select case when ${isParked} then coalesce(source_name, name) else name end as name,
               count(*) filter (where state in ('created', 'retry') and not ${isParked})::int as waiting,
               count(*) filter (where state = 'active')::int as running,
               count(*) filter (where state in ('created', 'retry') and ${isParked})::int as parked
          from pgboss.job where state in ('created', 'retry', 'active') group by 1 order by 1`);
      return rows.filter(({ name }) => !name.startsWith('__'));
    },
    async parked() {
      const jobs = await boss.findJobs<{ data: unknown }>(parkedQueue, { queued: true });
      return jobs.map((job) => ({
        id: job.id,
        name: job.sourceName ?? 'unknown',
        data: job.data.data,
        reason: job.sourceOutput,
        parkedAt: job.createdOn,
      }));
    },
    unpark: (name) => boss.redrive(parkedQueue, name ? { sourceName: name } : {}),
    takeOver: () => freeJobs(database.db, clock.now()),
    async start({ jobs, makeCtx, isWorker = true }) {
      await boss.start();
      await prepareQueues(boss, jobs, random.uuid());
      for (const job of jobs) known.add(job.name);
      takeAll = async () => {
        await setSchedules(boss, jobs);
        const wake = (name: string) => workers.get(name)?.wakeOne();
        boss.whenAnnounced(wake);
        for (const job of jobs)
          workers.set(job.name, await startWorkers({ boss, job, makeCtx, log, timers, isWithoutDatabase }));
        const names = jobs.map(({ name }) => name);
        stopLooking = watchDueJobs({ database, log, clock, timers, everyMs: pollSeconds * 1_000, names, wake });
        haste.begin({ jobs, makeCtx });
      };
      if (isWorker) await takeAll();
    },
    work: () => takeAll(),
    async stop(graceMs = 30_000) {
      isStopping = true;
      for (const cancel of alarms) cancel();
      await stopLooking();
      const until = timers.nowMs() + graceMs;
      await timers.within(graceMs, haste.stop());
      await boss.stop({ graceful: true, timeout: Math.max(0, until - timers.nowMs()) });
      await boss.close();
    },
  };
}

/** The data is wrapped in an object, so a schema may be anything, even a bare string. */
function wrap(job: AnyJob, data: unknown): { data: unknown } {
  const encoded: unknown = z.encode(job.data, data);
  return { data: encoded };
}

function bossSendOptions(
  { tx, singletonKey, startAfter, inSeconds, priority }: SendOptions,
  { outside, clock, random }: Pick<QueueOptions, 'clock' | 'random'> & { readonly outside: Db | undefined },
): BossSendOptions {
  const db = tx ?? outside;
  // Trap: pg-boss keeps a job for a time that starts when the job is due, not when it was queued. It would immediately
  // delete a job that was due long ago, for example before an outage.
  const isAhead = startAfter !== undefined && startAfter.getTime() > clock.now().getTime();
  return {
    // The queues' policy `short` allows one waiting job per key, so a job without a key gets a random one.
    singletonKey: singletonKey ?? random.uuid(),
    ...(isAhead ? { startAfter } : inSeconds === undefined ? {} : { startAfter: inSeconds }),
    ...(priority === undefined ? {} : { priority }),
    ...(db ? { db: fromDrizzle(db, sql) } : {}),
  };
}

async function prepareQueues(boss: Boss, jobs: readonly AnyJob[], noId: string): Promise<void> {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(parkedQueue)) await boss.createQueue(parkedQueue, { retentionSeconds: 90 * day });
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: job.expireSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: day,
      retentionSeconds: KEPT_DAYS * day,
      notify: true,
    };
    const deadLetter = job.isParked ? parkedQueue : null;
    if (existing.has(job.name)) await boss.updateQueue(job.name, { ...settings, deadLetter });
    else await boss.createQueue(job.name, { ...settings, ...(deadLetter && { deadLetter }), policy: 'short' });
    // Trap: the first use of a queue looks it up on the main connection. Inside a transaction on the embedded engine
    // that query would wait for the transaction, which waits for the query. So we look up every queue now.
    await boss.findJobs(job.name, { id: noId });
  }
  await boss.findJobs(parkedQueue, { id: noId });
}

async function setSchedules(boss: Boss, jobs: readonly AnyJob[]): Promise<void> {
  const wanted = new Map(jobs.flatMap((job) => (job.schedule ? [[job.name, job.schedule] as const] : [])));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
  // Without a key, unclaimed ticks are merged into one.
  for (const [name, cron] of wanted) await boss.schedule(name, cron, { data: {} }, { tz: 'UTC' });
}
