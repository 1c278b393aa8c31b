'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { Icon } from '../../ui/icon.tsx';
import { setSidebarCollapsed } from '../layout/first-paint.ts';
import type { ShellFrame } from '../shell-data.ts';
import { SidebarContent } from './sidebar-content.tsx';
import { rowClass } from './sidebar-row.tsx';

/** 318 px wide, or 85 px when collapsed. Only the panel is animated, which avoids repeated layouts. */
export function Sidebar({ shell, label }: { shell: ShellFrame; label: string }) {
  return (
    <div data-rail className="relative w-[318px] shrink-0 collapsed:w-[85px] max-lg:hidden">
      <aside
        aria-label={label}
        className="absolute inset-y-0 start-0 z-20 flex w-[318px] flex-col overflow-x-hidden overflow-y-auto border-e border-line bg-ground transition-[width] duration-160 ease-out collapsed:w-[85px]"
      >
        <SidebarContent shell={shell} />
        <CollapseButton />
      </aside>
    </div>
  );
}

function CollapseButton() {
  const t = useTranslations('shell.sidebar');
  const [isCollapsed] = useRemembered(memories.isSidebarCollapsed);
  return (
    <div className="shrink-0 px-3.5 pb-2">
      <button
        type="button"
        onClick={() => setSidebarCollapsed(!isCollapsed)}
        aria-label={isCollapsed ? t('expand') : t('collapse')}
        className={rowClass}
      >
        <Icon of={isCollapsed ? PanelLeftOpen : PanelLeftClose} size={18} className="shrink-0 rtl:-scale-x-100" />
        <span className="truncate collapsed:hidden">{t('collapse')}</span>
      </button>
    </div>
  );
}
