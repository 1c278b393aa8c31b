import { type ClipPage, type Platform, PlatformToLink } from '@tally/contract';
import { AppError, type ClipFiles, type Ctx, minutes, UpstreamError, type Video } from '@tally/kernel';
import { findChannel, listVideos } from '@tally/pipeline/detection';
import { listSharing } from '../../connections/index.ts';

/** Many people open the same clip at once, but Twitch allows only a hundred of these calls a minute. */
const KEPT_MS = minutes(2);

/** Returns download pages only for clips of streamers who allow downloads. */
export async function clipPages(ctx: Ctx, clips: readonly Video[]): Promise<ReadonlyMap<string, string>> {
  const byPlatform = Map.groupBy(clips, ({ platform }) => platform);
  const pages = await Promise.all(
    [...byPlatform].map(async ([platform, those]) => {
      const channelIds = [...new Set(those.map(({ channelId }) => channelId))];
      const sharing = await findSharing(ctx, platform, channelIds);
      return those
        .filter(({ channelId }) => sharing.has(channelId))
        .map(({ id }) => [id, `${ctx.config.webUrl}/clips/${platform}/${id}`] as const);
    }),
  );
  return new Map(pages.flat());
}

/** Returns the channels whose owners allow downloads of their clips. */
async function findSharing(ctx: Ctx, platform: Platform, channelIds: readonly string[]): Promise<ReadonlySet<string>> {
  const linked = PlatformToLink.safeParse(platform);
  if (!linked.success || !ctx.platforms.with('clipFiles').has(platform)) return new Set();
  return await listSharing(ctx, linked.data, channelIds);
}

/** Shows only clips that we posted. */
export async function showClip(ctx: Ctx, platform: 'twitch', id: string): Promise<ClipPage> {
  const [clip] = await listVideos(ctx.db, [{ platform, id, kind: 'clip' }]);
  const channel = clip && (await findChannel(ctx.db, platform, clip.channelId));
  if (!clip || !channel) throw new AppError('notFound');
  const files = await findFiles(ctx, clip);
  const landscapeUrl = files.kind === 'found' ? files.landscapeUrl : null;
  const portraitUrl = files.kind === 'found' ? files.portraitUrl : null;
  const isReady = landscapeUrl !== null || portraitUrl !== null;
  return {
    streamer: channel.displayName,
    title: clip.title,
    clipper: clip.clipper?.name ?? null,
    url: clip.url,
    thumbnailUrl: clip.thumbnailUrl,
    durationSeconds: clip.durationSeconds,
    state: files.kind === 'found' ? (isReady ? 'ready' : 'notYet') : files.kind,
    landscapeUrl,
    portraitUrl,
  };
}

/** Checks the permission before the cache, so a revoked one takes effect immediately. */
async function findFiles(ctx: Ctx, clip: Video): Promise<ClipFiles | { readonly kind: 'down' }> {
  const { platform, channelId, id } = clip;
  const files = ctx.platforms.with('clipFiles').get(platform);
  if (!files || !(await findSharing(ctx, platform, [channelId])).has(channelId)) return { kind: 'notAllowed' };
  try {
    return await ctx.cache.get(`clips/files/${platform}/${id}`, KEPT_MS, async () => await files.findClipFiles(clip));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, clip: id }, 'it is not known where a clip can be downloaded');
    return { kind: 'down' };
  }
}
