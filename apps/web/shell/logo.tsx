import Link from 'next/link';
import { Lamp } from '../ui/lamp.tsx';

export function Logo({ site, label }: { site: string; label: string }) {
  return (
    <Link href="/" prefetch={false} aria-label={label} className="flex shrink-0 items-center gap-2.5 rounded-control">
      <Lamp size={18} />
      <span className="wordmark text-[17px] leading-none" dir="ltr">
        {site}
      </span>
    </Link>
  );
}
