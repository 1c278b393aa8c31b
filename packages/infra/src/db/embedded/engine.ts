import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log, Timers } from '@tally/kernel';
import type { Session, StatementResult } from '../handle.ts';
import { DatabaseDownError, SqlError } from '../sql-state.ts';
import { Gate } from './gate.ts';
import type { Message, Order, Request, WorkerOptions, WorkerResult } from './protocol.ts';

interface Pending {
  readonly resolve: (value: WorkerResult) => void;
  readonly reject: (error: Error) => void;
}

export interface EngineOptions extends WorkerOptions {
  readonly log: Log;
  readonly timers: Timers;
  /** The engine has no statement timeout, so we replace a thread that is silent for this long. */
  readonly stuckAfterMs?: number;
}

/**
 * For some users the engine crashed on start and worked on the next one. The cause is unknown.
 * https://github.com/electric-sql/pglite/issues/884
 */
const STARTS = 3;

const isLong = (order: Order): boolean => order.kind === 'script' || order.kind === 'dump' || order.kind === 'close';

/**
 * The process's side of the embedded engine, which runs in a worker thread. When the thread dies, every pending call
 * rejects, `isReady` turns false, calls are refused, and a new thread opens the folder again.
 */
export class EmbeddedEngine {
  readonly gate = new Gate();
  readonly #options: EngineOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #reopened = new Set<() => void>();
  #worker: Worker | null = null;
  #lastId = 0;
  #generation = 0;
  #isReady = false;
  #isClosing = false;
  #endWatch = (): void => {};
  #heardAt = 0;
  #longOrders = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The number of the current thread. Transactions of an older thread are lost. */
  get generation(): number {
    return this.#generation;
  }

