import { type LiveStreamer, namesakeType, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listKnownAs, listLiveStreams } from '@tally/pipeline/detection';
import { findStopped } from '../../../journal/index.ts';
import { plansOf } from '../../../servers/index.ts';
import { graceOf, listStreamersOf, pausedBy } from '../../../streamers/index.ts';
import { liveKey } from '../../match/single.ts';
import { jointKeys, type StreamOfStreamer } from '../joint/post-now.ts';

/** Lists the live creators that these servers follow, with a fixed number of queries. */
export async function listLive(ctx: Ctx, serverIds: readonly ServerId[]): Promise<LiveStreamer[]> {
  const followed = await listStreamersOf(ctx.db, serverIds);
  const streams = await listLiveStreams(ctx.db, followed);
  const knownAs = await listKnownAs(
    ctx.db,
    streams.map(({ session }) => session),
  );
  const planIn = await plansOf(ctx, serverIds);
  const streamOf = new Map(streams.map((stream) => [`${stream.channel.platform} ${stream.channel.id}`, stream]));
  const live = followed.flatMap((streamer) => {
    const stream = streamOf.get(`${streamer.platform} ${streamer.channelId}`);
    return stream ? [{ streamer, stream }] : [];
  });
  const unpaused = live.filter(({ streamer }) => pausedBy(streamer) === null);
  const stoppedOf = await findStoppedOf(
    ctx,
    serverIds,
    unpaused.map(({ streamer, stream }) => ({
      streamerId: streamer.id,
      sessionId: knownAs(stream.session, graceOf(streamer, planIn(streamer.serverId).graceCeiling)).id,
    })),
  );
  return live.map(({ streamer, stream }) => {
    const { platform, channelId, name } = streamer;
    return {
      platform,
      guildId: streamer.serverId,
      streamerUserName: name,
      displayName: stream.channel.displayName,
      streamerId: channelId,
      avatarUrl: stream.channel.avatarUrl,
      ...namesakeType(channelId),
      startedAt: stream.session.startedAt,
      stoppedDelivery: stoppedOf(streamer.id),
    };
  });
}

/** A streamer who belongs to a creator is announced by the creator's message. */
async function findStoppedOf(
  ctx: Ctx,
  serverIds: readonly ServerId[],
  streams: readonly StreamOfStreamer[],
): Promise<(streamerId: string) => string | null> {
  if (streams.length === 0) return () => null;
  const joint = await jointKeys(ctx, serverIds, streams);
  const keys = new Map(
    streams.map(({ streamerId, sessionId }) => [streamerId, joint.get(streamerId) ?? liveKey(streamerId, sessionId)]),
  );
  const stopped = await findStopped(ctx, [...new Set(keys.values())]);
  return (streamerId) => stopped.get(keys.get(streamerId) ?? '') ?? null;
}

/** The live creators, grouped by server. */
export async function liveByServer(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<(serverId: ServerId) => { live: LiveStreamer[] }> {
  const live = Map.groupBy(await listLive(ctx, serverIds), ({ guildId }) => guildId);
  return (serverId) => ({ live: live.get(serverId) ?? [] });
}
