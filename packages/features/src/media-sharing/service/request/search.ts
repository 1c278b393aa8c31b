import type { MediaReason, UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { findRoom } from '../../store/rooms.ts';
import { countSearch, countSearches } from '../../store/searches.ts';
import { settingsOf } from '../room/settings.ts';
import type { MediaLink } from './parse-link.ts';

/** The limit per room and day. The whole installation may search a hundred times a day: docs/decisions/0224. */
export const MOST_SEARCHES = 20;

const dayOf = (ctx: Ctx): string => ctx.clock.now().toISOString().slice(0, 10);

/** Returns YouTube's results for these words, best first. Needs an API key. */
export async function searchVideos(
  ctx: Ctx,
  about: { readonly owner: UserId; readonly words: string; readonly longestSeconds: number | null },
): Promise<readonly [MediaLink, ...MediaLink[]] | { readonly refused: MediaReason }> {
  const { owner, words, longestSeconds } = about;
  const media = ctx.platforms.with('media').get('youtube');
  const room = media && (await findRoom(ctx.db, owner));
  if (!media || !room) return { refused: 'noSearchLeft' };
  if (!(await countSearch(ctx.db, owner, { day: dayOf(ctx), most: MOST_SEARCHES }))) return { refused: 'noSearchLeft' };
  try {
    const found = await media.searchVideo(words, { region: settingsOf(room).region, longestSeconds });
    if (found.state === 'usedUp') return { refused: 'noSearchLeft' };
    const [first, ...others] = found.state === 'found' ? found.ids.map(toLink) : [];
    return first ? [first, ...others] : { refused: 'nothingFound' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, owner }, 'A search on YouTube failed');
    return { refused: 'platformDown' };
  }
}

const toLink = (videoId: string): MediaLink => ({ provider: 'youtube', kind: 'youtube', videoId });

/** Returns how many searches the room has left today, for the page. */
export async function searchesLeft(ctx: Ctx, ownerId: UserId): Promise<number> {
  if (!ctx.platforms.with('media').has('youtube')) return 0;
  return Math.max(0, MOST_SEARCHES - (await countSearches(ctx.db, ownerId, dayOf(ctx))));
}
