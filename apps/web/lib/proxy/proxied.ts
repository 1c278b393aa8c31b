/** Returns the URL of a picture through our own origin, so its host learns nothing about our visitors. */
export function proxied(src: string): string;
export function proxied(src: string | null): string | null;
export function proxied(src: string | null): string | null {
  return src === null ? null : `/api/emoji-proxy?url=${encodeURIComponent(src)}`;
}
