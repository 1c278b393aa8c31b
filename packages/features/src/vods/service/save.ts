import type { RecordingReason } from '@tally/contract';
import { FileTooLargeError, isOutOfRoom } from '@tally/infra/files';
import { RemuxError } from '@tally/infra/video';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';
import { plansOf } from '../../servers/index.ts';
import { beginKeeping, listKeepers } from '../store/keepers.ts';
import { forgetMarks } from '../store/marks.ts';
import { claimRecording, closeClaim, findRecording, keepClaim } from '../store/recordings.ts';
import type { RecordingRow } from '../tables.ts';
import { admit } from './admit.ts';
import { keyOf } from './file-key.ts';
import { linkCopies } from './link.ts';
import { notifyOwners } from './notify-owners.ts';
import { dropProgress, openProgress } from './progress.ts';
import { findSource } from './source.ts';

/** The limit for all processes together, because each copy is read as fast as possible. */
const AT_ONCE = 2;
/** After this much silence, the process counts as crashed. */
const CLAIM_MS = minutes(2);
const BEAT_MS = seconds(20);
/** About two hours in all, with pauses of 1, 2, 4 … minutes. */
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(60);
/** Used if no server's plan includes recordings any more, because a copy that has started is finished. */
const USUAL_HEIGHT = 720;

type Ending =
  | { readonly kind: 'kept'; readonly bytes: number }
  | { readonly kind: 'not'; readonly state: 'link' | 'failed'; readonly reason: RecordingReason }
  /** Without a given pause, the pause grows with each attempt. */
  | { readonly kind: 'again'; readonly pauseMs?: number }
  /** The copy is no longer wanted, or this process is stopping. */
  | { readonly kind: 'left' };

/** Saves a recording. Returns when to try again, if needed. */
export async function saveRecording(ctx: Ctx, id: string, signal: AbortSignal): Promise<Date | null> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const row = await ctx.db.transaction((tx) => claimRecording(tx, id, { now, until, atOnce: AT_ONCE }));
  if (!row) return await whenFree(ctx, id);
  try {
    const ending = await work(ctx, row, signal).catch((error: unknown) => endingOf(ctx, row, error));
    // After progress, all attempts are available again.
    const { tries } = (await findRecording(ctx.db, id)) ?? row;
    return await settle(ctx, { ...row, tries }, ending);
  } catch (error) {
    await closeClaim(ctx.db, id, {});
    throw error;
  }
}

async function whenFree(ctx: Ctx, id: string): Promise<Date | null> {
  const row = await findRecording(ctx.db, id);
  if (!row || !['waiting', 'saving'].includes(row.state)) return null;
  const now = ctx.clock.now();
  const held = [row.busyUntil, row.nextTryAt].find((moment) => moment !== null && moment > now);
  return held ?? new Date(now.getTime() + FIRST_PAUSE_MS);
}

async function work(ctx: Ctx, row: RecordingRow, signal: AbortSignal): Promise<Ending> {
  const source = await findSource(ctx, row, await findHeight(ctx, row.id));
  if (source.kind === 'later') return { kind: 'again', pauseMs: source.pauseMs };
  if (source.kind === 'never') return { kind: 'not', state: 'link', reason: source.reason };
  const refused = await admit(ctx, row.id, source.reckonedBytes);
  if (refused === 'removed') return { kind: 'left' };
  if (refused) return { kind: 'not', state: 'link', reason: refused };
  const watch = beginWatch(ctx, row.id, signal);
  try {
    const { question } = source;
    const { source: bytesOf, resume, note } = await openProgress(ctx, row, { question, count: watch.count });
    const { maxBytes } = question;
    const storing = ctx.files.putStream(keyOf(row.id), bytesOf, { maxBytes, resume });
    const bytes = await storing.catch(async (error: unknown) => {
      await note();
      throw error;
    });
    return { kind: 'kept', bytes };
  } finally {
    watch.end();
  }
}

/** All servers share one file, so the largest plan decides its height. */
async function findHeight(ctx: Ctx, recordingId: string): Promise<number> {
  const keepers = (await listKeepers(ctx.db, [recordingId])).filter(({ reason }) => reason === null);
  const serverIds = keepers.map(({ serverId }) => serverId);
  const plan = await plansOf(ctx, serverIds);
  return Math.max(0, ...serverIds.map((serverId) => plan(serverId).ceilings.vodHeight)) || USUAL_HEIGHT;
}

