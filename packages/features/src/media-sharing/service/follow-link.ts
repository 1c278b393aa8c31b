import type { MediaReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { followShort } from '@tally/platforms/tiktok/oembed';
import { type MediaLink, parseAddress } from './parse-link.ts';

const MOST_STEPS = 3;

/**
 * Where an address of TikTok's shortener leads. Each step is read like a link that somebody typed, so only TikTok's own
 * shortener is ever asked, and only for what was checked.
 */
export async function followLink(
  ctx: Ctx,
  { shortTiktok }: { readonly shortTiktok: URL },
): Promise<MediaLink | { readonly refused: MediaReason }> {
  let address = shortTiktok;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const location = await followShort(ctx, address);
    const next = location === null ? null : URL.parse(location, address.href);
    if (!next) return { refused: 'notFound' };
    const read = parseAddress(next.href);
    // Its front page, for instance: what the code stood for is gone.
    if ('refused' in read) return { refused: read.refused === 'notAllowedSite' ? 'notAllowedSite' : 'notFound' };
    if ('videoId' in read) return read.provider === 'tiktok' ? read : { refused: 'notAllowedSite' };
    address = read.shortTiktok;
  }
  return { refused: 'notFound' };
}
