import type { MediaReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type MediaLink, parseAddress, type ShortLink } from './parse-link.ts';

const MOST_STEPS = 3;

/** Follows a short link. Each step is validated, so we request only the platform's own shortener. */
export async function followLink(
  ctx: Ctx,
  { short, provider }: ShortLink,
): Promise<MediaLink | { readonly refused: MediaReason }> {
  let address = short;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const location = (await ctx.platforms.with('embeds').get(provider)?.followShort(address)) ?? null;
    const next = location === null ? null : URL.parse(location, address.href);
    if (!next) return { refused: 'notFound' };
    const read = parseAddress(next.href);
    // If the short code no longer exists, the platform redirects to its front page, for example.
    if ('refused' in read) return { refused: read.refused === 'notAllowedSite' ? 'notAllowedSite' : 'notFound' };
    if ('videoId' in read) return read.provider === provider ? read : { refused: 'notAllowedSite' };
    address = read.short;
  }
  return { refused: 'notFound' };
}
