import type { Ctx, Video } from '@tally/kernel';
import { amendMany, noteMany } from '@tally/pipeline/delivery';
import { giveUpAt, recordedSession } from '../../notifications/index.ts';
import { broadcastEndKey, broadcastKey } from '../match.ts';
import { listBroadcasts, listStreamsOfSession } from '../store/broadcasts.ts';

/** The recording of a stream can be watched: messages that stand after its end get the link. */
export async function linkRecording(ctx: Ctx, video: Video): Promise<void> {
  const session = await recordedSession(ctx, video);
  if (!session) return;
  const ids = (await listStreamsOfSession(ctx.db, session.id)).map((stream) => stream.broadcastId);
  if (ids.length === 0) return;
  const closed = (await listBroadcasts(ctx.db, ids)).filter((broadcast) => broadcast.closedAt !== null);
  const ends = closed.map(({ id }) => broadcastEndKey(id));
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  await ctx.db.transaction(async (tx) => {
    // Where others are still live, the end card finds it later.
    await noteMany(tx, [...ids.map(broadcastKey), ...ends], { vodUrl: video.url });
    const live = closed.map(({ id }) => broadcastKey(id));
    await amendMany(ctx, tx, live, { having: { phase: 'end' }, ...until });
    await amendMany(ctx, tx, ends, until);
  });
}
