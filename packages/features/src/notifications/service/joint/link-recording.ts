import type { Ctx, Video } from '@tally/kernel';
import { amend, note } from '@tally/pipeline/delivery';
import { broadcastEndKey, broadcastKey } from '../../match/joint.ts';
import { listBroadcasts, listStreamsOfSessions } from '../../store/broadcasts.ts';
import { giveUpAt } from '../announce/announce-live.ts';
import type { Publication } from '../announce/announce-video.ts';
import { type Elsewhere, linkRecording, sessionsOf } from '../announce/link-recording.ts';

/** Adds the link when a recording becomes available, to messages that stay after the end. See `linkRecording`. */
export async function linkJointRecording(ctx: Ctx, video: Video, elsewhere: Elsewhere | null = null): Promise<void> {
  const sessionIds = await sessionsOf(ctx, video);
  if (sessionIds.length === 0) return;
  const streams = (await listStreamsOfSessions(ctx.db, sessionIds)).toSorted(
    (one, other) => sessionIds.indexOf(one.sessionId) - sessionIds.indexOf(other.sessionId),
  );
  // Takes each streamer's newest session, because an earlier one has its own recording.
  const newest = new Map(streams.map((stream) => [stream.streamerId, stream.broadcastId]));
  const ids = [...new Set(newest.values())];
  const broadcasts = await listBroadcasts(ctx.db, ids);
  const byUrl = Map.groupBy(broadcasts, ({ serverId }) => (elsewhere ? elsewhere.get(serverId) : video.url));
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  for (const [vodUrl, those] of byUrl) {
    if (vodUrl === undefined) continue;
    const closed = those.filter((broadcast) => broadcast.closedAt !== null);
    const ends = closed.map(({ id }) => broadcastEndKey(id));
    await ctx.db.transaction(async (tx) => {
      // While other platforms are live, the link waits for the end card.
      await note(tx, [...those.map(({ id }) => broadcastKey(id)), ...ends], { vodUrl });
      const live = closed.map(({ id }) => broadcastKey(id));
      await amend(ctx, tx, live, { having: { phase: 'end' }, ...until });
      await amend(ctx, tx, ends, until);
    });
  }
}

/** Replaces the recording's URL in these servers' messages about a stream. */
export async function linkMessages(ctx: Ctx, publication: Publication, elsewhere: Elsewhere): Promise<void> {
  await linkRecording(ctx, publication, elsewhere);
  await linkJointRecording(ctx, publication.video, elsewhere);
}
