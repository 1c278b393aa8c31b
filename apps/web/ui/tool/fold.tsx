import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Icon } from '../icon.tsx';
import { Loading, Skeleton } from '../skeleton.tsx';

/** A section that renders when it is first opened. Closing it keeps unfinished input. */
export function Fold({
  title,
  summary,
  isOpen = false,
  onWanted,
  draw,
  children,
}: {
  title: string;
  /** Summarizes the settings inside in one line, which stays visible while the section is open. */
  summary?: string | undefined;
  /** True if the section is open at first. */
  isOpen?: boolean;
  /** Called when the section is open or about to open. */
  onWanted?: () => void;
  /** Renders the content; null while its code loads. */
  draw?: (() => ReactNode) | null;
  /** The content, if its code is already loaded. */
  children?: ReactNode;
}) {
  const t = useTranslations('ui');
  const [isWanted, setWanted] = useState(isOpen);
  return (
    <details
      className="group border-line border-t"
      open={isOpen}
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        onWanted?.();
        setWanted(true);
      }}
    >
      <summary
        onPointerEnter={onWanted}
        onFocus={onWanted}
        className="flex min-h-[52px] items-center gap-2.5 py-3 font-semibold text-lead [&::-webkit-details-marker]:hidden"
      >
        <Icon
          of={ChevronRight}
          className="shrink-0 text-muted transition-transform duration-120 group-open:rotate-90 rtl:-scale-x-100"
        />
        <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:justify-between sm:gap-4">
          <span className="shrink-0">{title}</span>
          {summary && (
            <span dir="auto" className="block min-w-0 truncate font-normal text-muted text-small">
              {summary}
            </span>
          )}
        </span>
      </summary>
      <div className="pb-5">
        {isWanted &&
          (children ?? draw?.() ?? (
            <Loading label={t('loading')}>
              <Skeleton className="h-24 w-full" />
            </Loading>
          ))}
      </div>
    </details>
  );
}
