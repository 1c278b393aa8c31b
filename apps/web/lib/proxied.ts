/** A picture of another site, through our own origin: its host learns nothing of our visitors. */
export const proxied = (src: string | null): string | null =>
  src === null ? null : `/api/emoji-proxy?url=${encodeURIComponent(src)}`;
