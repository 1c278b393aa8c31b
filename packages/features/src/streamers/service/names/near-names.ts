import type { Platform } from '@tally/contract';
import {
  AppError,
  type Ctx,
  days,
  type FoundChannel,
  hours,
  minutes,
  type PlatformDefinition,
  UpstreamError,
} from '@tally/kernel';
import { searchChannels } from '@tally/pipeline/detection';
import type { WatchedPlatform } from '../address.ts';

const MOST_NEAR = 3;
/** Shorter words match too many names. */
export const FEWEST_LETTERS = 3;
/** A person waits for the answer, which is also correct without a search. */
const SEARCH_WITHIN_MS = 1_200;
/** The limit per person, because the whole installation has about a hundred searches a day. */
const MOST_SEARCHES_A_DAY = 10;

/** Returns channels with similar names, for a name that matches none. */
export async function listNear(
  ctx: Ctx,
  place: WatchedPlatform,
  { name, isAsked = false }: { readonly name: string; readonly isAsked?: boolean },
): Promise<readonly FoundChannel[]> {
  const typed = plainWords(name);
  if (typed.length < FEWEST_LETTERS || typed.includes('/')) return [];
  const known = await listKnown(ctx, place.definition.id, typed);
  if (known.length > 0) return known.slice(0, MOST_NEAR);
  const isCheap = place.definition.pace.isSearchCheap ?? false;
  return isCheap || isAsked ? (await search(ctx, place, typed)).slice(0, MOST_NEAR) : [];
}

interface Typed {
  readonly typed: string;
  readonly limit: number;
  /** True if the search may make no request to a platform. */
  readonly isKnownOnly?: boolean;
}

/** Returns channels that a person may mean after typing this much: known ones, and those from a cheap search. */
export async function listPossible(
  ctx: Ctx,
  place: WatchedPlatform,
  { typed, limit, isKnownOnly = false }: Typed,
): Promise<readonly FoundChannel[]> {
  const words = plainWords(typed);
  if (words === '' || words.includes('/')) return [];
  const isSearched = !isKnownOnly && words.length >= FEWEST_LETTERS && place.definition.pace.isSearchCheap;
  const [known, found] = await Promise.all([
    listKnown(ctx, place.definition.id, words, limit),
    isSearched ? search(ctx, place, words) : [],
  ]);
  const channels = new Map<string, FoundChannel>(known.map((each) => [each.name, each]));
  // The platform's answer is newer, but a stored row has the display name and the follower count.
  for (const each of found) channels.set(each.name, { ...each, ...channels.get(each.name), ...liveWord(each) });
  return [...channels.values()].slice(0, limit);
}

const liveWord = ({ isLive }: FoundChannel) => (isLive === undefined ? {} : { isLive });

/** Returns `ada` for `c/ada`. Longer URLs are not searched for. */
export const plainWords = (text: string): string =>
  text
    .trim()
    .replace(/^(?:@|\w+\/(?=[^/]+$))/, '')
    .toLowerCase()
    .slice(0, 50);

const listKnown = async (ctx: Ctx, platform: Platform, typed: string, limit = MOST_NEAR) =>
  await searchChannels(ctx.db, { platform, typed, limit });

/** Caches searches for the same words. If a platform fails, its search finds nothing. */
async function search(
  ctx: Ctx,
  { definition, connection }: WatchedPlatform,
  words: string,
): Promise<readonly FoundChannel[]> {
  const isCheap = definition.pace.isSearchCheap ?? false;
  const key = `notifications/search/${definition.id}/${words}`;
  const find = async (): Promise<readonly FoundChannel[]> =>
    await ctx.cache.get(key, isCheap ? minutes(10) : hours(12), async () => {
      if (!isCheap) await spendScarceSearch(ctx, definition);
      return await connection.stream.searchChannels(words);
    });
  try {
    return (await ctx.timers.within(SEARCH_WITHIN_MS, find())) ?? [];
  } catch (error) {
    if (!(error instanceof UpstreamError) && !(error instanceof AppError)) throw error;
    ctx.log.info({ err: error, platform: definition.id }, 'A search for channels found nothing: it did not work.');
    return [];
  }
}

/** Counts a search on a platform where searches are scarce. The count is only in this process's memory. */
async function spendScarceSearch(ctx: Ctx, { id, name }: PlatformDefinition): Promise<void> {
  if (ctx.caller.kind !== 'user') return;
  const day = Math.floor(ctx.clock.now().getTime() / days(1));
  const key = `notifications/searches/${id}/${ctx.caller.userId}/${day}`;
  const spent = await ctx.cache.get(key, days(1), async () => ({ count: 0 }));
  if (spent.count >= MOST_SEARCHES_A_DAY) throw new AppError('lookUpsUsedUp', { platform: name });
  spent.count += 1;
}
