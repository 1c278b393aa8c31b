/** The child process of `openRemux`: receives a question, writes an mp4 to stdout, and reports marks and problems. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { pipeline } from 'node:stream/promises';
// Loading the whole kernel would take twice the memory, so this imports one file of it.
import { systemTimers } from '@tally/kernel/time/timers';
import { guardFetch } from './guard-fetch.ts';
import { listPieces, type Piece } from './hls.ts';
import { openJoin } from './join.ts';
import type { FromRemux, ToRemux } from './open-remux.ts';
import { RemuxError, troubleOf } from './trouble.ts';

/** The time limit for one attempt at one segment. */
const TRY_WITHIN_MS = 60_000;

const say = (what: FromRemux): void => void process.send?.(what);

// A recording can wait, but messages cannot. The lowest priority would get no CPU time on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Ends with the process that wants the recording. A stop signal reaches both, and the parent decides.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const [{ question, marks }] = (await once(process, 'message')) as [ToRemux];
const guarded = guardFetch({
  ...question,
  retries: { times: question.retries, pauseMs: question.retryPauseMs, withinMs: TRY_WITHIN_MS, timers: systemTimers },
});

/**
 * After working for STRETCH_MS the process pauses for REST times as long, which leaves the CPU to messages. Only CPU
 * time counts as work.
 */
const STRETCH_MS = 4;
const REST = 4;

const readWorkMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let restedAt = readWorkMs();
async function breathe(): Promise<void> {
  const now = readWorkMs();
  const workedMs = now - restedAt;
  if (workedMs < STRETCH_MS) return;
  restedAt = now;
  await systemTimers.pause(workedMs * REST);
}

/** The next segment loads while this one is joined. */
async function* write(): AsyncGenerator<Uint8Array> {
  const pieces = listPieces(await (await guarded.fetch(question.url)).text(), question.url);
  if (!pieces) throw new Error('its segments are not MPEG-TS');
  const join = openJoin(marks, breathe);
  const left = pieces.slice(marks.length);
  let coming = read(left[0]);
  for (const [at, { isBreak }] of left.entries()) {
    const piece = await coming;
    coming = read(left[at + 1]);
    const { bytes, mark } = await join.add(piece, isBreak);
    await breathe();
    yield* bytes;
    say({ kind: 'mark', mark });
  }
  yield join.end();
}

/** Starts reading a segment. An error is thrown where the read is awaited. */
function read(piece: Piece | undefined): Promise<Uint8Array> {
  const reading = piece
    ? guarded.fetch(piece.url).then(async (answer) => new Uint8Array(await answer.arrayBuffer()))
    : Promise.resolve(new Uint8Array());
  reading.catch(() => undefined);
  return reading;
}

try {
  // This avoids `process.stdout`, because a full pipe would block this process.
  await pipeline(write, createWriteStream('', { fd: 1 }));
} catch (error) {
  // The first refusal caused all later failures.
  const cause = guarded.failure();
  const text = error instanceof Error ? error.message : String(error);
  const { kind, message } = cause === undefined ? new RemuxError('unusable', text) : troubleOf(cause);
  say({ kind: 'trouble', trouble: kind, why: message });
}
process.disconnect();
