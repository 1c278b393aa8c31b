import type { ServerId } from '@tally/contract';
import { type Ctx, hours, minutes, type StreamSession, type Video } from '@tally/kernel';
import { amendMany, noteMany } from '@tally/pipeline/delivery';
import { asSession, listLatestSessions } from '@tally/pipeline/detection';
import { endKey, liveKey, videoKey } from '../match.ts';
import type { Publication } from './announce-video.ts';
import { giveUpAt } from './fan-out.ts';
import { eachPage } from './followers.ts';

/** The servers for which a recording is to be watched elsewhere than on its platform, and where. */
export type Elsewhere = ReadonlyMap<ServerId, string>;

/**
 * The recording of a stream can be watched: its end cards and offline messages get the link. With `elsewhere` only those
 * servers do, each its own, and what was posted about the recording itself leads there too.
 */
export async function linkRecording(
  ctx: Ctx,
  { video, channel }: Publication,
  elsewhere: Elsewhere | null = null,
): Promise<void> {
  const session = await sessionOf(ctx, video);
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  for await (const followers of eachPage(ctx, channel)) {
    const byUrl = Map.groupBy(followers, ({ serverId }) => (elsewhere ? elsewhere.get(serverId) : video.url));
    for (const [vodUrl, streamers] of byUrl) {
      if (vodUrl === undefined) continue;
      const about = { vodUrl };
      const live = session ? streamers.map((streamer) => liveKey(streamer.id, session.id)) : [];
      const offline = session ? streamers.map((streamer) => endKey(streamer.id, session.id)) : [];
      const own = elsewhere ? streamers.map((streamer) => videoKey(streamer.id, video)) : [];
      await ctx.db.transaction(async (tx) => {
        // Servers for which the stream ends only later will find the link then.
        await noteMany(tx, live, about);
        await amendMany(ctx, tx, live, { having: { phase: 'end' }, ...until });
        await amendMany(ctx, tx, [...offline, ...own], { about, ...until });
      });
    }
  }
}

const A_FEW = 10;
const BEFORE_START_MS = minutes(10);
const AFTER_END_MS = hours(6);

/** The stream that a video records: the one that the platform names, or else the one during which it was published. */
export async function sessionOf(ctx: Ctx, video: Video): Promise<StreamSession | null> {
  const rows = await listLatestSessions(ctx.db, [video], A_FEW);
  const sessions = rows.map(asSession);
  if (video.streamId) return sessions.find((session) => session.streamId === video.streamId) ?? null;
  const at = video.publishedAt.getTime();
  const isWithin = ({ startedAt, endedAt }: StreamSession) =>
    endedAt !== null && at >= startedAt.getTime() - BEFORE_START_MS && at <= endedAt.getTime() + AFTER_END_MS;
  return sessions.find(isWithin) ?? null;
}
