import type { Ctx } from '@tally/kernel';
import type { RoomRow } from '../../tables.ts';
import type { Refusal } from '../explain.ts';
import { settingsOf } from '../room/settings.ts';
import type { Video } from './check.ts';
import { lookUpVideo, resolveLink } from './look-up.ts';
import { type MediaLink, parseMediaLink } from './parse-link.ts';
import { searchVideos } from './search.ts';

export interface Wanted {
  readonly text: string;
  /** May refuse a link before we ask its platform about it. */
  readonly refuses: (link: MediaLink) => Promise<Refusal | null>;
  /** May refuse a search result because of its facts. */
  readonly mayPlay: (video: Video) => Promise<Refusal | null>;
  /** Runs before a search, because every search counts against the daily limit, even without a result. */
  readonly spendSearch: () => Promise<Refusal | null>;
  readonly longestSeconds: number | null;
}

/** None of these checks apply to the room's owner. */
export const ofOwner: Omit<Wanted, 'text'> = {
  refuses: async () => null,
  mayPlay: async () => null,
  spendSearch: async () => null,
  longestSeconds: null,
};

export type Found = { readonly video: Video } | { readonly refusal: Refusal; readonly link?: MediaLink };

/** Finds the video behind a link, or the best result for search words. */
export async function findVideo(ctx: Ctx, room: RoomRow, wanted: Wanted): Promise<Found> {
  const found = await findVideos(ctx, room, wanted);
  return 'videos' in found ? { video: found.videos[0] } : found;
}

type Several = { readonly videos: readonly [Video, ...Video[]] } | Exclude<Found, { readonly video: Video }>;

/** Finds every video that may be played here: the one behind a link, or the search results, best first. */
export async function findVideos(ctx: Ctx, room: RoomRow, { text, ...wanted }: Wanted): Promise<Several> {
  const read = parseMediaLink(text);
  if ('words' in read) return await findByWords(ctx, room, { words: read.words, ...wanted });
  const link = 'short' in read ? await resolveLink(ctx, read) : read;
  if ('refused' in link) return { refusal: { reason: link.refused } };
  const found = await findByLink(ctx, room, link, wanted.refuses);
  return 'video' in found ? { videos: [found.video] } : found;
}

async function findByLink(ctx: Ctx, room: RoomRow, link: MediaLink, refuses: Wanted['refuses']): Promise<Found> {
  const refusal = await refuses(link);
  if (refusal) return { refusal };
  // The caller checks length and views, because those limits depend on the person.
  const { region } = settingsOf(room);
  const found = await lookUpVideo(ctx, { owner: room.ownerId, link, limits: { region } });
  if ('refused' in found) return { refusal: { reason: found.refused }, link: bare(link) };
  const { title, author, channelId, lengthSeconds, views, publishedAt, picture } = found.video;
  return { video: { ...bare(link), title, author, channelId, lengthSeconds, views, publishedAt, picture } };
}

/** Returns the search results that may be played here. If there are none, returns why the first one may not. */
async function findByWords(
  ctx: Ctx,
  room: RoomRow,
  { words, refuses, mayPlay, spendSearch, longestSeconds }: Omit<Wanted, 'text'> & { readonly words: string },
): Promise<Several> {
  const spent = await spendSearch();
  if (spent) return { refusal: spent };
  const links = await searchVideos(ctx, { owner: room.ownerId, words, longestSeconds });
  if ('refused' in links) return { refusal: { reason: links.refused } };
  const weigh = async (link: MediaLink): Promise<Found> => {
    const found = await findByLink(ctx, room, link, refuses);
    const refusal = 'video' in found ? await mayPlay(found.video) : null;
    return refusal ? { refusal, link: bare(link) } : found;
  };
  // The platform counts a request for all of these videos as one.
  const found = await Promise.all(links.map(weigh));
  const [video, ...more] = found.flatMap((each) => ('video' in each ? each.video : []));
  if (video) return { videos: [video, ...more] };
  return found.find((each) => 'refusal' in each) ?? { refusal: { reason: 'nothingFound' } };
}

const bare = ({ provider, kind, videoId }: MediaLink) => ({ provider, kind, videoId });
