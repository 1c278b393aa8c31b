import { Worker } from 'node:worker_threads';
import { AppError, type Log, systemTimers, type Timers } from '@tally/kernel';
import type { Answered, Asked } from './answer.ts';

export interface ThreadOptions {
  readonly name: string;
  /** So long the oldest question may take, waiting included. */
  readonly withinMs: number;
  /** More memory than this ends the thread, and not the process. */
  readonly heapMb: number;
  /** The real ones by default: a test that moves time on does not make a thread begin or count any faster. */
  readonly timers?: Timers;
}

/** Who asks: whose log hears of trouble. */
export interface Asking {
  readonly log: Log;
}

/** A thread that runs, and who waits for its answers. */
interface Begun<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<{ readonly answer: Answer }>>;
}

/**
 * Work on what strangers wrote, which must not hold up the process: a thread that answers questions, one after the
 * other. It begins with the first question, and anew with the next one after it broke down.
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
    log.error({ thread: this.#options.name }, 'A thread gave no answer in time; another one takes its place.');
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
    worker.on('error', (error) => log.error({ err: error, thread: name }, 'A thread broke down.'));
    worker.on('exit', () => {
      if (this.#begun === begun) this.#begun = null;
      for (const each of begun.waiting.values()) each.reject(new AppError('unavailable'));
    });
    return begun;
  }
}
