import type { MediaReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RoomRow } from '../../tables.ts';
import type { Refusal } from '../explain.ts';
import { settingsOf } from '../room/settings.ts';
import type { Video } from './check.ts';
import { lookUpVideo, resolveLink } from './look-up.ts';
import { type MediaLink, parseMediaLink } from './parse-link.ts';
import { searchVideos } from './search.ts';

interface Wanted {
  readonly text: string;
  /** Called when the link is known, before a platform is asked about it. */
  readonly refuses: (link: MediaLink) => Promise<Refusal | null>;
  /** Chooses among the results of a search. */
  readonly mayPlay: (video: Video) => Promise<Refusal | null>;
  /** Called before a search, because every search counts against the daily limit, whatever it finds. */
  readonly spendSearch: () => Promise<Refusal | null>;
  readonly longestSeconds: number | null;
}

/** The owner of the room has no limits. */
export const ofOwner: Omit<Wanted, 'text'> = {
  refuses: async () => null,
  mayPlay: async () => null,
  spendSearch: async () => null,
  longestSeconds: null,
};

export type Found = { readonly video: Video } | { readonly refusal: Refusal; readonly link?: MediaLink };

const refused = (reason: MediaReason): Found => ({ refusal: { reason } });

/** Finds the video of a link or of search words. */
export async function findVideo(ctx: Ctx, room: RoomRow, { text, ...wanted }: Wanted): Promise<Found> {
  const read = parseMediaLink(text);
  if ('words' in read) return await findByWords(ctx, room, { words: read.words, ...wanted });
  const link = 'short' in read ? await resolveLink(ctx, read) : read;
  if ('refused' in link) return refused(link.refused);
  return await findByLink(ctx, room, link, wanted.refuses);
}

async function findByLink(ctx: Ctx, room: RoomRow, link: MediaLink, refuses: Wanted['refuses']): Promise<Found> {
  const refusal = await refuses(link);
  if (refusal) return { refusal };
  // The caller checks lengths and views, because they depend on the person.
  const { region } = settingsOf(room);
  const found = await lookUpVideo(ctx, { owner: room.ownerId, link, limits: { region } });
  if ('refused' in found) return { refusal: { reason: found.refused }, link: bare(link) };
  const { title, author, channelId, lengthSeconds, views, publishedAt, picture } = found.video;
  return { video: { ...bare(link), title, author, channelId, lengthSeconds, views, publishedAt, picture } };
}

/** The first result that may be played here. If none may, returns the reason for the first one. */
async function findByWords(
  ctx: Ctx,
  room: RoomRow,
  { words, refuses, mayPlay, spendSearch, longestSeconds }: Omit<Wanted, 'text'> & { readonly words: string },
): Promise<Found> {
  const spent = await spendSearch();
  if (spent) return { refusal: spent };
  const links = await searchVideos(ctx, { owner: room.ownerId, words, longestSeconds });
  if ('refused' in links) return refused(links.refused);
  const weigh = async (link: MediaLink): Promise<Found> => {
    const found = await findByLink(ctx, room, link, refuses);
    const refusal = 'video' in found ? await mayPlay(found.video) : null;
    return refusal ? { refusal, link: bare(link) } : found;
  };
  const [first, ...others] = links;
  const best = await weigh(first);
  if ('video' in best) return best;
  // Asking for all of them together costs one more unit.
  return (await Promise.all(others.map(weigh))).find((each) => 'video' in each) ?? best;
}

const bare = ({ provider, kind, videoId }: MediaLink) => ({ provider, kind, videoId });
