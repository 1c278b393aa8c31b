import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, hours, minutes, UpstreamError, type Video } from '@tally/kernel';
import { z } from 'zod';
import { asSession } from './session.ts';
import { findChannel } from './store/channels.ts';
import { findSession } from './store/sessions.ts';
import { takeVideos } from './videos.ts';

const SOUGHT_FOR_MS = hours(6);
const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(30);

/** Looks for the recording of a stream that is over, less and less often; nobody is told before it can be watched. */
export const findRecording = defineJob({
  name: 'detection/find-recording',
  data: z.object({ platform: Platform, sessionId: z.uuid(), tries: z.int().min(0) }),
  async run(ctx, { platform, sessionId, tries }) {
    const row = await findSession(ctx.db, sessionId);
    const session = row && asSession(row);
    // It goes on: the job comes again with its next end.
    if (!session?.endedAt) return;
    const channel = await findChannel(ctx.db, platform, session.channelId);
    const connection = ctx.platforms.find(platform);
    if (!channel || !connection?.findRecording) return;
    const video = await connection.findRecording(session, channel).catch((error: unknown) => asNone(ctx, error));
    const now = ctx.clock.now();
    await ctx.db.transaction(async (tx) => {
      if (video) {
        const recording: Video = { ...video, kind: 'vod', streamId: video.streamId ?? session.streamId };
        await takeVideos(ctx, tx, platform, [{ video: recording, isNews: true }]);
        return;
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
      if (now.getTime() - (session.endedAt ?? now).getTime() + pause > SOUGHT_FOR_MS) return;
      await queue(ctx, tx, { platform, sessionId, tries: tries + 1, at: new Date(now.getTime() + pause) });
    });
  },
});

function asNone(ctx: Ctx, error: unknown): null {
  if (!(error instanceof UpstreamError)) throw error;
  ctx.log.debug({ err: error }, 'a recording could not be looked for');
  return null;
}

/** The stream has ended, for now. */
export async function queueFindRecording(
  ctx: Ctx,
  tx: Db,
  session: { id: string; platform: Platform },
  now: Date,
): Promise<void> {
  if (!ctx.platforms.find(session.platform)?.findRecording) return;
  const at = new Date(now.getTime() + FIRST_PAUSE_MS);
  await queue(ctx, tx, { platform: session.platform, sessionId: session.id, tries: 0, at });
}

const queue = async (
  ctx: Ctx,
  tx: Db,
  { at, ...data }: { platform: Platform; sessionId: string; tries: number; at: Date },
): Promise<void> => {
  await ctx.queue.send(findRecording, data, { tx, startAfter: at, singletonKey: data.sessionId });
};
