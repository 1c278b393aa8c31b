'use client';

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { Icon } from '../../ui/icon.tsx';
import { setSidebarCollapsed } from '../layout/first-paint.ts';
import { rowClass } from './sidebar-row.tsx';

export function CollapseButton() {
  const t = useTranslations('shell.sidebar');
  const [isCollapsed] = useRemembered(memories.isSidebarCollapsed);
  return (
    <div className="shrink-0 border-t border-line p-2 px-3.5">
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
