import Link from 'next/link';
import { Lamp } from '../../ui/lamp.tsx';

/** In a narrow row, the wordmark wraps to a hidden second line, and the lamp stays. */
export function Logo({ site, label }: { site: string; label: string }) {
  return (
    <Link
      href="/"
      prefetch={false}
      aria-label={label}
      className="flex h-8 pointer-coarse:h-11 min-w-5 flex-wrap sm:shrink-0 content-start gap-x-2.5 overflow-hidden rounded-control"
    >
      <span className="flex h-8 pointer-coarse:h-11 items-center">
        <Lamp size={18} />
      </span>
      <span className="wordmark flex h-8 pointer-coarse:h-11 items-center text-[17px] leading-none" dir="ltr">
        {site}
      </span>
    </Link>
  );
}
