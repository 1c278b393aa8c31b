import { config } from '../config.ts';

export const PLAYER_PATH = '/media/player/';
/** The page for every deleted player URL. */
export const GONE_PATH = `${PLAYER_PATH}gone`;
const PATIENCE_MS = 2_000;

/** Returns false while the API is unreachable, because the player connects as soon as it can. */
export async function isPlayerGone(pathname: string, headers: HeadersInit): Promise<boolean> {
  const token = pathname.slice(PLAYER_PATH.length);
  if (!/^[\w-]{43}$/.test(token)) return true;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${config().API_URL}/data/media/player/${token}`, {
      headers,
      cache: 'no-store',
      signal,
    });
    return answer.status === 404;
  } catch {
    return false;
  }
}
