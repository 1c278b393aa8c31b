import { proxied } from '../../lib/proxy/proxied.ts';
import { cx } from '../../ui/cx.ts';

/** A small picture of a server's emoji, loaded through our own origin. */
export function EmojiPicture({ url, className }: { url: string; className?: string }) {
  // oxlint-disable-next-line nextjs/no-img-element -- the proxy serves it small already
  return <img src={proxied(url) ?? undefined} alt="" className={cx('object-contain', className)} />;
}
