import { proxied } from '../../lib/proxy/proxied.ts';
import { cx } from '../cx.ts';
import { AvatarPicture } from './avatar-picture.tsx';

/** The uppercase initials of a name: of its first two words, or the first letter alone. */
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
      // Not `toLocaleUpperCase`: the server, which renders some avatars, may have another locale than the browser.
      .toUpperCase()
  );
}

/** The picture of a server or person, or their initials. The ring is only for people who are live. */
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
      {/* Drawn by CSS: initials are an image of the name, not text to read out. */}
      <span aria-hidden data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      {/* A new picture gets a new element, so it does not inherit the last failure. */}
      {src && <AvatarPicture key={src} src={scaled(src, size * 2)} size={size} />}
    </span>
  );
}

/** What Discord scales pictures to: https://discord.com/developers/docs/reference#image-formatting */
const sizes = [16, 32, 64, 128, 256, 512];

/**
 * The address of a Discord picture, scaled by Discord and passed on unchanged by our origin. We do not decode it: a
 * small file can unpack to gigabytes.
 */
export function scaled(src: string, width: number): string {
  // Our own files are small already.
  const url = src.startsWith('/') ? null : URL.parse(src);
  if (!url) return src;
  url.searchParams.set('size', String(sizes.find((each) => each >= width) ?? 512));
  return proxied(url.href);
}
