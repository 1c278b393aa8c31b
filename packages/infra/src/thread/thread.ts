import { Worker } from 'node:worker_threads';
import { AppError, type Log, systemTimers, type Timers } from '@tally/kernel';
import type { Answered, Asked } from './answer.ts';

export interface ThreadOptions {
  readonly name: string;
  /** The time limit for the oldest question, including its wait. */
  readonly withinMs: number;
  /** Using more memory than this ends the thread, not the process. */
  readonly heapMb: number;
  /** Real timers by default, because moving time in a test does not make a thread faster. */
  readonly timers?: Timers;
}

/** The caller, whose log receives warnings. */
export interface Asking {
  readonly log: Log;
}

/** A running thread and the callers that wait for its answers. */
interface Begun<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<{ readonly answer: Answer }>>;
}

/**
 * Handles untrusted input that must not block the process, in a thread that answers questions one at a time. The thread
 * starts with the first question, and after a failure with the next one.
 */
export class Thread<Question, Answer> {
  readonly #file: URL;
  readonly #options: ThreadOptions;
  #begun: Begun<Answer> | null = null;
  #lastId = 0;

  constructor(file: URL, options: ThreadOptions) {
    this.#file = file;
    this.#options = options;
  }

  async ask({ log }: Asking, question: Question): Promise<Answer> {
    this.#begun ??= this.#begin(log);
    const { worker, waiting } = this.#begun;
    this.#lastId += 1;
    const asked: Asked<Question> = { id: this.#lastId, question };
    const mine = Promise.withResolvers<{ readonly answer: Answer }>();
    waiting.set(asked.id, mine);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(asked);
    const { withinMs, timers = systemTimers } = this.#options;
    const answered = await timers.within(withinMs, mine.promise);
    if (answered) return answered.answer;
    waiting.delete(asked.id);
    log.error({ thread: this.#options.name }, 'A thread did not answer in time; another one takes its place.');
    if (this.#begun?.worker === worker) this.#begun = null;
    await worker.terminate();
    throw new AppError('unavailable');
  }

  #begin(log: Log): Begun<Answer> {
    const { name, heapMb } = this.#options;
    const worker = new Worker(this.#file, { name, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    const begun: Begun<Answer> = { worker, waiting: new Map() };
    worker.unref();
    worker.on('message', (message: Answered<Answer>) => {
      const waiting = begun.waiting.get(message.id);
      begun.waiting.delete(message.id);
      if ('answer' in message) waiting?.resolve({ answer: message.answer });
      else waiting?.reject(new Error(message.problem));
    });
    worker.on('error', (error) => log.error({ err: error, thread: name }, 'A thread crashed.'));
    worker.on('exit', () => {
      if (this.#begun === begun) this.#begun = null;
      for (const each of begun.waiting.values()) each.reject(new AppError('unavailable'));
    });
    return begun;
  }
}
