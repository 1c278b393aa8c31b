import { type Channel, type Ctx, hours, minutes, UpstreamError, type Video } from '@tally/kernel';
import { findChannel, listLatestVideos } from '@tally/pipeline/detection';
import type { StreamerRow } from '../../streamers/index.ts';
import { clipPages } from './download.ts';

/** Anyone may use the command, so all callers share one call to the platform. */
const KEPT_MS = minutes(2);
const BACK_MS = hours(24);
export const MOST_SHOWN = 5;

export interface Latest {
  readonly channel: Channel;
  /** The newest clip comes first. */
  readonly clips: readonly Video[];
}

/** Returns the clips that we know and those that the platform lists now. Null if the creator no longer exists. */
export async function findLatest(
  ctx: Ctx,
  { platform, channelId }: Pick<StreamerRow, 'platform' | 'channelId'>,
): Promise<Latest | null> {
  const channel = await findChannel(ctx.db, platform, channelId);
  if (!channel) return null;
  const [known, listed] = await Promise.all([
    listLatestVideos(ctx.db, channel, ['clip', 'partnerClip'], MOST_SHOWN),
    ctx.cache.get(`clips/latest/${platform}/${channelId}`, KEPT_MS, async () => await ask(ctx, channel)),
  ]);
  const byId = new Map([...known, ...listed].map((clip) => [clip.id, clip]));
  const clips = [...byId.values()]
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, MOST_SHOWN);
  const pages = await clipPages(ctx, known);
  return { channel, clips: clips.map((clip) => ({ ...clip, downloadUrl: pages.get(clip.id) ?? null })) };
}

async function ask(ctx: Ctx, channel: Channel): Promise<readonly Video[]> {
  const since = new Date(ctx.clock.now().getTime() - BACK_MS);
  try {
    return (await ctx.platforms.with('clips').get(channel.platform)?.listClips(channel, since)) ?? [];
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // If the platform is down, the command still shows the clips that we know.
    ctx.log.debug({ err: error, channel: channel.name }, 'clips could not be listed for a command');
    return [];
  }
}
