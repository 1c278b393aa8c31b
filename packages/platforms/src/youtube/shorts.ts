import { type PlatformDoors, UpstreamError } from '@tally/kernel';

/** Longer videos are not shorts: https://support.google.com/youtube/answer/15424877 */
export const LONGEST_SHORT_SECONDS = 180;

/** This value means "necessary cookies only". Without it, YouTube shows Europeans a consent page. Known from yt-dlp. */
const NO_COOKIES = 'SOCS=CAI';

/**
 * The API does not mark shorts, but the URL of a short does: for a normal video it redirects to the video's page. Any
 * other response, such as a consent page, means unknown (null).
 * https://github.com/Benjamin-Loison/YouTube-operational-API/issues/330
 */
export async function isShort({ http, config, log }: PlatformDoors, videoId: string): Promise<boolean | null> {
  const url = `${config.youtube.siteUrl}/shorts/${videoId}`;
  try {
    const call = { world: 'youtube', url, method: 'HEAD', headers: { cookie: NO_COOKIES } } as const;
    const { status, headers } = await http.raw(call);
    if (status === 200) return true;
    const target = status >= 300 && status < 400 ? URL.parse(headers['location'] ?? '', url) : null;
    return target?.pathname.endsWith('/watch') && target.searchParams.get('v') === videoId ? false : null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.debug({ error, videoId }, 'YouTube did not show if a video is a Short');
    return null;
  }
}