  async open(): Promise<void> {
    await this.#firstStart();
    const stuckAfterMs = this.#options.stuckAfterMs ?? 60_000;
    this.#endWatch = this.#options.timers.every(Math.min(stuckAfterMs, 5_000), () =>
      this.#replaceIfStuck(stuckAfterMs),
    );
  }

  call(order: Order, generation = this.#generation): Promise<WorkerResult> {
    const worker = this.#worker;
    if (!this.#isReady || !worker || generation !== this.#generation) {
      return Promise.reject(new DatabaseDownError('The embedded database is restarting; this call did not reach it.'));
    }
    this.#lastId += 1;
    const request: Request = { id: this.#lastId, order };
    return new Promise((resolve, reject) => {
      // Throws for what cannot cross a thread (a function as a parameter), before anything is pending.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(request);
      if (this.#pending.size === 0) this.#heardAt = this.#options.timers.nowMs();
      if (isLong(order)) this.#longOrders += 1;
      const settled = () => {
        if (isLong(order)) this.#longOrders -= 1;
      };
      this.#pending.set(request.id, {
        resolve: (value) => {
          settled();
          resolve(value);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
    });
  }

  /** Runs `work` with an exclusive connection. All other callers wait. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.gate.hold(async () => {
      const generation = this.#generation;
      const own: Session = {
        query: async <Row>(text: string, params: readonly unknown[] = []) => {
          const order = { kind: 'query', text, params, rowMode: 'object', momentsAsText: false } as const;
          return toStatementResult<Row>(await this.call(order, generation));
        },
        script: async (text) => {
          const { rows } = await this.call({ kind: 'script', text }, generation);
          return rows as Record<string, unknown>[];
        },
      };
      try {
        return await work(own);
      } catch (error) {
        // All callers share one connection, so the failed transaction must end before the next caller uses it.
        await own.script('rollback').catch((problem: unknown) => {
          this.#options.log.warn({ err: problem }, 'A failed transaction could not be rolled back.');
        });
        throw error;
      }
    });
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    const hearers = this.#listeners.get(channel) ?? new Set();
    hearers.add(hear);
    this.#listeners.set(channel, hearers);
    if (hearers.size === 1) await this.gate.pass(() => this.call({ kind: 'listen', channel }));
    return async () => {
      hearers.delete(hear);
      if (hearers.size > 0 || this.#isClosing) return;
      this.#listeners.delete(channel);
      await this.gate.pass(() => this.call({ kind: 'unlisten', channel }));
    };
  }

  /** Runs `follow` when a new thread is ready, so listeners can catch up. */
  onReopen(follow: () => void): () => void {
    this.#reopened.add(follow);
    return () => this.#reopened.delete(follow);
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#endWatch();
    // Waits at the gate, so an open transaction can finish first.
    if (this.#isReady) {
      await this.gate.hold(() => {
        this.#isClosing = true;
        return this.call({ kind: 'close' });
      });
    }
    this.#isClosing = true;
    this.#isReady = false;
    await this.#worker?.terminate();
    this.#failPending(new DatabaseDownError('The embedded database is closed.'));
  }

  /** Ends the thread as a crash would, for tests and the watchdog. */
  async crash(): Promise<void> {
    await this.#worker?.terminate();
  }

  #startWorker(): Promise<void> {
    const { dataDir, restoreFrom } = this.#options;
    const workerData: WorkerOptions = {
      dataDir,
      // After a crash an in-memory database needs its dump again. A folder still has its data.
      restoreFrom: dataDir && this.#generation > 0 ? undefined : restoreFrom,
    };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'embedded-database' });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let problem: Error | undefined;
      worker.on('message', (message: Message) => {
        if (message.kind === 'ready') {
          this.#generation += 1;
          this.#isReady = true;
          resolve();
        } else this.#hear(message);
      });
      worker.on('error', (error) => {
        problem = error instanceof Error ? error : new Error(String(error));
      });
      worker.on('exit', () => {
        const wasReady = this.#isReady;
        this.#isReady = false;
        const down = new DatabaseDownError('The embedded database stopped unexpectedly and is being reopened.', {
          cause: problem,
        });
        this.#failPending(down);
        if (this.#isClosing) resolve();
        else if (wasReady) void this.#reopen(problem);
        else reject(new DatabaseDownError('The embedded database could not be opened.', { cause: problem }));
      });
    });
  }

  async #firstStart(): Promise<void> {
    const { dataDir, restoreFrom, log } = this.#options;
    // A partly restored folder is not empty, so a retry would be refused.
    const starts = dataDir && restoreFrom ? 1 : STARTS;
    for (let start = 1; ; start += 1) {
      try {
        if (dataDir && !restoreFrom && !existsSync(join(dataDir, 'PG_VERSION'))) await makeFolder(dataDir);
        await this.#startWorker();
        return;
      } catch (error) {
        if (start === starts) throw error;
        log.error({ err: error, start }, 'The embedded database did not start; trying again.');
      }
    }
  }

  async #reopen(problem: Error | undefined): Promise<void> {
    this.#options.log.error({ err: problem }, 'The embedded database stopped; opening it again.');
    for (let pauseMs = 100; !this.#isClosing; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        await this.#startWorker();
        for (const channel of this.#listeners.keys()) await this.call({ kind: 'listen', channel });
        for (const follow of this.#reopened) follow();
        this.#options.log.info({}, 'The embedded database is open again.');
        return;
      } catch (error) {
        this.#options.log.error({ err: error, pauseMs }, 'The embedded database could not be opened; trying again.');
        await this.#options.timers.pause(pauseMs);
      }
    }
  }

  #replaceIfStuck(stuckAfterMs: number): void {
    const isSilent = this.#options.timers.nowMs() - this.#heardAt > stuckAfterMs;
    if (!this.#isReady || this.#pending.size === 0 || this.#longOrders > 0 || !isSilent) return;
    this.#options.log.error(
      { stuckAfterMs },
      'A statement does not end; replacing the thread of the embedded database.',
    );
    void this.#worker?.terminate();
  }

  #hear(message: Exclude<Message, { kind: 'ready' }>): void {
    this.#heardAt = this.#options.timers.nowMs();
    if (message.kind === 'notification') {
      for (const hear of this.#listeners.get(message.channel) ?? []) hear(message.payload);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'result') pending?.resolve(message.value);
    else pending?.reject(message.kind === 'refused' ? new SqlError(message.error) : new Error(message.message));
  }

  #failPending(error: Error): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const each of pending) each.reject(error);
  }
}

/** Uses a separate thread, because creating a database takes 300 MB that the engine frees only when its thread ends. */
async function makeFolder(dataDir: string): Promise<void> {
  const workerData: WorkerOptions = { dataDir, restoreFrom: undefined, isMaking: true };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'new-database' });
  await once(worker, 'exit');
}

export const toStatementResult = <Row>(result: WorkerResult): StatementResult<Row> => ({
  rows: result.rows as Row[],
  // As in node-postgres, this is the number of rows returned or changed.
  rowCount: result.affectedRows || result.rows.length,
});
