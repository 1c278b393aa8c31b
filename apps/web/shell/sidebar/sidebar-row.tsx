'use client';

import type { LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { lazy, type ReactNode, Suspense } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';

const Tooltip = lazy(async () => ({ default: (await import('../../ui/layers/tooltip.tsx')).Tooltip }));

export const rowClass = cx(
  'relative flex h-9 w-full shrink-0 items-center gap-3 rounded-control px-2.5 text-start text-muted whitespace-nowrap pointer-coarse:h-11',
  'transition-colors duration-120 hover:bg-raised hover:text-text collapsed:justify-center collapsed:px-0',
);

/** One line of the sidebar. A lit notch marks the current page. When collapsed, a tooltip shows the name. */
export function SidebarRow({
  icon,
  label,
  href,
  isHere = false,
  isRedirect = false,
  aside,
  isSheet = false,
}: {
  icon: LucideIcon;
  label: string;
  href: string;
  isHere?: boolean;
  isRedirect?: boolean;
  aside?: ReactNode;
  isSheet?: boolean;
}) {
  const [isCollapsed] = useRemembered(memories.isSidebarCollapsed);
  const className = cx(rowClass, isHere && 'bg-raised font-semibold text-text notch');
  const content = (
    <>
      <Icon of={icon} size={18} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate collapsed:sr-only">{label}</span>
      {aside}
    </>
  );
  const row = isRedirect ? (
    <a href={href} className={className}>
      {content}
    </a>
  ) : (
    <Link href={href} prefetch={false} aria-current={isHere ? 'page' : undefined} className={className}>
      {content}
    </Link>
  );
  if (isSheet || !isCollapsed) return row;
  return (
    <Suspense fallback={row}>
      <Tooltip text={label} side="inline-end">
        {row}
      </Tooltip>
    </Suspense>
  );
}
