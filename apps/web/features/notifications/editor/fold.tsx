import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

/** A section that stays folded until somebody wants it. */
export function Fold({
  title,
  hint,
  isOpen = false,
  children,
}: {
  title: string;
  hint?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="group border-line border-t">
      <summary className="flex min-h-[52px] items-center gap-2.5 py-3 font-semibold text-lead [&::-webkit-details-marker]:hidden">
        <Icon
          of={ChevronRight}
          className="shrink-0 text-muted transition-transform duration-120 group-open:rotate-90 rtl:-scale-x-100"
        />
        <span className="min-w-0">
          {title}
          {hint !== undefined && <span className="block font-normal text-muted text-small">{hint}</span>}
        </span>
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}
