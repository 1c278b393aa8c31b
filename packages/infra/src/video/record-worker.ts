/** The worker's side of `openRemux`. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
// Imported alone: a thread that loads the whole kernel takes twice the memory.
import { systemTimers } from '@tally/kernel/time/timers';
import { guardFetch } from './guard-fetch.ts';
import { listPieces, type Piece } from './hls.ts';
import { openJoin } from './join.ts';
import type { FromRemux, ThreadData } from './open-remux.ts';
import { NOT_OF_PIECES, RemuxError, TRY_WITHIN_MS, troubleOf } from './trouble.ts';

const port = parentPort;
if (!port) throw new Error('recordings are read in a worker thread only');
const { question, marks } = workerData as ThreadData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (what: FromRemux): void => port.postMessage(what);

// A recording can wait, and messages cannot. Linux has a priority per thread (setpriority(2), "BUGS"); elsewhere the
// call would affect the whole process. Not the lowest priority: that one gets no time at all on a busy machine.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** How many segments the other side is waiting for. */
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
  try {
    await write();
    return { kind: 'end' };
  } catch (error) {
    // The first refusal caused all later failures.
    const cause = guarded.failure();
    return told(cause === undefined ? new RemuxError('unusable', textOf(error)) : troubleOf(cause));
  }
}

/**
 * After working for STRETCH_MS the thread rests for REST times as long, which leaves the processor to messages. We
 * measure the thread's own CPU time, not its wait for a turn.
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
async function write(): Promise<void> {
  const pieces = listPieces(await (await guarded.fetch(question.url)).text(), question.url);
  if (!pieces) throw new Error(NOT_OF_PIECES);
  const join = openJoin(marks, breathe);
  const left = pieces.slice(marks.length);
  let coming = read(left[0]);
  for (const [at, { isBreak }] of left.entries()) {
    const piece = await coming;
    coming = read(left[at + 1]);
    const { bytes, mark } = await join.add(piece, isBreak);
    await breathe();
    for (const each of bytes) await hand(each);
    say({ kind: 'mark', mark });
  }
  await hand(join.end());
}

/** A read error surfaces where the read is awaited. */
function read(piece: Piece | undefined): Promise<Uint8Array> {
  const reading = piece
    ? guarded.fetch(piece.url).then(async (answer) => new Uint8Array(await answer.arrayBuffer()))
    : Promise.resolve(new Uint8Array());
  reading.catch(() => undefined);
  return reading;
}

const told = ({ kind, message }: RemuxError): FromRemux => ({ kind: 'trouble', trouble: kind, why: message });
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

say(await run());
