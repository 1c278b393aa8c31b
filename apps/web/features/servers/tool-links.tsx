'use client';

import { hasFlag } from '@tally/contract/premium/flags';
import { ChevronRight, Crown } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon.tsx';
import type { SidebarEntry } from '../registry.ts';

/** Links to the pages of a server or a person. Pages that the plan does not include have a crown. */
export function ToolLinks({
  base,
  bitfield,
  tools,
  states,
}: {
  base: string;
  bitfield?: bigint | undefined;
  tools: readonly SidebarEntry[];
  /** The text below the name of each page. */
  states?: Partial<Record<SidebarEntry['name'], string | undefined>>;
}) {
  const t = useTranslations('shell');
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {tools.map((tool) => (
        <li key={tool.name}>
          <Link
            href={`${base}/${tool.path}`}
            prefetch={false}
            className="flex h-[60px] items-center gap-3 rounded-panel border border-line bg-surface px-4 font-medium transition-colors duration-120 hover:border-control/60 hover:bg-raised"
          >
            <Icon of={tool.icon} size={18} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{t(`features.${tool.name}`)}</span>
              {states?.[tool.name] && (
                <bdi className="block truncate font-normal text-muted text-small">{states[tool.name]}</bdi>
              )}
            </span>
            {tool.flag !== undefined && bitfield !== undefined && !hasFlag(bitfield, tool.flag) ? (
              <>
                <Icon of={Crown} className="text-warn" />
                <span className="sr-only">{t('sidebar.locked')}</span>
              </>
            ) : (
              <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
