import type { LiveStreamer, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listLiveScenes } from '@tally/pipeline/detection';
import { liveKey, pausedBy } from '../match.ts';
import { listOfServer } from '../store/streamers.ts';
import { findStopped } from './post-now.ts';

/** Who is live of those whom a server follows: three queries, however many platforms there are. */
export async function listLive(ctx: Ctx, serverId: ServerId): Promise<LiveStreamer[]> {
  const followed = await listOfServer(ctx.db, serverId);
  const scenes = await listLiveScenes(ctx.db, followed);
  const sceneOf = new Map(scenes.map((scene) => [`${scene.channel.platform} ${scene.channel.id}`, scene]));
  const found = followed.flatMap((streamer) => {
    const scene = sceneOf.get(`${streamer.platform} ${streamer.channelId}`);
    return scene ? [{ streamer, scene, key: liveKey(streamer.id, scene.session.id) }] : [];
  });
  const stopped = await findStopped(
    ctx,
    found.map(({ key }) => key),
  );
  return found.map(({ streamer, scene, key }) => {
    const { platform, channelId, name, rumbleType } = streamer;
    return {
      platform,
      guildId: serverId,
      streamerUserName: name,
      displayName: scene.channel.displayName,
      streamerId: channelId,
      avatarUrl: scene.channel.avatarUrl,
      ...(rumbleType ? { type: rumbleType } : {}),
      startedAt: scene.session.startedAt,
      stoppedDelivery: (pausedBy(streamer) === null && stopped.get(key)) || null,
    };
  });
}