class LeftError extends Error {}

/** Counts bytes, stores the progress regularly, and aborts when the copy is no longer wanted. */
function beginWatch(ctx: Ctx, id: string, signal: AbortSignal) {
  let doneBytes = 0;
  let isLeft = false;
  const beat = async (): Promise<void> => {
    const busyUntil = new Date(ctx.clock.now().getTime() + CLAIM_MS);
    if (!(await keepClaim(ctx.db, id, { busyUntil, doneBytes }))) isLeft = true;
  };
  const end = ctx.timers.every(BEAT_MS, () => {
    // The next beat may succeed. Without beats the claim expires, and another process continues.
    beat().catch((error: unknown) =>
      ctx.log.warn({ err: error, id }, 'the progress of a recording could not be stored'),
    );
  });
  const count = (from: number): TransformStream<Uint8Array, Uint8Array> => {
    doneBytes = from;
    return new TransformStream({
      transform(chunk, stream) {
        if (isLeft || signal.aborted) throw new LeftError('no longer wanted, or not in this process');
        doneBytes += chunk.length;
        stream.enqueue(chunk);
      },
    });
  };
  return { count, end };
}

function endingOf(ctx: Ctx, row: RecordingRow, error: unknown): Ending {
  if (error instanceof LeftError) return { kind: 'left' };
  if (error instanceof FileTooLargeError) return { kind: 'not', state: 'failed', reason: 'unreadable' };
  // There was room at the start, so other data has filled the disk. The written part is already deleted.
  if (isOutOfRoom(error)) return { kind: 'not', state: 'link', reason: 'diskSpace' };
  const isOutside = error instanceof UpstreamError || error instanceof RemuxError;
  if (!isOutside) throw error;
  ctx.log.info({ id: row.id, kind: error.kind, why: error.message, tries: row.tries }, 'a recording was not saved yet');
  if (error.kind === 'unusable' || error.kind === 'tooLarge' || error.kind === 'refused')
    return { kind: 'not', state: 'failed', reason: 'unreadable' };
  // The URL has expired. The next attempt gets a new one and keeps the stored bytes.
  const isTooOld = error instanceof RemuxError && error.kind === 'denied';
  return isTooOld ? { kind: 'again', pauseMs: seconds(5) } : { kind: 'again' };
}

async function settle(ctx: Ctx, row: RecordingRow, ending: Ending): Promise<Date | null> {
  const now = ctx.clock.now();
  switch (ending.kind) {
    case 'kept':
      return await finish(ctx, row, { bytes: ending.bytes, savedAt: now });
    case 'not':
      return await giveUp(ctx, row.id, ending);
    case 'again': {
      const isOver = row.tries >= MOST_TRIES;
      const usualMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (row.tries - 1));
      const nextTryAt = new Date(now.getTime() + (ending.pauseMs ?? usualMs));
      if (isOver) return await giveUp(ctx, row.id, { state: 'failed', reason: 'unreachable' });
      await closeClaim(ctx.db, row.id, { nextTryAt });
      return nextTryAt;
    }
    case 'left':
      return (await closeClaim(ctx.db, row.id, { tries: row.tries - 1 })) ? now : null;
  }
}

async function giveUp(
  ctx: Ctx,
  recordingId: string,
  { state, reason }: Omit<Extract<Ending, { kind: 'not' }>, 'kind'>,
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    const isWanted = await closeClaim(tx, recordingId, { state, reason, reckonedBytes: null });
    if (isWanted) await notifyOwners(ctx, tx, { recordingId, reason });
  });
  await dropProgress(ctx, recordingId);
  return null;
}

async function finish(ctx: Ctx, row: RecordingRow, about: { bytes: number; savedAt: Date }): Promise<null> {
  const fileKey = keyOf(row.id);
  const isWanted = await ctx.db.transaction(async (tx) => {
    const change = {
      ...about,
      fileKey,
      state: 'kept' as const,
      doneBytes: about.bytes,
      uploadId: null,
      nextTryAt: null,
    };
    const isStillWanted = await closeClaim(tx, row.id, change);
    if (isStillWanted) await beginKeeping(tx, row.id, about.savedAt);
    await forgetMarks(tx, row.id);
    return isStillWanted;
  });
  if (isWanted) await linkCopies(ctx);
  // The recording was cancelled at the last moment.
  else await ctx.files.delete(fileKey);
  return null;
}
