import type { MediaReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RoomRow } from '../tables.ts';
import type { Video } from './check.ts';
import type { Refusal } from './explain.ts';
import { lookUpVideo, resolveLink } from './look-up.ts';
import { type MediaLink, parseMediaLink } from './parse-link.ts';
import { searchVideo } from './search.ts';
import { settingsOf } from './settings.ts';

interface Wanted {
  readonly text: string;
  /** Asked as soon as it is known which video it is, before anybody else is asked about it. */
  readonly refuses: (link: MediaLink) => Promise<Refusal | null>;
}

export type Found = { readonly video: Video } | { readonly refusal: Refusal; readonly link?: MediaLink };

const refused = (reason: MediaReason): Found => ({ refusal: { reason } });

/** The one video that somebody means, by a link or by words. */
export async function findVideo(ctx: Ctx, room: RoomRow, { text, refuses }: Wanted): Promise<Found> {
  const link = await linkIn(ctx, room, text);
  if ('refused' in link) return refused(link.refused);
  const refusal = await refuses(link);
  if (refusal) return { refusal };
  // Lengths and views are weighed by who asks, which nobody knows here.
  const { region } = settingsOf(room);
  const found = await lookUpVideo(ctx, { owner: room.ownerId, link, limits: { region } });
  if ('refused' in found) return { refusal: { reason: found.refused }, link: bare(link) };
  const { title, author, channelId, lengthSeconds, views, publishedAt, picture } = found.video;
  return { video: { ...bare(link), title, author, channelId, lengthSeconds, views, publishedAt, picture } };
}

async function linkIn(ctx: Ctx, room: RoomRow, text: string): Promise<MediaLink | { readonly refused: MediaReason }> {
  const read = parseMediaLink(text);
  if ('words' in read) return await searchVideo(ctx, { owner: room.ownerId, words: read.words });
  return 'shortTiktok' in read ? await resolveLink(ctx, read) : read;
}

const bare = ({ provider, kind, videoId }: MediaLink) => ({ provider, kind, videoId });
