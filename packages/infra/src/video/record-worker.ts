/** The far side of `openRemux`. */
import { parentPort, workerData } from 'node:worker_threads';
// By itself: a thread that loads the whole kernel takes twice the memory.
import { systemTimers } from '@tally/kernel/timers';
import { AppendOnlyStreamTarget, Mp4OutputFormat, Output } from 'mediabunny';
import { guardFetch } from './guard-fetch.ts';
import type { FromRemux, LongQuestion } from './open-remux.ts';
import { repack } from './repack.ts';
import { RemuxError, TRY_WITHIN_MS, troubleOf } from './trouble.ts';

/** Shorter ones make a larger file, longer ones wait in memory. */
const FRAGMENT_SECONDS = 5;

const port = parentPort;
if (!port) throw new Error('recordings are read in a worker thread only');
const question = workerData as LongQuestion;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (what: FromRemux): void => port.postMessage(what);

/** So many pieces are waited for on the other side. */
let wanted = 0;
let onWanted = (): void => {};
port.on('message', () => {
  wanted += 1;
  onWanted();
});

function takeTurn(): boolean {
  if (wanted === 0) return false;
  wanted -= 1;
  return true;
}

async function hand(bytes: Uint8Array): Promise<void> {
  for (; !takeTurn(); ) {
    await new Promise<void>((resolve) => {
      onWanted = resolve;
    });
  }
  say({ kind: 'bytes', bytes });
}

const guarded = guardFetch({
  ...question,
  retries: {
    times: question.retries,
    pauseMs: question.retryPauseMs,
    withinMs: TRY_WITHIN_MS,
    timers: systemTimers,
  },
});

async function run(): Promise<FromRemux> {
  const target = new AppendOnlyStreamTarget(new WritableStream<Uint8Array>({ write: hand }));
  const format = new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: FRAGMENT_SECONDS });
  try {
    await repack(question.url, guarded.fetch, new Output({ format, target }));
  } catch (error) {
    // The first refusal is the cause of whatever failed after it.
    if (guarded.failure() === undefined) return told(new RemuxError('unusable', textOf(error)));
  }
  // What a player hides, a recording must not: a segment that is missing.
  return guarded.failure() === undefined ? { kind: 'end' } : told(troubleOf(guarded.failure()));
}

const told = ({ kind, message }: RemuxError): FromRemux => ({ kind: 'trouble', trouble: kind, why: message });
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

say(await run());
