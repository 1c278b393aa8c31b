import { proxied } from '../../lib/proxy/proxied.ts';
import { cx } from '../cx.ts';
import { AvatarPicture } from './avatar-picture.tsx';

/** Returns the uppercase initials of the first two words of a name, or of the only one. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_\-.]+/u)
    .filter((word) => word !== '');
  return (
    words
      .slice(0, 2)
      .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
      .join('')
      // Not `toLocaleUpperCase`, because the server and the browser may use different locales.
      .toUpperCase()
  );
}

/** Shows the picture of a server or person, or their initials. Live people have a ring. */
export function Avatar({
  name,
  src,
  size = 25,
  shape = 'round',
  isLive = false,
  className,
}: {
  name: string;
  src?: string | null | undefined;
  size?: number;
  shape?: 'round' | 'square';
  isLive?: boolean;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden bg-raised font-semibold text-muted select-none',
        shape === 'round' ? 'rounded-full' : 'rounded-[28%]',
        isLive && 'ring-2 ring-red ring-offset-2 ring-offset-ground',
        className,
      )}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.max(9, Math.round(size * 0.4)) }}
    >
      {/* CSS draws the initials, so screen readers do not read them out. */}
      <span aria-hidden data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      {/* The key creates a new element for a new picture, which resets the last failure. */}
      {src && <AvatarPicture key={src} src={scaled(src, size * 2)} size={size} />}
    </span>
  );
}

/** The sizes that Discord offers: https://discord.com/developers/docs/reference#image-formatting */
const sizes = [16, 32, 64, 128, 256, 512];

/**
 * Returns the URL of a picture scaled by Discord, which our origin passes on unchanged. We do not decode it, because a
 * small file can unpack to gigabytes.
 */
export function scaled(src: string, width: number): string {
  // Our own files are already small.
  const url = src.startsWith('/') ? null : URL.parse(src);
  if (!url) return src;
  url.searchParams.set('size', String(sizes.find((each) => each >= width) ?? 512));
  return proxied(url.href);
}
