import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { seconds, systemTimers, type Timers } from '@tally/kernel';
import type { Guards } from './guard-fetch.ts';
import type { Mark } from './join.ts';
import { RemuxError, type RemuxTrouble } from './trouble.ts';

export interface LongQuestion extends Omit<Guards, 'retries'> {
  /** The URL of a finished playlist of segments. */
  readonly url: string;
  readonly retries: number;
  readonly retryPauseMs: number;
}

export interface Going {
  /** The marks of an earlier join to resume from. */
  readonly from?: readonly Mark[];
  /** Called while the bytes that the mark counts may still be on their way. */
  readonly onMark?: (mark: Mark) => void;
}

export type FromRemux =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'trouble'; readonly trouble: RemuxTrouble; readonly why: string };

/** This is longer than all attempts at one segment take together. */
const SILENCE_MS = seconds(180);
const HEAP_MB = 256;

export interface ToRemux {
  readonly question: LongQuestion;
  readonly marks: readonly Mark[];
}

/**
 * Streams a long playlist as one fragmented mp4 with only the current packets in memory. A separate process reads the
 * segments: they come from strangers, and a segment that takes too much memory ends the process that reads it. That
 * process has none of our secrets, and may neither write files nor start programs.
 */
export function openRemux(
  question: LongQuestion,
  { from = [], onMark }: Going = {},
  timers: Timers = systemTimers,
): ReadableStream<Uint8Array> {
  const child = fork(new URL('./record-process.ts', import.meta.url), {
    // Without the second limit, short-lived packets take another 60 MB.
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=1', '--permission', '--allow-fs-read=*'],
    env: {},
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  let trouble: RemuxError | undefined;
  child.on('message', (message) => {
    const told = message as FromRemux;
    if (told.kind === 'mark') onMark?.(told.mark);
    else trouble = new RemuxError(told.trouble, told.why);
  });
  const closed = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      trouble ??= new RemuxError('unreachable', error.message);
      resolve();
    });
    child.once('close', (code, signal) => {
      // Node aborts when it runs out of memory. A kill from outside says nothing about the segment.
      const isOurs = code !== null || signal === 'SIGABRT';
      if (code !== 0) trouble ??= new RemuxError(isOurs ? 'unusable' : 'unreachable', 'the process ended early');
      resolve();
    });
  });
  child.send({ question, marks: from } satisfies ToRemux);
  const output = Readable.toWeb(child.stdout as Readable) as ReadableStream<Uint8Array>;
  const reader = output.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const read = await timers.within(SILENCE_MS, reader.read());
        if (!read) child.kill('SIGKILL');
        if (!read) throw new RemuxError('unreachable', 'no data arrived for too long');
        if (!read.done) return stream.enqueue(read.value);
        // The end of the output does not mean success: a segment may be missing, or the process may have failed.
        await closed;
        if (trouble) throw trouble;
        stream.close();
      },
      async cancel() {
        child.kill('SIGKILL');
        await reader.cancel();
      },
    },
    { highWaterMark: 1 },
  );
}
