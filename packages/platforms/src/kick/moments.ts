import { minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { videoUrl } from './site/recording.ts';
import { MobileClip, type SiteClip, SiteVideoIds } from './site/site.external.ts';
import type { KickSites } from './site/site.ts';

/** A running stream has no recording page yet, and its clips come by the dozen. */
const ASKED_AGAIN_MS = minutes(10);
const MOST = 2_000;

/** Returns the clip's position in the recording, or null if the recording or the position is unknown. */
export type FindMoment = (channel: string, clip: SiteClip) => Promise<string | null>;

/**
 * A clip names its recording by an older id, which kick.com maps to the page's id. If that fails, we use the app's
 * call, whose response contains the page's id.
 */
export function createMoments(
  { site, mobile }: Pick<KickSites, 'site' | 'mobile'>,
  { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>,
): FindMoment {
  const known = new Map<string, { pageId: string | null; until: number }>();
  const pageOf = async (id: string): Promise<string | null> => {
    const now = clock.now().getTime();
    const found = known.get(id);
    if (found && (found.pageId !== null || found.until > now)) return found.pageId;
    try {
      const ids = await site.get(`/api/v1/video/${encodeURIComponent(id)}`, {}, SiteVideoIds);
      const pageId = ids?.vod_id ?? null;
      if (known.size >= MOST) known.clear();
      known.set(id, { pageId, until: now + ASKED_AGAIN_MS });
      return pageId;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error, recording: id }, 'kick.com did not say where a recording is');
      return null;
    }
  };
  const inApp = async (channel: string, id: string): Promise<string | null> => {
    try {
      const clip = await mobile.get(`/api/v1/clips/${encodeURIComponent(id)}`, {}, MobileClip);
      const video = clip?.data.video;
      return video ? momentOf(channel, { pageId: video.id, second: video.offset }) : null;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error, clip: id }, "Kick's app did not say where a clip begins");
      return null;
    }
  };
  return async (channel, { id, vod, vod_starts_at: start, started_at: startedAt }) => {
    // For an unknown moment Kick sends the year 1 and 0 seconds.
    const isKnown = vod && start != null && startedAt && startedAt.getUTCFullYear() >= 2_000;
    const pageId = isKnown ? await pageOf(vod.id) : null;
    return pageId ? momentOf(channel, { pageId, second: start ?? 0 }) : await inApp(channel, id);
  };
}

const momentOf = (channel: string, { pageId, second }: { pageId: string; second: number }): string =>
  `${videoUrl(channel, pageId)}?t=${Math.floor(second)}`;
