import type { Platform } from '@tally/contract';
import { type Ctx, minutes, type PlatformDefinition, UpstreamError, type Video } from '@tally/kernel';
import { asSession } from '../session/session.ts';
import { findChannel } from '../store/channels.ts';
import { listRecordingsDue, noteRecordingSought } from '../store/sessions.ts';
import type { SessionRow } from '../tables.ts';
import { storeVideos } from '../videos.ts';
import type { Budget } from './budget.ts';

const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(30);
/** Pauses of 1, 2, 4, 8, 16, 30, 30 … minutes add up to six hours. */
const MOST_TRIES = 16;
const AT_ONCE = 20;

export const recordingDueAt = (ctx: Ctx, platform: Platform, endedAt: Date): Date | null =>
  ctx.platforms.with('recordings').has(platform) ? new Date(endedAt.getTime() + FIRST_PAUSE_MS) : null;

/**
 * Looks for the recordings of ended streams, less and less often. A recording is announced only once it can be
 * watched.
 */
export async function sweepRecordings(ctx: Ctx, platform: PlatformDefinition, budget?: Budget): Promise<void> {
  if (!ctx.platforms.with('recordings').has(platform.id)) return;
  for (const row of await listRecordingsDue(ctx.db, platform.id, ctx.clock.now(), AT_ONCE)) {
    if (budget && !budget.take()) return;
    await seek(ctx, row);
  }
}

async function seek(ctx: Ctx, row: SessionRow): Promise<void> {
  const video = await askForRecording(ctx, row);
  const tries = row.recordingTries + 1;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  const isDone = video !== null || tries >= MOST_TRIES;
  const nextRecordingAt = isDone ? null : new Date(ctx.clock.now().getTime() + pause);
  await ctx.db.transaction(async (tx) => {
    const isStillWanted = await noteRecordingSought(tx, row.id, { nextRecordingAt, recordingTries: tries });
    if (video && isStillWanted) await storeVideos(ctx, tx, row.platform, [{ video, isNews: true }]);
  });
}

async function askForRecording(ctx: Ctx, row: SessionRow): Promise<Video | null> {
  const channel = await findChannel(ctx.db, row.platform, row.channelId);
  const recordings = ctx.platforms.with('recordings').get(row.platform);
  if (!channel || !recordings) return null;
  const video = await recordings.findRecording(asSession(row), channel).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.debug({ err: error, channel: channel.name }, 'a recording could not be looked for');
    return null;
  });
  return video && { ...video, kind: 'vod', streamId: video.streamId ?? row.streamId };
}
