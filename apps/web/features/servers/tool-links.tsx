'use client';

import { hasFlag } from '@tally/contract/premium/flags';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { ChevronRight, Crown } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon.tsx';
import type { SidebarEntry } from '../registry.ts';

/** Ways to the pages of a server; what its plan lacks wears a crown. */
export function ToolLinks({
  serverId,
  server,
  tools,
}: {
  serverId: ServerId;
  server: Pick<GuildInfo, 'bitfield'> | undefined;
  tools: readonly SidebarEntry[];
}) {
  const t = useTranslations('shell');
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {tools.map((tool) => (
        <li key={tool.name}>
          <Link
            href={`/dashboard/server/${serverId}/${tool.path}`}
            prefetch={false}
            className="flex h-[60px] items-center gap-3 rounded-panel border border-line bg-surface px-4 font-medium transition-colors duration-120 hover:border-control/60 hover:bg-raised"
          >
            <Icon of={tool.icon} size={18} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">{t(`features.${tool.name}`)}</span>
            {tool.flag !== undefined && server !== undefined && !hasFlag(server.bitfield, tool.flag) ? (
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
