import type { Channel, Ctx, Video } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { listChannels, listVideos } from '@tally/pipeline/detection';
import type { StreamerRow } from '../../streamers/index.ts';
import { type About, aboutOf } from './about.ts';

declare module '@tally/kernel' {
  interface Feature {
    /** Returns the download pages of clips by id. Only one feature (clips) implements it. */
    readonly clipPages?: (ctx: Ctx, clips: readonly Video[]) => Promise<ReadonlyMap<string, string>>;
  }
}

/** Loads the channels of these streamers, by platform and id. */
export async function loadChannels(ctx: Ctx, streamers: readonly StreamerRow[]): Promise<ReadonlyMap<string, Channel>> {
  const byPlatform = Map.groupBy(streamers, (streamer) => streamer.platform);
  const lists = await Promise.all(
    [...byPlatform].map(([platform, rows]) =>
      listChannels(ctx.db, platform, [...new Set(rows.map((row) => row.channelId))]),
    ),
  );
  return new Map(lists.flat().map((channel) => [`${channel.platform} ${channel.id}`, channel]));
}

type VideoWord = NonNullable<About['video']>;
const videoName = (platform: StreamerRow['platform'], { kind, id }: VideoWord): string => `${platform} ${kind} ${id}`;

/** Loads the videos that these messages are about. */
export async function loadVideos(
  ctx: Ctx,
  streamers: readonly StreamerRow[],
  deliveries: readonly Delivery[],
): Promise<(streamer: Pick<StreamerRow, 'platform'>, about: About) => Video | null> {
  const platforms = new Map(streamers.map((streamer) => [streamer.id, streamer.platform]));
  const wanted = new Map(
    deliveries.flatMap((delivery) => {
      const platform = platforms.get(delivery.subject);
      const { video } = aboutOf(delivery);
      return platform && video ? [[videoName(platform, video), { platform, ...video }] as const] : [];
    }),
  );
  const found = await withClipPages(ctx, await listVideos(ctx.db, [...wanted.values()]));
  const videos = new Map(found.map((video) => [videoName(video.platform, video), video]));
  return ({ platform }, { video }) => (video && videos.get(videoName(platform, video))) ?? null;
}

/** Adds the link to the download page to each clip that has one. */
export async function withClipPages(ctx: Ctx, videos: readonly Video[]): Promise<readonly Video[]> {
  const clips = videos.filter(({ kind }) => kind === 'clip');
  const asked = clips.length > 0 && ctx.features.find(({ clipPages }) => clipPages)?.clipPages;
  if (!asked) return videos;
  const pages = await asked(ctx, clips);
  return videos.map((video) => {
    const downloadUrl = video.kind === 'clip' ? pages.get(video.id) : undefined;
    return downloadUrl === undefined ? video : { ...video, downloadUrl };
  });
}
