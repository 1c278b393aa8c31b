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

/** The picture of a server or person, or their initials. The ring is reserved for people who are live right now. */
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
      {/* Drawn by CSS: initials are a picture of the name, not words to be read out. */}
      <span aria-hidden data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      {/* Another picture is another element: the last one's failure is not its own. */}
      {src && <AvatarPicture key={src} src={scaled(src, size * 2)} size={size} />}
    </span>
  );
}

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
