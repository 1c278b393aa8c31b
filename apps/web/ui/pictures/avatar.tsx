import { cx } from '../cx.ts';
import { AvatarPicture } from './avatar-picture.tsx';
import { scaled } from './scaled.ts';

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
