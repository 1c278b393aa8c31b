import { Worker } from 'node:worker_threads';
import { seconds, systemTimers, type Timers } from '@tally/kernel';
import type { Guards } from './guard-fetch.ts';
import type { Mark } from './join.ts';
import { openFfmpeg } from './open-ffmpeg.ts';
import { RemuxError, type RemuxTrouble } from './trouble.ts';

export interface LongQuestion extends Omit<Guards, 'retries'> {
  /** A finished playlist of segments. */
  readonly url: string;
  readonly retries: number;
  readonly retryPauseMs: number;
  /** The path of ffmpeg, if it is installed. */
  readonly ffmpegPath?: string | undefined;
}

export interface Going {
  /** The state of an earlier join to resume from. */
  readonly from?: readonly Mark[];
  /** Called after the bytes that the mark counts have been emitted. */
  readonly onMark?: (mark: Mark) => void;
}

export type FromRemux =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'trouble'; readonly trouble: RemuxTrouble; readonly why: string };

/** Longer than all tries of one segment take together. */
const SILENCE_MS = seconds(180);
const HEAP_MB = 256;

/**
 * Streams a long playlist as one fragmented mp4: only the current packets are in memory. With ffmpeg it always starts
 * at the first segment, and there are no marks.
 */
export const openRemux = (
  question: LongQuestion,
  going: Going = {},
  timers: Timers = systemTimers,
): ReadableStream<Uint8Array> =>
  question.ffmpegPath ? openFfmpeg(question.ffmpegPath, question, timers) : openThread(question, going, timers);

export interface ThreadData {
  readonly question: LongQuestion;
  readonly marks: readonly Mark[];
}

/** In a separate thread that ends with the stream. */
function openThread(question: LongQuestion, going: Going, timers: Timers): ReadableStream<Uint8Array> {
  const workerData: ThreadData = { question, marks: going.from ?? [] };
  const worker = new Worker(new URL('./record-worker.ts', import.meta.url), {
    name: 'recording',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let stopWaiting = (): void => {};
  let isOver = false;
  const end = (): void => {
    isOver = true;
    stopWaiting();
    void worker.terminate();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(stream) {
        const fail = (kind: RemuxTrouble, why: string): void => {
          if (isOver) return;
          end();
          stream.error(new RemuxError(kind, why));
        };
        worker.on('message', (told: FromRemux) => {
          if (isOver) return;
          if (told.kind === 'mark') return going.onMark?.(told.mark);
          stopWaiting();
          switch (told.kind) {
            case 'bytes':
              return stream.enqueue(told.bytes);
            case 'end':
              end();
              return stream.close();
            case 'trouble':
              return fail(told.trouble, told.why);
          }
        });
        worker.on('error', (error) => fail('unusable', error.message));
        worker.on('exit', () => fail('unusable', 'the thread ended early'));
        worker.on('silence', () => fail('unreachable', 'nothing came for too long'));
      },
      pull() {
        if (isOver) return;
        stopWaiting = timers.after(SILENCE_MS, () => worker.emit('silence'));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        worker.postMessage('next');
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
}
