import { proxied } from '../../lib/proxy/proxied.ts';

/** What Discord scales pictures to: https://discord.com/developers/docs/reference#image-formatting */
const sizes = [16, 32, 64, 128, 256, 512];

/**
 * The address of a picture of Discord, scaled there and handed on by our own origin as it is. We decode nothing: a small
 * file can be a picture that takes gigabytes.
 */
export function scaled(src: string, width: number): string {
  // What we serve ourselves is small already.
  const url = src.startsWith('/') ? null : URL.parse(src);
  if (!url) return src;
  url.searchParams.set('size', String(sizes.find((each) => each >= width) ?? 512));
  return proxied(url.href);
}
