import { isShortVideo, MediaItemId, type MediaReason, type MediaShareSettings, UserId } from '@tally/contract';
import { AppError, type Ctx, declareJob, type Embedded, type Playable, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { followLink } from './follow-link.ts';
import { addressOf, type MediaLink, type ShortLink } from './parse-link.ts';

/** What the platform says about a video. Titles and names are untrusted text. */
export interface LookedUpVideo
  extends MediaLink,
    Pick<Playable, 'title' | 'author' | 'channelId' | 'lengthSeconds' | 'views' | 'publishedAt'> {
  /** The URL of the page where people watch the video. */
  readonly url: string;
  /** The picture's URL at the platform. Pages load it through our proxy. */
  readonly picture: string | null;
}

export type LookedUp = { readonly video: LookedUpVideo } | { readonly refused: MediaReason };

/** Checks a video again when it starts to play. */
export const recheck = declareJob({
  name: 'media-sharing/look-again',
  data: z.object({ ownerId: UserId, itemId: MediaItemId }),
  retryLimit: 1,
  concurrency: 4,
});

export interface ToLookUp {
  readonly owner: UserId;
  readonly link: MediaLink;
  /** A missing limit does not apply. */
  readonly limits: Partial<
    Pick<MediaShareSettings, 'region' | 'longestSeconds' | 'longestShortSeconds' | 'fewestViews'>
  >;
}

/**
 * Returns a video's facts, or why it may not be played. Runs again before the video plays, because its author may have
 * removed it. If the platform fails, we refuse the video, because we never play an unchecked one.
 */
export async function lookUpVideo(ctx: Ctx, { owner, link, limits }: ToLookUp): Promise<LookedUp> {
  try {
    const found = await find(ctx, link, limits);
    return 'refused' in found ? found : withinLimits(found, limits);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, owner }, 'A requested video could not be looked up');
    return { refused: 'platformDown' };
  }
}

export async function resolveLink(ctx: Ctx, link: ShortLink): Promise<MediaLink | { readonly refused: MediaReason }> {
  try {
    return await followLink(ctx, link);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error }, 'A platform did not say where a short link leads');
    return { refused: 'platformDown' };
  }
}

async function find(ctx: Ctx, link: MediaLink, { region }: ToLookUp['limits']): Promise<LookedUp> {
  const found = await findPlayable(ctx, link);
  if (found === 'unasked') return await findEmbedded(ctx, link);
  // This call does not distinguish private videos from deleted ones, but the embedding endpoint does.
  if (found === null)
    return (await readEmbed(ctx, link)).state === 'private' ? { refused: 'isPrivate' } : { refused: 'notFound' };
  const refused = whyNot(found, region ?? null);
  if (refused) return { refused };
  const { title, author, channelId, lengthSeconds, views, publishedAt, pictureUrl } = found;
  const known = { title, author, channelId, lengthSeconds, views, publishedAt, picture: pictureUrl };
  return { video: { ...link, url: addressOf(link), ...known } };
}

/** Returns `unasked` if the platform has no such call, we have no key, or today's quota is used up. */
async function findPlayable(ctx: Ctx, { provider, videoId }: MediaLink): Promise<Playable | null | 'unasked'> {
  const media = ctx.platforms.with('media').get(provider);
  if (!media) return 'unasked';
  try {
    return await media.findPlayable(videoId);
  } catch (error) {
    const isSpent = error instanceof AppError && error.code === 'lookUpsUsedUp';
    const isRefused = error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'limited');
    if (isSpent || isRefused) return 'unasked';
    throw error;
  }
}

function whyNot(video: Playable, region: string | null): MediaReason | null {
  if (!video.isPublic) return 'isPrivate';
  // A live stream's content is unknown in advance, so no moderator can approve it.
  if (video.isLive) return 'isLive';
  if (!video.isEmbeddable) return 'notEmbeddable';
  if (video.isAgeRestricted) return 'ageRestricted';
  if (region !== null && !isShownIn(video, region)) return 'regionLocked';
  return video.lengthSeconds === null || video.lengthSeconds === 0 ? 'noLength' : null;
}

function isShownIn({ regions }: Playable, region: string): boolean {
  if (regions === null) return true;
  return 'only' in regions ? regions.only.includes(region) : !regions.notIn.includes(region);
}

const readEmbed = async (ctx: Ctx, { provider, videoId, handle }: MediaLink): Promise<Embedded> =>
  (await ctx.platforms
    .with('embeds')
    .get(provider)
    ?.readEmbed({ videoId, handle: handle ?? null })) ?? { state: 'missing' };

async function findEmbedded(ctx: Ctx, link: MediaLink): Promise<LookedUp> {
  const found = await readEmbed(ctx, link);
  switch (found.state) {
    case 'missing':
      return { refused: 'notFound' };
    case 'private':
      return { refused: 'isPrivate' };
    case 'notEmbeddable':
      return { refused: 'notEmbeddable' };
    case 'found': {
      const { title, author, handle, channelId, publishedAt, pictureUrl: picture } = found;
      const named: MediaLink = handle === null ? link : { ...link, handle };
      const about = { title, author, channelId, publishedAt, picture, lengthSeconds: null, views: null };
      return { video: { ...named, url: addressOf(named), ...about } };
    }
    default:
      return found satisfies never;
  }
}

function withinLimits(found: { readonly video: LookedUpVideo }, limits: ToLookUp['limits']): LookedUp {
  const { kind, lengthSeconds, views } = found.video;
  const longest = isShortVideo(kind) ? limits.longestShortSeconds : limits.longestSeconds;
  if (lengthSeconds !== null && longest !== undefined && lengthSeconds > longest) return { refused: 'tooLong' };
  if (views !== null && limits.fewestViews !== undefined && views < limits.fewestViews)
    return { refused: 'tooFewViews' };
  return found;
}
