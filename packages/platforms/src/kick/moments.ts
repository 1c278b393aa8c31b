import { minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { videoUrl } from './recording.ts';
import { type SiteClip, SiteVideoIds } from './site.external.ts';
import type { KickSite } from './site.ts';

/** A running stream has no page yet, and clips of it come by the dozen. */
const ASKED_AGAIN_MS = minutes(10);
const MOST = 2_000;

/** Where in the recording a clip begins; null where nobody says which recording that is, or from when on. */
export type FindMoment = (channel: string, clip: SiteClip) => Promise<string | null>;

/** Clips name a recording by its older id, and its page goes by another one: what kick.com does not tell is no link. */
export function createMoments(site: KickSite, { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>): FindMoment {
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
  return async (channel, { vod, vod_starts_at: start, started_at: startedAt }) => {
    // Without the moment they write the year 1, and 0 seconds.
    if (!vod || start == null || !startedAt || startedAt.getUTCFullYear() < 2_000) return null;
    const pageId = await pageOf(vod.id);
    return pageId && `${videoUrl(channel, pageId)}?t=${Math.floor(start)}`;
  };
}
