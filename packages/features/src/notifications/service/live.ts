import type { LiveStreamer, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listLiveScenes } from '@tally/pipeline/detection';
import { listOfServer } from '../store/streamers.ts';

/** Who is live of those whom a server follows: two queries, however many platforms there are. */
export async function listLive(ctx: Ctx, serverId: ServerId): Promise<LiveStreamer[]> {
  const followed = await listOfServer(ctx.db, serverId);
  const scenes = await listLiveScenes(ctx.db, followed);
  const sceneOf = new Map(scenes.map((scene) => [`${scene.channel.platform} ${scene.channel.id}`, scene]));
  return followed.flatMap(({ platform, channelId, name, rumbleType }) => {
    const scene = sceneOf.get(`${platform} ${channelId}`);
    if (!scene) return [];
    return {
      platform,
      guildId: serverId,
      streamerUserName: name,
      displayName: scene.channel.displayName,
      streamerId: channelId,
      avatarUrl: scene.channel.avatarUrl,
      ...(rumbleType ? { type: rumbleType } : {}),
      startedAt: scene.session.startedAt,
    };
  });
}
